import { createServer } from 'node:http';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { processBirth } from '@dripline/launcher/processes/process-start-time';
import { launch, readRun, type Launched } from '../harness/launch';
import { temporalIsDown } from '@dripline/launcher/temporal/watch-temporal';

jest.setTimeout(180_000);

const started: Launched[] = [];

async function start(variables: Record<string, string> = {}): Promise<Launched & { origin: string }> {
  const [port = 0] = await pickPorts(1);
  const launched = launch('start', { PORT: String(port), ...variables });
  started.push(launched);
  return { ...launched, origin: `http://127.0.0.1:${variables.PORT ?? port}` };
}

async function stop({ child, ended }: Launched, signal: NodeJS.Signals = 'SIGINT'): Promise<number | null> {
  child.kill(signal);
  return ended;
}

const pidsOf = ({ dataDir }: Launched) => Object.values(readRun(dataDir).services).map(({ pid }) => pid);
const alive = (pids: number[]) => pids.filter((pid) => processBirth(pid) !== undefined);

const signIn = (origin: string, password: string) =>
  fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });

afterEach(async () => {
  for (const launched of started.splice(0)) if (launched.child.exitCode === null) await stop(launched, 'SIGTERM');
});

test('npm start shows how to sign in; after Ctrl-C no process is left, and the next start still knows the admin', async () => {
  const first = await start();
  const password = await first.until(/Password: (\S+)/);
  await first.until(/Ready in/);
  expect((await signIn(first.origin, password)).status).toBe(200);
  const pids = pidsOf(first);
  expect(alive(pids)).toHaveLength(6);

  expect(await stop(first)).toBe(0);
  expect(alive(pids)).toEqual([]);
  expect(existsSync(join(first.dataDir, 'run.json'))).toBe(false);
  const logs = readdirSync(join(first.dataDir, 'logs')).map((name) =>
    readFileSync(join(first.dataDir, 'logs', name), 'utf8'),
  );
  expect(logs.join('')).not.toContain(password);

  const second = await start({ DATA_DIR: first.dataDir });
  await second.until(/Ready in/);
  expect(second.output()).toContain('Admin: as set at the first start');
  expect((await signIn(second.origin, password)).status).toBe(200);
});

test('ending npm itself ends everything that npm start began', async () => {
  const [port = 0] = await pickPorts(1);
  const launched = launch('start', { PORT: String(port) }, [], ['npm', '--silent']);
  await launched.until(/Ready in/);
  const pids = pidsOf(launched);
  launched.child.kill('SIGTERM');
  await launched.until(/Stopping/);
  await launched.ended;
  expect(alive(pids)).toEqual([]);
});

test('a service that is killed comes back; a launcher that is killed leaves nothing, and the next start goes on', async () => {
  const first = await start();
  const password = await first.until(/Password: (\S+)/);
  await first.until(/Ready in/);
  const { pid = 0 } = readRun(first.dataDir).services.graphql ?? {};
  process.kill(pid, 'SIGKILL');
  await first.until(/graphql ended \(SIGKILL\)/);
  const answered = async (): Promise<Response> => {
    const response = await signIn(first.origin, password);
    return response.status < 500 ? response : answered();
  };
  expect((await answered()).status).toBe(200);

  const pids = pidsOf(first);
  await stop(first, 'SIGKILL');
  const second = await start({ DATA_DIR: first.dataDir });
  await second.until(/Ready in/);
  expect(alive(pids)).toEqual([]);
  expect((await signIn(second.origin, password)).status).toBe(200);
});

test('two copies run side by side, but not on one DATA_DIR', async () => {
  const first = await start();
  const second = await start();
  await Promise.all([first.until(/Ready in/), second.until(/Ready in/)]);
  const third = await start({ DATA_DIR: first.dataDir });
  expect(await third.ended).toBe(1);
  expect(third.output().trim()).toMatch(/^DATA_DIR .* is in use by another copy \(process \d+\)\..*$/);
});

test('with Temporal away, everything else starts and says so', async () => {
  const [nowhere = 0] = await pickPorts(1);
  const launched = await start({ TEMPORAL_ADDRESS: `127.0.0.1:${nowhere}` });
  await launched.until(/Ready in/);
  await launched.until(new RegExp(temporalIsDown));
});

test('a port in use: one line, non-zero, nothing left running', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const launched = await start({ PORT: String(port) });
  expect(await launched.ended).toBe(1);
  expect(launched.output().trim()).toMatch(new RegExp(`^Port ${port} on 127.0.0.1 cannot be used: .*$`));
  expect(readdirSync(launched.dataDir)).toEqual([]);
  server.close();
});

test.each([
  [{ PORT: 'abc' }, [], 1, 'PORT: must be a port, a whole number from 1 to 65535.'],
  [{}, ['--demmo'], 2, 'Unknown argument --demmo: there is --demo. Settings are environment variables, such as PORT.'],
  [
    { TWILIO_ACCOUNT_SID: 'AC0' },
    ['--demo'],
    2,
    '--demo fills in people who do not exist: unset TWILIO_ACCOUNT_SID, or they would be texted.',
  ],
])('what is malformed is told in one line: %j %j', async (variables, args, code, line) => {
  const { ended, output } = launch('start', variables, args);
  expect(await ended).toBe(code);
  expect(output().trim()).toBe(line);
});
