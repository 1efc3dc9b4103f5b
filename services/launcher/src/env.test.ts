import { join } from 'node:path';
import { readEnv } from './env';
import { root } from './paths';

test('all settings have a default', () => {
  expect(readEnv({})).toMatchObject({
    PORT: 8080,
    HOST: '127.0.0.1',
    PUBLIC_URL: 'http://localhost:8080',
    DATA_DIR: join(root, '.data'),
  });
});

test('a public PUBLIC_URL makes the server listen on all interfaces', () => {
  expect(readEnv({ PUBLIC_URL: 'https://leads.example.com/' })).toMatchObject({
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://leads.example.com',
  });
});

test('an empty variable is treated as unset', () => {
  expect(readEnv({ PORT: '', RATE_LIMITS: '' })).toMatchObject({ PORT: 8080 });
});

test.each([
  ['PORT', 'abc'],
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PUBLIC_URL', 'leads.acme.test'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['TEMPORAL_ADDRESS', 'localhost'],
  ['WORKER_TOKEN', 'short'],
  ['RATE_LIMITS', 'maybe'],
  ['DEFAULT_TIME_ZONE', 'Mars/Base'],
  ['DEFAULT_PHONE_COUNTRY', 'usa'],
  ['MESSAGE_COUNTRIES', 'US, CA'],
])('the error for a malformed %s names the variable but not its value', (name, value) => {
  const attempt = () => readEnv({ [name]: value });
  expect(attempt).toThrow(new RegExp(`^${name}: must .*\\.$`));
  expect(attempt).not.toThrow(value);
});
