import { mediaUrlProblem, redirectUrlProblem } from './url-rules';

test('media may be anywhere on the web, or one of our uploads, or missing', () => {
  for (const url of ['', 'https://a.example/logo.png', 'http://a.example/logo.png', '/objects/uploads/1'])
    expect(mediaUrlProblem(url)).toBeUndefined();
  for (const url of [
    'logo.png',
    'javascript:alert(1)',
    'data:image/png;base64,AA',
    '//evil.example/x',
    'https://a b.example/x',
  ])
    expect(mediaUrlProblem(url)).toBeDefined();
});

test('visitors are only ever sent to an https page', () => {
  expect(redirectUrlProblem('https://a.example/thanks')).toBeUndefined();
  for (const url of ['', 'http://a.example', 'javascript:alert(1)', 'a.example'])
    expect(redirectUrlProblem(url)).toBeDefined();
});
