import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnv } from './processes/child-env';
import { firstAdmin } from './first-admin';
import { lastLogLine } from './processes/last-log-line';
import { Log } from './processes/log-file';
import { pickPorts, requireFreePort } from './processes/ports';
import { readSecrets } from './secrets';
import { temporalDownMessage, watchTemporal } from './temporal/watch-temporal';

const folder = () => mkdtempSync(join(tmpdir(), 'dripline-rules-'));

test('a child process gets common variables and those listed for it, and no others', () => {
  const variables = {
    PATH: '/bin',
    AWS_SECRET: 'x',
    TWILIO_AUTH_TOKEN: 't',
    TWILIO_API_BASE: '',
    PRODUCT_NAME: 'Acme',
  };
  expect(childEnv(variables, ['TWILIO_*'], { PORT: '1', ADMIN_PASSWORD: undefined })).toEqual({
    PATH: '/bin',
    TWILIO_AUTH_TOKEN: 't',
    PORT: '1',
  });
});

test('the last log line skips stack traces and the Node.js version', () => {
  expect(lastLogLine(['listening', 'Error: no such table', '    at query (db.js:1)', '', 'Node.js v20.20.2'])).toBe(
    'Error: no such table',
  );
  expect(lastLogLine(['{"level":50,"msg":"failed","err":{"message":"connection refused"}}'])).toBe(
    'connection refused',
  );
  expect(lastLogLine([])).toBe('no output');
});

test('a log file masks secrets', () => {
  const logFolder = folder();
  new Log({ name: 'some-service', isShown: false, folder: logFolder, secrets: ['hunter2hunter2'] }).write(
    'token=hunter2hunter2',
  );
  expect(readFileSync(join(logFolder, 'some-service.log'), 'utf8')).toBe('token=***\n');
});

test('the generated admin password changes on each start until it was shown', () => {
  const DATA_DIR = folder();
  const first = firstAdmin({ DATA_DIR });
  expect(first.variables.ADMIN_PASSWORD).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
  expect(first.bannerText).toContain(first.variables.ADMIN_PASSWORD);
  expect(firstAdmin({ DATA_DIR }).variables.ADMIN_PASSWORD).not.toBe(first.variables.ADMIN_PASSWORD);
  first.markShown();
  expect(firstAdmin({ DATA_DIR })).toMatchObject({
    variables: {},
    bannerText: expect.stringContaining('created at the first start'),
  });
});

test('ADMIN_PASSWORD is passed to every migration and never shown', () => {
  const { variables, bannerText } = firstAdmin({ DATA_DIR: folder(), ADMIN_PASSWORD: 'correct horse' });
  expect(variables).toEqual({ ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'correct horse' });
  expect(bannerText).not.toContain('correct horse');
});

test('secrets are generated once, and environment variables override them', () => {
  const DATA_DIR = folder();
  const first = readSecrets({ DATA_DIR });
  expect(readSecrets({ DATA_DIR })).toEqual(first);
  expect(readSecrets({ DATA_DIR, WORKER_TOKEN: 'from the environment' })).toEqual({
    ...first,
    workerToken: 'from the environment',
  });
});

test('requireFreePort rejects a port that is in use', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(requireFreePort(port, '127.0.0.1')).rejects.toThrow(`Port ${port} on 127.0.0.1 is not available`);
  server.close();
});

test('pickPorts returns different ports, also between calls, and skips a port that was required', async () => {
  const [first = 0, ...picked] = await pickPorts(5);
  await requireFreePort(first + 5, '127.0.0.1');
  const later = await pickPorts(5);
  expect(later).not.toContain(first + 5);
  expect(new Set([first, ...picked, ...later]).size).toBe(10);
});

test('watchTemporal logs once when Temporal becomes unreachable and once when it is reachable again', async () => {
  const [port = 0] = await pickPorts(1);
  const logged: string[] = [];
  let resolveLine = () => {};
  const nextLine = () => new Promise<void>((resolve) => (resolveLine = resolve));
  const stop = watchTemporal(`127.0.0.1:${port}`, true, (text) => (logged.push(text), resolveLine()), 10);
  await nextLine();
  const reachableLine = nextLine();
  const server = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
  await reachableLine;
  stop();
  server.close();
  expect(logged).toEqual([temporalDownMessage, expect.stringContaining('reachable again')]);
});
