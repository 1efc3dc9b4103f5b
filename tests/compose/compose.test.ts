import Ajv from 'ajv/dist/2020';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { root } from '@dripline/launcher/paths';
import { startPostgresServer } from '@dripline/launcher/postgres/postgres-server';
import { childEnv } from '@dripline/launcher/processes/child-env';
import { Log } from '@dripline/launcher/processes/log-file';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { opsEnv } from '@dripline/runtime/env/ops-env';
import { ofKind, render, reportMissingHelm, withHelm } from '../chart/testing/objects';
import { readCompose } from './compose-file';

const compose = readCompose({ DRIPLINE_DOMAIN: 'leads.example.com' });
const { services } = compose;
const folder = mkdtempSync(join(tmpdir(), 'dripline-compose-'));
cpSync(join(root, 'compose'), join(folder, 'compose'), {
  recursive: true,
  filter: (path) => !path.endsWith('/secrets'),
});
const makeSecrets = () => execFileSync(join(folder, 'compose/make-secrets'), { encoding: 'utf8' });
const secretFiles = () =>
  readdirSync(join(folder, 'compose/secrets'), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, 'compose/secrets', name))
    .filter((path) => statSync(path).isFile())
    .sort();
const secret = (name: string) => readFileSync(join(folder, 'compose/secrets', name), 'utf8').trim();

jest.setTimeout(120_000);
beforeAll(() => void makeSecrets());
reportMissingHelm();

const schema = process.env['COMPOSE_SCHEMA'];
(schema ? test : test.skip)('compose.yaml is valid', () => {
  const isValid = new Ajv({ strict: false, allErrors: true, logger: false, formats: { duration: true } }).compile(
    JSON.parse(readFileSync(schema!, 'utf8')) as object,
  );
  isValid(compose);
  expect(isValid.errors ?? []).toEqual([]);
  expect(isValid({ ...compose, services: { web: { imag: 'x' } } })).toBe(false);
});

test('the domain is required', () => {
  expect(() => readCompose({})).toThrow('DRIPLINE_DOMAIN: Set DRIPLINE_DOMAIN in .env');
});

test('the guide describes each variable of .env', () => {
  const guide = readFileSync(join(root, 'docs/operate/one-server.md'), 'utf8');
  const names = readFileSync(join(root, 'compose.yaml'), 'utf8').match(/(?<=\$\{)\w+/g)!;
  expect([...new Set(names)].filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

/** The programs, and the module and function with which each reads its environment. */
const programs: [service: string, module: string, read: string][] = [
  ['migrate', 'services/graphql/dist/env.js', 'readMigrateEnv'],
  ['graphql', 'services/graphql/dist/env.js', 'readServerEnv'],
  ['workflows', 'services/workflows/dist/env.js', 'readEnv'],
  ['rest-facade', 'services/rest-facade/dist/env.js', 'readEnv'],
  ['web', 'web/server/env.ts', 'readEnv'],
];

/** Returns what a program of compose.yaml reads from its environment and secrets, or its error. */
function readEnvironment(service: string, module: string, read: string, variables: Record<string, string> = {}) {
  const { environment = {} } = readCompose({ DRIPLINE_DOMAIN: 'leads.example.com', ...variables }).services[service]!;
  const script = `import(process.argv[1]).then((m) => console.log(JSON.stringify(m.${read}())))`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', '-e', script, join(root, module)], {
    encoding: 'utf8',
    // The images set NODE_ENV.
    env: { ...environment, NODE_ENV: 'production', CREDENTIALS_DIRECTORY: credentialsOf(service) },
  });
  return { status, stderr, values: status === 0 ? (JSON.parse(stdout) as Record<string, unknown>) : {} };
}

/** The folder on the server that is mounted as CREDENTIALS_DIRECTORY. */
function credentialsOf(service: string): string {
  const { environment, volumes = [] } = services[service]!;
  const mount = volumes.find((volume) => volume.endsWith(`:${environment!['CREDENTIALS_DIRECTORY']}:ro`));
  return join(folder, mount!.split(':')[0]!);
}

it.each(programs)('%s accepts its environment and secrets in production', (service, module, read) => {
  const { status, stderr, values } = readEnvironment(service, module, read);
  expect([status, stderr]).toEqual([0, '']);
  const { environment = {} } = services[service]!;
  const files = readdirSync(join(folder, 'compose/secrets', service));
  // A variable that the program does not read would have no effect.
  for (const name of files) expect(values).toHaveProperty(name);
  if ('PUBLIC_URL' in environment && 'PUBLIC_URL' in values)
    expect(values['PUBLIC_URL']).toBe('https://leads.example.com');
});

test('a service without its secrets does not start', () => {
  const { status, stderr } = readEnvironment('workflows', 'services/graphql/dist/env.js', 'readServerEnv');
  expect([status, stderr]).toEqual([1, expect.stringContaining('DATABASE_URL')]);
});

test('a Twilio account in .env requires the secret that docs/operate/one-server.md names', () => {
  const account = { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_FROM_NUMBER: '+15005550006' };
  const { stderr } = readEnvironment('workflows', 'services/workflows/dist/env.js', 'readEnv', account);
  expect(stderr).toBe('TWILIO_AUTH_TOKEN: is required when TWILIO_ACCOUNT_SID is set\n');
});

test.each([
  [200, 0],
  [503, 1],
])('the health check of a service that answers %i ends with %i', async (answer, code) => {
  const names = ['graphql', 'rest-facade', 'web', 'workflows'];
  const [check, ...others] = new Set(names.map((name) => JSON.stringify(services[name]!.healthcheck!.test)));
  expect(others).toEqual([]);
  const [kind, program, flag, script = ''] = JSON.parse(check!) as string[];
  expect([kind, program, flag]).toEqual(['CMD', 'node', '--eval']);
  // The services listen on the default of OPS_PORT, because compose.yaml does not set it.
  expect(names.map((name) => services[name]!.environment!['OPS_PORT'])).toEqual(names.map(() => undefined));
  const server = createServer((request, response) =>
    response.writeHead(request.url === '/readyz' ? answer : 404).end(),
  ).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const address = `127.0.0.1:${opsEnv.OPS_PORT.parse(undefined)}`;
  expect(script).toContain(address);
  const status = await new Promise((resolve) => {
    execFile(process.execPath, ['--eval', script.replace(address, `127.0.0.1:${port}`)]).on('exit', resolve);
  });
  server.close();
  expect(status).toBe(code);
});

describe('the databases', () => {
  const stop = new AbortController();
  let ownerUrl = '';
  let appUrl = '';
  let end: (() => Promise<unknown>) | undefined;

  beforeAll(async () => {
    const [port = 0] = await pickPorts(1);
    const dataFolder = mkdtempSync(join(tmpdir(), 'dripline-postgres-'));
    chmodSync(dataFolder, 0o711);
    const postgres = await startPostgresServer({
      folder: join(dataFolder, 'postgres'),
      user: 'postgres',
      password: secret('postgres/postgres'),
      database: 'postgres',
      port,
      env: childEnv(process.env, []),
      log: new Log({ name: 'postgres', isShown: false }),
      isTemporary: true,
      signal: stop.signal,
    });
    end = () => postgres.process.stop();
    // psql is not part of the packages with Postgres.
    const script = readFileSync(join(root, 'compose/create-databases.sh'), 'utf8');
    const sql = /<<'SQL'\n([\s\S]+)\nSQL\n/.exec(script)![1]!;
    const [server = '', database = ''] = sql
      .replace(/:'(\w+)'/g, (_match, name: string) => `'${secret(`postgres/${name}`)}'`)
      .split('\\c dripline\n');
    await query(postgres.url, ...server.split('\n').filter(Boolean));
    await query(postgres.url.replace(/postgres$/, 'dripline'), database);
    [ownerUrl, appUrl] = ['migrate', 'graphql'].map((service) =>
      secret(`${service}/DATABASE_URL`).replace('postgres:5432', `127.0.0.1:${port}`),
    ) as [string, string];
  });
  afterAll(() => end?.());

  async function query(url: string, ...statements: string[]) {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      let rows: unknown[] = [];
      for (const statement of statements) ({ rows } = await client.query<object>(statement));
      return rows;
    } finally {
      await client.end();
    }
  }

  it('are migrated by their owner, and the role of the server reads them but cannot change tables', async () => {
    const { command = [] } = services['migrate']!;
    const migrate = spawnSync(process.execPath, [join(root, command[1]!)], {
      encoding: 'utf8',
      env: {
        ...services['migrate']!.environment,
        DATABASE_URL: ownerUrl,
        CREDENTIALS_DIRECTORY: credentialsOf('migrate'),
      },
    });
    expect([migrate.status, migrate.stderr]).toEqual([0, '']);
    expect(await query(ownerUrl, 'SELECT username FROM users')).toEqual([{ username: 'admin' }]);
    expect(await query(appUrl, 'SET ROLE dripline_agency', 'SELECT * FROM clients')).toEqual([]);
    await expect(query(appUrl, 'CREATE TABLE x (y int)')).rejects.toThrow('permission denied');
  });

  it('of Temporal and Dripline are closed to the role of the other', async () => {
    const temporalUrl = new URL(appUrl);
    temporalUrl.username = 'temporal';
    temporalUrl.password = secret('postgres/temporal');
    await expect(query(temporalUrl.href, 'SELECT 1')).rejects.toThrow('permission denied for database "dripline"');
    await expect(query(appUrl.replace(/dripline$/, 'temporal'), 'SELECT 1')).rejects.toThrow('permission denied');
    temporalUrl.pathname = '/temporal_visibility';
    expect(await query(temporalUrl.href, 'CREATE TABLE x (y int)', 'SELECT * FROM x')).toEqual([]);
  });
});

test('making the secrets again changes none, and only the owner reaches them on the server', () => {
  const read = () => secretFiles().map((path) => [path, readFileSync(path, 'utf8')]);
  const before = read();
  expect(before).toHaveLength(16);
  makeSecrets();
  expect(read()).toEqual(before);
  const administrator = ['ADMIN_USERNAME', 'ADMIN_PASSWORD'].map((name) =>
    join(folder, 'compose/secrets/migrate', name),
  );
  for (const path of administrator) rmSync(path);
  makeSecrets();
  expect(administrator.map((path) => existsSync(path))).toEqual([false, false]);
  expect(statSync(join(folder, 'compose/secrets')).mode & 0o777).toBe(0o700);
  expect(secret('workflows/WORKER_TOKEN')).toBe(secret('graphql/WORKER_TOKEN'));
  expect(secret('web/LANDING_TOKEN')).toBe(secret('graphql/LANDING_TOKEN'));
  expect(
    new Set(
      ['WORKER_TOKEN', 'LANDING_TOKEN', 'SESSION_SECRET', 'NUMBER_HASH_KEY'].map((name) => secret(`graphql/${name}`)),
    ).size,
  ).toBe(4);
});

test('services reach each other by name and port, and only Caddy is reachable from outside', () => {
  const ports: Record<string, number[]> = {
    graphql: [4000, 4001],
    temporal: [7233],
    postgres: [5432],
    'rest-facade': [3000],
    web: [8080],
  };
  const caddyfile = readFileSync(join(root, 'compose/Caddyfile'), 'utf8');
  const urls = Object.values(services).flatMap(({ environment = {} }) => Object.values(environment));
  const addresses = [...urls, secret('graphql/DATABASE_URL'), secret('migrate/DATABASE_URL'), caddyfile].flatMap(
    (text) => [...text.matchAll(/(?:@|\/\/|proxy |^)([a-z-]+):(\d+)/gm)],
  );
  expect(addresses.length).toBeGreaterThan(10);
  for (const [, host = '', port] of addresses)
    expect([host, ports[host]?.includes(Number(port))]).toEqual([host, true]);
  expect(Object.keys(services).filter((name) => services[name]!.ports)).toEqual(['caddy']);
});

test('mounted files exist, volumes are declared, and the images have one version', () => {
  for (const { volumes = [], env_file: files = [] } of Object.values(services))
    for (const source of [...volumes.map((volume) => volume.split(':')[0]!), ...files])
      if (source.includes('/')) expect(() => statSync(join(folder, source))).not.toThrow();
      else expect(compose.volumes).toHaveProperty(source);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const images = ['graphql', 'migrate', 'rest-facade', 'uploads', 'web', 'workflows'].map(
    (name) => services[name]!.image,
  );
  for (const image of images)
    expect(image).toMatch(new RegExp(`^ghcr\\.io/dripline/(graphql|rest-facade|web|workflows):${version}$`));
  for (const name of ['graphql', 'rest-facade', 'web', 'workflows', 'migrate'])
    expect(services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
});

withHelm('the routes', () => {
  it('are those of the chart’s Ingress', async () => {
    const objects = await render('-f', join(root, 'charts/dripline/examples/minimal.yaml'));
    const [rule] = ofKind(objects, 'Ingress')[0]!.spec!.rules!;
    const caddyfile = readFileSync(join(root, 'compose/Caddyfile'), 'utf8');
    const matchers = [...caddyfile.matchAll(/@(\w+) path (.+)\n\thandle @\1 \{\n\t\treverse_proxy ([\w-]+):/g)];
    const routes = matchers.flatMap(([, , paths = '', service]) => paths.split(' ').map((path) => [path, service]));
    const [, rest] = /\n\thandle \{\n\t\treverse_proxy ([\w-]+):/.exec(caddyfile) ?? [];
    const expected = rule!.http.paths.flatMap(({ path, backend }) => {
      const service = backend.service.name.replace(/^[^-]+-/, '');
      return path === '/'
        ? []
        : [
            [path, service],
            [`${path}/*`, service],
          ];
    });
    expect(routes.sort()).toEqual(expected.sort());
    expect(rest).toBe('web');
  });
});
