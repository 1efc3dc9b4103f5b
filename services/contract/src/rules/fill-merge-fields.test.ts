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
])('%j reads %j', (text, read) => expect(fillMergeFields(text, values)).toBe(read));

test('without a name, nothing stands in its place', () => {
  expect(fillMergeFields('Hi {{firstName}}!', { ...values, fullName: null })).toBe('Hi !');
});
