import { eventually } from '@dripline/runtime/testing/eventually';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { launch, readRunFile, type LaunchedCommand } from '../harness/launch';
import { signInAdmin, createScenario } from '@dripline/launcher/rest-client';

jest.setTimeout(240_000);

const running: LaunchedCommand[] = [];

async function start(variables: Record<string, string> = {}) {
  const [port = 0] = await pickPorts(1);
  const launched = launch('start', { PORT: String(port), ...variables });
  running.push(launched);
  const password = await launched.waitForOutput(/Password: (\S+)/);
  await launched.waitForOutput(/Ready in/);
  const call = await signInAdmin(`http://127.0.0.1:${port}`, 'admin', password);
  return { ...launched, call, scenario: await createScenario(call) };
}

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGTERM');
    await ended;
  }
});

test('each next message is sent once when the worker, GraphQL and Temporal are killed while enrollments sleep', async () => {
  const { scenario, dataDir, waitForOutput } = await start();
  const leads: string[] = [];
  const digits = ['71', '72', '73'];
  for (const [index, service] of ['workflows', 'graphql', 'temporal'].entries()) {
    const lead = await eventually(() => scenario.submit(digits[index]!));
    leads.push(lead);
    await eventually(async () => expect(await scenario.sentMessages(lead)).toHaveLength(1));
    const { pid } = readRunFile(dataDir).services[service]!;
    process.kill(pid, 'SIGKILL');
    await waitForOutput(new RegExp(`${service} ended \\(SIGKILL\\)`));
    await eventually(() => expect(readRunFile(dataDir).services[service]!.pid).not.toBe(pid));
  }
  for (const lead of leads) {
    const messages = await eventually(
      async () => {
        const sent = await scenario.sentMessages(lead);
        expect(sent).toHaveLength(2);
        return sent;
      },
      { timeout: 120_000 },
    );
    expect(Date.parse(messages[1]!.sentAt) - Date.parse(messages[0]!.sentAt)).toBeGreaterThanOrEqual(60_000);
  }
  // The log provider writes one line for each message.
  const loggedEndings = readFileSync(join(dataDir, 'logs', 'workflows.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"msg":"text"'))
    .map((line) => /"to":"•••(\d\d)"/.exec(line)?.[1]);
  expect(loggedEndings.sort()).toEqual(digits.flatMap((ending) => [ending, ending]));
});

test('leads are saved while Temporal is not reachable, and their messages are sent afterwards', async () => {
  const [port = 0] = await pickPorts(1);
  const { scenario, call, waitForOutput } = await start({ TEMPORAL_ADDRESS: `127.0.0.1:${port}` });
  await waitForOutput(/Temporal is not reachable\. Leads are saved/);
  const leads = [await scenario.submit('74'), await scenario.submit('75')];
  expect(await call('GET', '/api/admin/stats')).toMatchObject({ totalLeads: 2, totalSMSMessages: 0 });

  const temporal = spawn(
    process.env['TEMPORAL_CLI_PATH']!,
    ['server', 'start-dev', '--headless', '--ip', '127.0.0.1', '--port', String(port)],
    { stdio: 'ignore' },
  );
  try {
    for (const lead of leads)
      await eventually(async () => expect(await scenario.sentMessages(lead)).toHaveLength(1), { timeout: 120_000 });
    await waitForOutput(/Temporal is reachable again/);
    expect(await call('GET', '/api/admin/stats')).toMatchObject({ totalLeads: 2, totalSMSMessages: 2 });
  } finally {
    temporal.kill('SIGKILL');
  }
});
