import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnv } from './processes/child-env';
import { firstAdmin } from './first-admin';
import { lastWords } from './processes/last-log-line';
import { Log } from './processes/log-file';
import { pickPorts, requireFreePort } from './processes/ports';
import { readSecrets } from './secrets';
import { temporalIsDown, watchTemporal } from './temporal/watch-temporal';

const folder = () => mkdtempSync(join(tmpdir(), 'dripline-rules-'));

test('a child gets ordinary variables and its own contract, nothing else', () => {
  const given = { PATH: '/bin', AWS_SECRET: 'x', TWILIO_AUTH_TOKEN: 't', TWILIO_API_BASE: '', PRODUCT_NAME: 'Acme' };
  expect(childEnv(given, ['TWILIO_*'], { PORT: '1', ADMIN_PASSWORD: undefined })).toEqual({
    PATH: '/bin',
    TWILIO_AUTH_TOKEN: 't',
    PORT: '1',
  });
});

test('the last words of a program leave out stacks and signatures', () => {
  expect(lastWords(['listening', 'Error: no such table', '    at query (db.js:1)', '', 'Node.js v20.20.2'])).toBe(
    'Error: no such table',
  );
  expect(lastWords(['{"level":50,"msg":"failed","err":{"message":"connection refused"}}'])).toBe('connection refused');
  expect(lastWords([])).toBe('it said nothing');
});

test('a log never holds a secret', () => {
  const at = folder();
  new Log({ name: 'some-service', isShown: false, folder: at, secrets: ['hunter2hunter2'] }).write(
    'token=hunter2hunter2',
  );
  expect(readFileSync(join(at, 'some-service.log'), 'utf8')).toBe('token=***\n');
});

test('the first admin is made up until it was shown, then left alone', () => {
  const DATA_DIR = folder();
  const first = firstAdmin({ DATA_DIR });
  expect(first.variables.ADMIN_PASSWORD).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/);
  expect(first.notice).toContain(first.variables.ADMIN_PASSWORD);
  expect(firstAdmin({ DATA_DIR }).variables.ADMIN_PASSWORD).not.toBe(first.variables.ADMIN_PASSWORD);
  first.shown();
  expect(firstAdmin({ DATA_DIR })).toMatchObject({
    variables: {},
    notice: expect.stringContaining('as set at the first start'),
  });
});

test('an admin password that the user set is passed every time and never shown', () => {
  const { variables, notice } = firstAdmin({ DATA_DIR: folder(), ADMIN_PASSWORD: 'correct horse' });
  expect(variables).toEqual({ ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'correct horse' });
  expect(notice).not.toContain('correct horse');
});

test('secrets are made once; those of the environment win', () => {
  const DATA_DIR = folder();
  const first = readSecrets({ DATA_DIR });
  expect(readSecrets({ DATA_DIR })).toEqual(first);
  expect(readSecrets({ DATA_DIR, SERVICE_TOKEN: 'from the environment' })).toEqual({
    ...first,
    serviceToken: 'from the environment',
  });
});

test('a port in use is refused in one line that says what to do', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(requireFreePort(port, '127.0.0.1')).rejects.toThrow(`Port ${port} on 127.0.0.1 cannot be used`);
  server.close();
  const picked = await pickPorts(5);
  expect(new Set(picked).size).toBe(5);
});

test('Temporal going and coming back is told once each', async () => {
  const [port = 0] = await pickPorts(1);
  const told: string[] = [];
  let wake = () => {};
  const line = () => new Promise<void>((resolve) => (wake = resolve));
  const stop = watchTemporal(`127.0.0.1:${port}`, true, (text) => (told.push(text), wake()), 10);
  await line();
  const back = line();
  const server = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
  await back;
  stop();
  server.close();
  expect(told).toEqual([temporalIsDown, expect.stringContaining('reachable again')]);
});
