import { NOTHING, securityHeaders } from './security-headers';

test('a browser forgets the way without encryption for a year where visitors come over https, and is not told so where they do not', () => {
  expect(securityHeaders(NOTHING, 'https://leads.example.com')).toMatchObject({
    'strict-transport-security': 'max-age=31536000',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  expect(securityHeaders(NOTHING, 'http://localhost:8080')).not.toHaveProperty('strict-transport-security');
});
