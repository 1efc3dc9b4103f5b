import { readEnv } from './env';

test('has a value for everything that may be left out', () => {
  expect(readEnv({})).toEqual({
    NODE_ENV: 'production',
    HOST: '0.0.0.0',
    PORT: 8080,
    PUBLIC_URL: 'http://localhost:8080',
    PRODUCT_NAME: 'Dripline',
    OPS_PORT: 9464,
    OPS_HOST: '0.0.0.0',
    LOG_LEVEL: 'info',
  });
});

test('says of a token that it is wrong, and not what it is', () => {
  expect(() => readEnv({ SERVICE_TOKEN: 'short' })).toThrow(/^SERVICE_TOKEN must have at least 16 characters$/);
});

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['GRAPHQL_URL', 'localhost:4000'],
  ['FACADE_URL', 'ftp://x'],
  ['PUBLIC_URL', 'pages'],
  ['NODE_ENV', 'staging'],
])('names %s when it is %j, in one line', (name, value) => {
  expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^${name} must be .*'${value}'`));
});
