import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '@dripline/launcher/failure';
import { type RestCaller, signInAdmin, createScenario } from '@dripline/launcher/rest-client';
import type { Stack } from './start-stack';

const messageTimeoutMs = 60_000;
const steps = [{ delayMinutes: 0, message: 'Hi {{firstName}}, thanks for asking {{businessName}}!' }];

/**
 * Signs in, shows a landing page, submits a lead, waits for its message and uploads a
 * file. Throws a Failure if a step fails.
 */
export async function runSmokeTest({ origin, admin }: Stack): Promise<void> {
  const call = await signInAdmin(origin, admin.username, admin.password);
  const scenario = await createScenario(call, steps);
  const [campaign] = await call<{ slug: string }[]>('GET', `/api/clients/${scenario.clientId}/campaigns`);
  const { handle } = await call<{ handle: string }>('GET', `/api/clients/${scenario.clientId}`);
  const page = await fetch(`${origin}/landing/${handle}/${campaign?.slug}`);
  if (!(await page.text()).includes('Full Name')) throw new Failure(`The landing page has no form (${page.status}).`);
  const lead = await scenario.submit('71');
  await waitForMessage(() => scenario.sentMessages(lead));
  await uploadFile(call, origin, scenario.clientId);
}

async function waitForMessage(getMessages: () => Promise<unknown[]>): Promise<void> {
  for (const deadline = Date.now() + messageTimeoutMs; (await getMessages()).length < 1; await sleep(200))
    if (Date.now() > deadline) throw new Failure('The lead got no message.');
}

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

async function uploadFile(call: RestCaller, origin: string, clientId: string): Promise<void> {
  const { uploadURL, headers } = await call<{ uploadURL: string; headers: Record<string, string> }>(
    'POST',
    `/api/clients/${clientId}/files/upload`,
    { size: pixel.length, mimeType: 'image/png' },
  );
  const upload = await fetch(uploadURL, {
    method: 'PUT',
    body: pixel,
    headers: { ...headers, 'content-type': 'image/png' },
  });
  if (!upload.ok) throw new Failure(`The bucket rejected the upload (${upload.status}).`);
  const { objectPath } = await call<{ objectPath: string }>('PUT', '/api/objects/set-path', {
    objectURL: uploadURL,
    fileName: 'pixel.png',
    fileSize: pixel.length,
    mimeType: 'image/png',
    clientId,
  });
  const downloaded = Buffer.from(await (await fetch(new URL(objectPath, origin))).arrayBuffer());
  if (!downloaded.equals(pixel)) throw new Failure('The downloaded file differs from the uploaded one.');
}
