import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '@dripline/launcher/failure';
import { type RestCaller, signInAdmin, tellStory } from '@dripline/launcher/rest-client';
import type { Stack } from './start-stack';

const textMs = 60_000;
const steps = [{ delayMinutes: 0, message: 'Hi {{firstName}}, thanks for asking {{businessName}}!' }];

/** From an administrator's sign-in to a visitor's page, lead and text, and a file in the bucket. Throws a Failure where something is not as it should be. */
export async function walkMainStory({ origin, admin }: Stack): Promise<void> {
  const call = await signInAdmin(origin, admin.username, admin.password);
  const story = await tellStory(call, steps);
  const [campaign] = await call<{ slug: string }[]>('GET', `/api/clients/${story.clientId}/campaigns`);
  const { handle } = await call<{ handle: string }>('GET', `/api/clients/${story.clientId}`);
  const page = await fetch(`${origin}/landing/${handle}/${campaign?.slug}`);
  if (!(await page.text()).includes('Full Name')) throw new Failure(`The landing page has no form (${page.status}).`);
  const lead = await story.submit('71');
  await untilTexted(() => story.textsOf(lead));
  await keepFile(call, origin, story.clientId);
}

async function untilTexted(texts: () => Promise<unknown[]>): Promise<void> {
  for (const deadline = Date.now() + textMs; (await texts()).length < 1; await sleep(200))
    if (Date.now() > deadline) throw new Failure('The lead got no text.');
}

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function keepFile(call: RestCaller, origin: string, clientId: string): Promise<void> {
  const { uploadURL } = await call<{ uploadURL: string }>('POST', `/api/clients/${clientId}/files/upload`);
  const sent = await fetch(uploadURL, { method: 'PUT', body: pixel, headers: { 'content-type': 'image/png' } });
  if (!sent.ok) throw new Failure(`The bucket refused the upload (${sent.status}).`);
  const { objectPath } = await call<{ objectPath: string }>('PUT', '/api/objects/set-path', {
    objectURL: uploadURL,
    fileName: 'pixel.png',
    fileSize: pixel.length,
    mimeType: 'image/png',
    clientId,
  });
  const got = Buffer.from(await (await fetch(new URL(objectPath, origin))).arrayBuffer());
  if (!got.equals(pixel)) throw new Failure('The file that comes back is not the one that was sent.');
}
