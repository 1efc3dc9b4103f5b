import { join } from 'node:path';
import { readEnv } from './env';
import { root } from './paths';

test('without any variable, everything has its default', () => {
  expect(readEnv({})).toMatchObject({
    PORT: 8080,
    HOST: '127.0.0.1',
    PUBLIC_URL: 'http://localhost:8080',
    DATA_DIR: join(root, '.data'),
  });
});

test('who names a public address is reachable from elsewhere', () => {
  expect(readEnv({ PUBLIC_URL: 'https://leads.example.com/' })).toMatchObject({
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://leads.example.com',
  });
});

test('an empty variable counts as unset', () => {
  expect(readEnv({ PORT: '', RATE_LIMITS: '' })).toMatchObject({ PORT: 8080 });
});

test.each([
  ['PORT', 'abc'],
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PUBLIC_URL', 'leads.acme.test'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['TEMPORAL_ADDRESS', 'localhost'],
  ['SERVICE_TOKEN', 'short'],
  ['RATE_LIMITS', 'maybe'],
  ['DEFAULT_TIME_ZONE', 'Mars/Base'],
  ['DEFAULT_PHONE_COUNTRY', 'usa'],
  ['MESSAGE_COUNTRIES', 'US, CA'],
])('a malformed %s gives one line that names it, without its value', (name, value) => {
  const attempt = () => readEnv({ [name]: value });
  expect(attempt).toThrow(new RegExp(`^${name}: must .*\\.$`));
  expect(attempt).not.toThrow(value);
});
