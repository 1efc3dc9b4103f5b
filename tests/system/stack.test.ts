import { createServer } from 'node:http';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { processStartTime } from '@dripline/launcher/processes/process-start-time';
import { launch, readRunFile, type LaunchedCommand } from '../harness/launch';
import { temporalDownMessage } from '@dripline/launcher/temporal/watch-temporal';

jest.setTimeout(180_000);

const started: LaunchedCommand[] = [];

async function start(variables: Record<string, string> = {}): Promise<LaunchedCommand & { origin: string }> {
  const [port = 0] = await pickPorts(1);
  const launched = launch('start', { PORT: String(port), ...variables });
  started.push(launched);
  return { ...launched, origin: `http://127.0.0.1:${variables.PORT ?? port}` };
}

async function stop({ child, ended }: LaunchedCommand, signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> {
  child.kill(signal);
  return ended;
}

const pidsOf = ({ dataDir }: LaunchedCommand) => Object.values(readRunFile(dataDir).services).map(({ pid }) => pid);
const runningPids = (pids: number[]) => pids.filter((pid) => processStartTime(pid) !== undefined);

const signIn = (origin: string, password: string) =>
  fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });

afterEach(async () => {
  for (const launched of started.splice(0)) if (launched.child.exitCode === null) await stop(launched, 'SIGTERM');
});

test('npm start prints how to sign in, Ctrl-C ends all processes, and the next start keeps the admin', async () => {
  const first = await start();
  const password = await first.waitForOutput(/Password: (\S+)/);
  await first.waitForOutput(/Ready in/);
  expect((await signIn(first.origin, password)).status).toBe(200);
  const pids = pidsOf(first);
  expect(runningPids(pids)).toHaveLength(6);

  expect(await stop(first)).toBe(0);
  expect(runningPids(pids)).toEqual([]);
  expect(existsSync(join(first.dataDir, 'run.json'))).toBe(false);
  const logs = readdirSync(join(first.dataDir, 'logs')).map((name) =>
    readFileSync(join(first.dataDir, 'logs', name), 'utf8'),
  );
  expect(logs.join('')).not.toContain(password);

  const second = await start({ DATA_DIR: first.dataDir });
  await second.waitForOutput(/Ready in/);
  expect(second.output()).toContain('Admin: created at the first start');
  expect((await signIn(second.origin, password)).status).toBe(200);
});

test('ending npm ends all processes of npm start', async () => {
  const [port = 0] = await pickPorts(1);
  const launched = launch('start', { PORT: String(port) }, [], ['npm', '--silent']);
  await launched.waitForOutput(/Ready in/);
  const pids = pidsOf(launched);
  launched.child.kill('SIGTERM');
  await launched.waitForOutput(/Stopping/);
  await launched.ended;
  expect(runningPids(pids)).toEqual([]);
});

test('a killed service restarts, and after the launcher is killed the next start has no orphaned processes', async () => {
  const first = await start();
  const password = await first.waitForOutput(/Password: (\S+)/);
  await first.waitForOutput(/Ready in/);
  const { pid = 0 } = readRunFile(first.dataDir).services.graphql ?? {};
  process.kill(pid, 'SIGKILL');
  await first.waitForOutput(/graphql ended \(SIGKILL\)/);
  const signInWhenReady = async (): Promise<Response> => {
    const response = await signIn(first.origin, password);
    return response.status < 500 ? response : signInWhenReady();
  };
  expect((await signInWhenReady()).status).toBe(200);

  const pids = pidsOf(first);
  await stop(first, 'SIGKILL');
  const second = await start({ DATA_DIR: first.dataDir });
  await second.waitForOutput(/Ready in/);
  expect(runningPids(pids)).toEqual([]);
  expect((await signIn(second.origin, password)).status).toBe(200);
});

test('two stacks run at the same time, but not with the same DATA_DIR', async () => {
  const first = await start();
  const second = await start();
  await Promise.all([first.waitForOutput(/Ready in/), second.waitForOutput(/Ready in/)]);
  const third = await start({ DATA_DIR: first.dataDir });
  expect(await third.ended).toBe(1);
  expect(third.output().trim()).toMatch(/^DATA_DIR .* is in use by another Dripline process \(pid \d+\)\..*$/);
});

test('npm start works without Temporal and prints that it is not reachable', async () => {
  const [unusedPort = 0] = await pickPorts(1);
  const launched = await start({ TEMPORAL_ADDRESS: `127.0.0.1:${unusedPort}` });
  await launched.waitForOutput(/Ready in/);
  await launched.waitForOutput(new RegExp(temporalDownMessage));
});

test('a port in use is a one-line error with exit code 1', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const launched = await start({ PORT: String(port) });
  expect(await launched.ended).toBe(1);
  expect(launched.output().trim()).toMatch(new RegExp(`^Port ${port} on 127.0.0.1 is not available: .*$`));
  expect(readdirSync(launched.dataDir)).toEqual([]);
  server.close();
});

test.each([
  [{ PORT: 'abc' }, [], 1, 'PORT: must be a whole number from 1 to 65535.'],
  [
    {},
    ['--demmo'],
    2,
    'Unknown argument --demmo. The only argument is --demo; other settings are environment variables, such as PORT.',
  ],
  [
    { TWILIO_ACCOUNT_SID: 'AC0' },
    ['--demo'],
    2,
    '--demo creates made-up leads, who must not get text messages. Unset TWILIO_ACCOUNT_SID.',
  ],
])('invalid settings and arguments are one-line errors: %j %j', async (variables, args, code, line) => {
  const { ended, output } = launch('start', variables, args);
  expect(await ended).toBe(code);
  expect(output().trim()).toBe(line);
});
