import { fillMergeFields } from './fill-merge-fields';

const values = {
  answers: { age: '9 to 12 years', 'age-2': '3' },
  fullName: ' Ann  Lee ',
  businessName: 'Summit Water',
};

test.each([
  ['Hi {{firstName}}, {{ businessName }} here.', 'Hi Ann, Summit Water here.'],
  ['{{age}} and {{age-2}}', '9 to 12 years and 3'],
  ['{{constructor}}{{unknown}}{{not a field}}', '{{not a field}}'],
])('%j renders as %j', (text, read) => expect(fillMergeFields(text, values)).toBe(read));

test.each([
  ['line breaks and control characters', 'Ann\r\n\u001b[31m\u0007 Lee', 'Ann [31m Lee'],
  ['characters that change the direction of text', 'Ann\u202Eeel', 'Ann eel'],
  ['links', 'Win at https://evil.example/x or www.evil.example, evil.io/a?b now', 'Win at or now'],
  ['more than 100 characters', '😀'.repeat(5_000), '😀'.repeat(100)],
])('a visitor’s value is cleaned of %s', (_, fullName, cleaned) => {
  expect(fillMergeFields('{{fullName}}', { ...values, fullName })).toBe(cleaned);
  expect(fillMergeFields('{{note}}', { ...values, answers: { note: fullName } })).toBe(cleaned);
});

test('an email address stays', () => {
  expect(fillMergeFields('{{email}}', { ...values, answers: { email: 'ann@lee.example' } })).toBe('ann@lee.example');
});

test('a missing name is replaced by the empty string', () => {
  expect(fillMergeFields('Hi {{firstName}}!', { ...values, fullName: null })).toBe('Hi !');
});
