import { NO_CONTENT_POLICY, securityHeaders } from './security-headers';

test('Strict-Transport-Security is sent for a year over https, and not over http', () => {
  expect(securityHeaders(NO_CONTENT_POLICY, 'https://leads.example.com')).toMatchObject({
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  expect(securityHeaders(NO_CONTENT_POLICY, 'http://localhost:8080')).not.toHaveProperty('strict-transport-security');
});
