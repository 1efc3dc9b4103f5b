import { setTimeout as delay } from 'node:timers/promises';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { launch, type Launched } from '../harness/launch';
import { type RestCaller, signInAdmin, tellStory } from '@dripline/launcher/rest-client';
import { runningWorkflows } from '../harness/temporal-cli';

jest.setTimeout(180_000);

let stack: Launched;
let origin: string;
let call: RestCaller;

beforeAll(async () => {
  const [port = 0] = await pickPorts(1);
  stack = launch('start', { PORT: String(port) });
  const password = await stack.until(/Password: (\S+)/);
  await stack.until(/Ready in/);
  origin = `http://127.0.0.1:${port}`;
  call = await signInAdmin(origin, 'admin', password);
});
afterAll(async () => {
  stack.child.kill('SIGTERM');
  await stack.ended;
});

interface Thing {
  id: string;
  handle: string;
  slug: string;
}

const running = async () => (await runningWorkflows(stack.dataDir)).size;

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await delay(100);
}

test.each(['Lead', 'Sequence', 'Campaign', 'Client'])('deleting a %s ends the workflow under it', async (noun) => {
  const story = await tellStory(call);
  const lead = await story.submit('71');
  await until(async () => (await story.textsOf(lead)).length === 1);
  await until(async () => (await running()) === 1);
  const [client] = await call<[Thing]>('GET', '/api/clients');
  const [campaign] = await call<[Thing]>('GET', `/api/clients/${client.id}/campaigns`);
  const [sequence] = await call<[Thing]>('GET', `/api/clients/${client.id}/sms-sequences`);
  const ids: Record<string, string> = { Lead: lead, Sequence: sequence.id, Campaign: campaign.id, Client: client.id };
  const query = `mutation ($id: ID!) { delete${noun}(id: $id) }`;
  expect(await call('POST', '/graphql', { query, variables: { id: ids[noun] } })).toEqual({
    data: { [`delete${noun}`]: true },
  });
  await until(async () => (await running()) === 0);

  const printed = await fetch(`${origin}/landing/${client.handle}/${campaign.slug}?source=qr`);
  const isGone = ['Campaign', 'Client'].includes(noun);
  expect([printed.status, (await printed.text()).includes('Campaign not found')]).toEqual([isGone ? 404 : 200, isGone]);
});
