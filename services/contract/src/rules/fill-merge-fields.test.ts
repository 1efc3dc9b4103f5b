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

test('a missing name is replaced by the empty string', () => {
  expect(fillMergeFields('Hi {{firstName}}!', { ...values, fullName: null })).toBe('Hi !');
});
