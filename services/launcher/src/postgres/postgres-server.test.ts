import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { childEnv } from '../processes/child-env';
import { Log } from '../processes/log-file';
import { pickPorts } from '../processes/ports';
import { startPostgresServer, type Postgres } from './postgres-server';

jest.setTimeout(60_000);

// Closed to other users, as many home folders are. If the test runs as root, Postgres runs as
// another user and must still get in.
const parent = mkdtempSync(join(tmpdir(), 'dripline-postgres-'));
chmodSync(parent, 0o700);
const folder = join(parent, 'postgres');
let running: Postgres | undefined;

async function start(): Promise<Postgres> {
  const [port = 0] = await pickPorts(1);
  const log = new Log({ name: 'postgres', isShown: false });
  const user = { user: 'dripline', password: 'p@ss/word', database: 'dripline' };
  running = await startPostgresServer({
    ...user,
    folder,
    port,
    env: childEnv(process.env, []),
    log,
    isTemporary: true,
  });
  return running;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

afterEach(() => running?.process.stop());

test('data survives a restart, and a wrong password is rejected', async () => {
  const first = await start();
  await query(first.url, 'CREATE TABLE notes (word text)');
  await query(first.url, "INSERT INTO notes VALUES ('here')");
  await first.process.stop();

  const second = await start();
  expect(await query(second.url, 'SELECT word FROM notes')).toEqual([['here']]);
  await expect(query(second.url.replace('p%40ss', 'other'), 'SELECT 1')).rejects.toThrow(
    'password authentication failed',
  );
});

test('a killed Postgres restarts on the same port with its data', async () => {
  const { url, process: supervised } = await start();
  const up = once(supervised, 'up');
  process.kill(supervised.pid ?? 0, 'SIGKILL');
  await up;
  const answer = async (): Promise<unknown[]> => query(url, 'SELECT word FROM notes').catch(answer);
  expect(await answer()).toEqual([['here']]);
});

test('Postgres starts when postmaster.pid names an unrelated running process', async () => {
  writeFileSync(join(folder, 'data/postmaster.pid'), `${process.pid}\n${folder}/data\n`);
  const { url } = await start();
  expect(await query(url, 'SELECT word FROM notes')).toEqual([['here']]);
});

test('an interrupted initialization is repeated', async () => {
  const other = join(mkdtempSync(join(tmpdir(), 'dripline-postgres-')), 'postgres');
  mkdirSync(join(other, 'unfinished'), { recursive: true });
  writeFileSync(join(other, 'unfinished/PG_VERSION'), '18\n');
  const [port = 0] = await pickPorts(1);
  const log = new Log({ name: 'postgres', isShown: false });
  const user = { user: 'u', password: 'p', database: 'd' };
  running = await startPostgresServer({
    ...user,
    folder: other,
    port,
    env: childEnv(process.env, []),
    log,
    isTemporary: true,
  });
  expect(await query(running.url, 'SELECT 1')).toEqual([[1]]);
});
