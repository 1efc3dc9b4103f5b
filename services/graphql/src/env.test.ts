import { childServerDefaults } from './testing/child-server';
import { deriveSettings, serverEnvSchema, withDatabaseTls } from './env';

const read = (more: Record<string, string>) =>
  serverEnvSchema.safeParse({
    ...childServerDefaults,
    TEMPORAL_ADDRESS: 'temporal:7233',
    DATABASE_URL: 'postgres://app@localhost/dripline',
    DATA_DIR: '/data',
    ...more,
  });

test('the playground is open by default, and in production to accounts and API keys', () => {
  const playground = (more: Record<string, string>) => deriveSettings(read(more).data!).playground;
  expect([playground({}), playground({ GRAPHQL_PLAYGROUND: 'off' }), playground({ NODE_ENV: 'production' })]).toEqual([
    'on',
    'off',
    'accounts',
  ]);
});

test.each([
  ['GRAPHQL_PLAYGROUND', 'on'],
  ['RATE_LIMITS', 'off'],
])('the server does not start in production with %s=%s', (name, value) => {
  expect(read({ NODE_ENV: 'production', [name]: value }).error?.issues).toEqual([
    expect.objectContaining({ path: [name], message: 'is not allowed in production. Remove it.' }),
  ]);
});

test('the services have different tokens', () => {
  expect(read({ LANDING_TOKEN: childServerDefaults.WORKER_TOKEN }).error?.issues).toEqual([
    expect.objectContaining({ path: ['LANDING_TOKEN'], message: 'must differ from WORKER_TOKEN' }),
  ]);
});

test.each([
  ['postgres://app@db/dripline', undefined, undefined, ''],
  ['postgres://app@db/dripline', 'verify-full', undefined, '?sslmode=verify-full&uselibpqcompat=true'],
  ['postgres://app@db/dripline', undefined, '/ca.crt', '?sslrootcert=%2Fca.crt'],
  ['postgres://app@db/dripline', 'require', '/ca.crt', '?sslmode=require&uselibpqcompat=true&sslrootcert=%2Fca.crt'],
  ['postgres://app@db/dripline?sslmode=disable', 'require', undefined, '?sslmode=disable'],
  ['postgres://app@db/dripline?sslrootcert=a', undefined, '/ca.crt', '?sslrootcert=a'],
])('the URL %s with PGSSLMODE=%s and PGSSLROOTCERT=%s keeps its own TLS settings and gets the others', (...row) => {
  const [url, PGSSLMODE, PGSSLROOTCERT, search] = row;
  const { DATABASE_URL } = withDatabaseTls({ DATABASE_URL: url, PGSSLMODE, PGSSLROOTCERT });
  expect(DATABASE_URL).toBe(`postgres://app@db/dripline${search}`);
});
