import { childServerDefaults } from './testing/child-server';
import { deriveSettings, serverEnvSchema } from './env';

const read = (more: Record<string, string>) =>
  serverEnvSchema.safeParse({
    ...childServerDefaults,
    TEMPORAL_ADDRESS: 'temporal:7233',
    DATABASE_URL: 'postgres://app@localhost/dripline',
    DATA_DIR: '/data',
    ...more,
  });

test('the playground is open by default, except in production', () => {
  const isOpen = (more: Record<string, string>) => deriveSettings(read(more).data!).playground;
  expect([isOpen({}), isOpen({ GRAPHQL_PLAYGROUND: 'false' }), isOpen({ NODE_ENV: 'production' })]).toEqual([
    true,
    false,
    false,
  ]);
});

test.each([
  ['GRAPHQL_PLAYGROUND', 'true'],
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
