import { readAudit } from './audit-packages';

test('high and critical weaknesses are named, lesser ones are not', () => {
  const vulnerabilities = Object.fromEntries(
    ['low', 'moderate', 'high', 'critical'].map((severity) => [severity, { name: `a-${severity}-package`, severity }]),
  );
  expect(readAudit(JSON.stringify({ vulnerabilities }))).toEqual({
    found: ['a-high-package: high', 'a-critical-package: critical'],
  });
  expect(readAudit(JSON.stringify({ vulnerabilities: {} }))).toEqual({ found: [] });
});

test.each([
  [
    'a registry without that door',
    JSON.stringify({ message: '405 Method Not Allowed - POST', statusCode: 405, error: { summary: '' } }),
    '405 Method Not Allowed - POST',
  ],
  [
    'no network',
    JSON.stringify({ error: { code: 'ENOTFOUND', summary: 'getaddrinfo ENOTFOUND' } }),
    'getaddrinfo ENOTFOUND',
  ],
  ['nothing at all', '', 'it did not answer'],
])('%s is not taken for a clean answer', (_, text, unasked) => {
  expect(readAudit(text)).toEqual({ unasked });
});
