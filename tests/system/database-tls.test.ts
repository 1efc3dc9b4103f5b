import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { Client } from 'pg';
import { root } from '@dripline/launcher/paths';
import { createCertificates } from '../harness/certificates';

jest.setTimeout(120_000);

/** The first message of a client that asks for TLS: its length and the code of the request. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

const postgres = new URL(process.env['TEST_DATABASE_URL']!);
const database = `tls_${randomUUID().replaceAll('-', '')}`;
const folder = mkdtempSync(join(tmpdir(), 'dripline-tls-'));
const admin = new Client({ connectionString: postgres.href });
let proxy: Server;
let encrypted = 0;

// The test's Postgres has no certificate, so a proxy answers the request for TLS and forwards what it decrypts.
beforeAll(async () => {
  const { ca, server } = await createCertificates('localhost');
  const { ca: otherCa } = await createCertificates('localhost');
  writeFileSync(join(folder, 'ca.crt'), ca);
  writeFileSync(join(folder, 'other-ca.crt'), otherCa);
  proxy = createServer((client) => {
    client.on('error', () => client.destroy());
    client.once('data', (request) => {
      if (!request.equals(SSL_REQUEST)) return client.destroy();
      client.write('S');
      const secured = new TLSSocket(client, { isServer: true, ...server });
      const upstream = connect(Number(postgres.port), postgres.hostname);
      secured.on('error', () => upstream.destroy());
      upstream.on('error', () => secured.destroy());
      secured.once('data', () => (encrypted += 1));
      secured.pipe(upstream).pipe(secured);
    });
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  await admin.connect();
  await admin.query(`CREATE DATABASE ${database}`);
});
afterAll(async () => {
  proxy.close();
  await admin.query(`DROP DATABASE ${database} WITH (FORCE)`);
  await admin.end();
});

/** Runs the migration with these variables. Returns what it logged if it failed. */
async function migrate(variables: Record<string, string>, host = 'localhost'): Promise<string | undefined> {
  const { port } = proxy.address() as AddressInfo;
  const url = Object.assign(new URL(postgres), { host: `${host}:${port}`, pathname: database });
  const env = { PATH: process.env['PATH'], DATABASE_URL: url.href, ...variables };
  const command = [join(root, 'services/graphql/dist/database/migrate-command.js')];
  return new Promise((resolve) =>
    execFile(process.execPath, command, { env }, (error, stdout, stderr) =>
      resolve(error ? `${stdout}${stderr}` : undefined),
    ),
  );
}

const PGSSLROOTCERT = join(folder, 'ca.crt');
const otherCa = join(folder, 'other-ca.crt');

test('the migration verifies the certificate and the host of Postgres with PGSSLROOTCERT', async () => {
  expect(await migrate({ PGSSLROOTCERT })).toBeUndefined();
  expect(await migrate({ PGSSLROOTCERT, PGSSLMODE: 'verify-full' })).toBeUndefined();
  expect(encrypted).toBeGreaterThanOrEqual(2);
  expect(await migrate({ PGSSLROOTCERT: otherCa, PGSSLMODE: 'verify-full' })).toMatch(/certificate/);
  expect(await migrate({ PGSSLROOTCERT, PGSSLMODE: 'verify-full' }, '127.0.0.1')).toMatch(/altnames/);
});

test('the migration accepts another host with verify-ca, but no other authority', async () => {
  expect(await migrate({ PGSSLROOTCERT, PGSSLMODE: 'verify-ca' }, '127.0.0.1')).toBeUndefined();
  expect(await migrate({ PGSSLROOTCERT: otherCa, PGSSLMODE: 'verify-ca' })).toMatch(/certificate/);
});

test('the migration encrypts without a check with require, and not at all without a mode', async () => {
  const before = encrypted;
  expect(await migrate({ PGSSLMODE: 'require' })).toBeUndefined();
  expect(encrypted).toBeGreaterThan(before);
  const plain = encrypted;
  expect(await migrate({})).toBeDefined();
  expect(await migrate({ PGSSLMODE: 'disable' })).toBeDefined();
  expect(encrypted).toBe(plain);
});

test('the migration names PGSSLROOTCERT if its file is missing', async () => {
  expect(await migrate({ PGSSLROOTCERT: '/missing/ca.crt' })).toContain('PGSSLROOTCERT: must be the path of a file');
});
