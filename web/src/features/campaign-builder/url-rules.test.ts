import { validateMediaUrl, validateRedirectUrl } from './url-rules';

test('validateMediaUrl accepts http and https URLs, uploaded files and an empty value', () => {
  for (const url of ['', 'https://a.example/logo.png', 'http://a.example/logo.png', '/objects/uploads/1'])
    expect(validateMediaUrl(url)).toBeUndefined();
  for (const url of [
    'logo.png',
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    '//evil.example/x',
    'https://a b.example/x',
  ])
    expect(validateMediaUrl(url)).toBeDefined();
});

test('validateRedirectUrl accepts only https URLs', () => {
  expect(validateRedirectUrl('https://a.example/thanks')).toBeUndefined();
  for (const url of ['', 'http://a.example', 'javascript:alert(1)', 'a.example'])
    expect(validateRedirectUrl(url)).toBeDefined();
});
