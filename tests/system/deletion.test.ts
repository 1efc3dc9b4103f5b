import { eventually } from '@dripline/runtime/testing/eventually';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { launch, type LaunchedCommand } from '../harness/launch';
import { type RestCaller, signInAdmin, createScenario } from '@dripline/launcher/rest-client';
import { runningWorkflows } from '../harness/temporal-cli';

jest.setTimeout(180_000);

let stack: LaunchedCommand;
let origin: string;
let call: RestCaller;

beforeAll(async () => {
  const [port = 0] = await pickPorts(1);
  stack = launch('start', { PORT: String(port) });
  const password = await stack.waitForOutput(/Password: (\S+)/);
  await stack.waitForOutput(/Ready in/);
  origin = `http://127.0.0.1:${port}`;
  call = await signInAdmin(origin, 'admin', password);
});
afterAll(async () => {
  stack.child.kill('SIGTERM');
  await stack.ended;
});

interface Resource {
  id: string;
  handle: string;
  slug: string;
}

const runningCount = async () => (await runningWorkflows(stack.dataDir)).size;

test.each(['Lead', 'Sequence', 'Campaign', 'Client'])('deleting a %s ends its workflow', async (noun) => {
  const scenario = await createScenario(call);
  const lead = await scenario.submit('71');
  await eventually(async () => expect(await scenario.sentMessages(lead)).toHaveLength(1));
  await eventually(async () => expect(await runningCount()).toBe(1));
  const [client] = await call<[Resource]>('GET', '/api/clients');
  const [campaign] = await call<[Resource]>('GET', `/api/clients/${client.id}/campaigns`);
  const [sequence] = await call<[Resource]>('GET', `/api/clients/${client.id}/sms-sequences`);
  const ids: Record<string, string> = { Lead: lead, Sequence: sequence.id, Campaign: campaign.id, Client: client.id };
  const query = `mutation ($id: ID!) { delete${noun}(id: $id) }`;
  expect(await call('POST', '/graphql', { query, variables: { id: ids[noun] } })).toEqual({
    data: { [`delete${noun}`]: true },
  });
  await eventually(async () => expect(await runningCount()).toBe(0));

  const page = await fetch(`${origin}/landing/${client.handle}/${campaign.slug}?source=qr`);
  const isGone = ['Campaign', 'Client'].includes(noun);
  expect([page.status, (await page.text()).includes('Campaign not found')]).toEqual([isGone ? 404 : 200, isGone]);
});
