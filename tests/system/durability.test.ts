import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { launch, readRun, type Launched } from '../harness/launch';
import { signInAdmin, tellStory } from '@dripline/launcher/rest-client';

jest.setTimeout(240_000);

const running: Launched[] = [];

async function start(variables: Record<string, string> = {}) {
  const [port = 0] = await pickPorts(1);
  const launched = launch('start', { PORT: String(port), ...variables });
  running.push(launched);
  const password = await launched.until(/Password: (\S+)/);
  await launched.until(/Ready in/);
  const call = await signInAdmin(`http://127.0.0.1:${port}`, 'admin', password);
  return { ...launched, call, story: await tellStory(call) };
}

afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGTERM');
    await ended;
  }
});

/** Asks again until the answer is as wanted; the test's own timeout is the limit. */
async function until<Answer>(ask: () => Promise<Answer>, isWanted: (answer: Answer) => boolean): Promise<Answer> {
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined && isWanted(answer)) return answer;
    await delay(250);
  }
}

test('kill -9 of the worker, of GraphQL and of Temporal while enrollments sleep: each next text still goes, once', async () => {
  const { story, dataDir, until: printed } = await start();
  const leads: string[] = [];
  const digits = ['71', '72', '73'];
  for (const [index, service] of ['workflows', 'graphql', 'temporal'].entries()) {
    const lead = await until(
      () => story.submit(digits[index]!),
      () => true,
    );
    leads.push(lead);
    await until(
      () => story.textsOf(lead),
      (texts) => texts.length === 1,
    );
    const { pid } = readRun(dataDir).services[service]!;
    process.kill(pid, 'SIGKILL');
    await printed(new RegExp(`${service} ended \\(SIGKILL\\)`));
    await until(
      async () => readRun(dataDir).services[service]!.pid,
      (next) => next !== pid,
    );
  }
  for (const lead of leads) {
    const texts = await until(
      () => story.textsOf(lead),
      ({ length }) => length === 2,
    );
    expect(Date.parse(texts[1]!.sentAt) - Date.parse(texts[0]!.sentAt)).toBeGreaterThanOrEqual(60_000);
  }
  // The provider's own record of what it was handed, one line a text.
  const handed = readFileSync(join(dataDir, 'logs', 'workflows.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"msg":"text"'))
    .map((line) => /"to":"•••(\d\d)"/.exec(line)?.[1]);
  expect(handed.sort()).toEqual(digits.flatMap((ending) => [ending, ending]));
});

test('with Temporal down leads are taken and npm start says so; their texts go when it is back', async () => {
  const [port = 0] = await pickPorts(1);
  const { story, call, until: printed } = await start({ TEMPORAL_ADDRESS: `127.0.0.1:${port}` });
  await printed(/Temporal is not reachable: leads are taken and saved; their texts go when it is back/);
  const leads = [await story.submit('74'), await story.submit('75')];
  expect(await call('GET', '/api/admin/stats')).toMatchObject({ totalLeads: 2, totalSMSMessages: 0 });

  const temporal = spawn(
    process.env['TEMPORAL_CLI_PATH']!,
    ['server', 'start-dev', '--headless', '--ip', '127.0.0.1', '--port', String(port)],
    { stdio: 'ignore' },
  );
  try {
    for (const lead of leads)
      await until(
        () => story.textsOf(lead),
        ({ length }) => length === 1,
      );
    await printed(/Temporal is reachable again/);
    expect(await call('GET', '/api/admin/stats')).toMatchObject({ totalLeads: 2, totalSMSMessages: 2 });
  } finally {
    temporal.kill('SIGKILL');
  }
});
