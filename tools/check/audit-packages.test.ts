import { readAudit } from './audit-packages';

test('high and critical vulnerabilities are reported, and lower ones are not', () => {
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
    'a registry without an audit endpoint',
    JSON.stringify({ message: '405 Method Not Allowed - POST', statusCode: 405, error: { summary: '' } }),
    '405 Method Not Allowed - POST',
  ],
  [
    'no network',
    JSON.stringify({ error: { code: 'ENOTFOUND', summary: 'getaddrinfo ENOTFOUND' } }),
    'getaddrinfo ENOTFOUND',
  ],
  ['an empty response', '', 'no valid response'],
])('%s does not count as a clean audit', (_, text, unavailable) => {
  expect(readAudit(text)).toEqual({ unavailable });
});
