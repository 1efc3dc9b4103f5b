import { readEnv } from './env';

test('readEnv returns a default for every optional variable', () => {
  expect(readEnv({})).toEqual({
    NODE_ENV: 'production',
    HOST: '0.0.0.0',
    PORT: 8080,
    PUBLIC_URL: 'http://localhost:8080',
    DEFAULT_PHONE_COUNTRY: 'US',
    PRODUCT_NAME: 'Dripline',
    OPS_PORT: 9464,
    OPS_HOST: '0.0.0.0',
    LOG_LEVEL: 'info',
  });
});

test('readEnv names an invalid token without revealing its value', () => {
  expect(() => readEnv({ LANDING_TOKEN: 'short' })).toThrow(/^LANDING_TOKEN must have at least 16 characters$/);
});

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['GRAPHQL_URL', 'localhost:4000'],
  ['INTERNAL_GRAPHQL_URL', 'localhost:4001'],
  ['FACADE_URL', 'ftp://x'],
  ['PUBLIC_URL', 'pages'],
  ['NODE_ENV', 'staging'],
])('readEnv names %s in one line when it is %j', (name, value) => {
  expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^${name} must be .*'${value}'`));
});
