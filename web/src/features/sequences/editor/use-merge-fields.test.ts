import { mergeFieldNames } from './use-merge-fields';

const field = { type: 'text' as const, label: 'Town', placeholder: 'Town', required: true, options: [] };
const fields = [
  { ...field, id: 'fullName', label: 'Full Name', placeholder: 'Ann Lee' },
  { ...field, id: 'town' },
  { ...field, id: 'age', type: 'select' as const, placeholder: 'Choose', options: ['Old', 'New'] },
  { ...field, id: 'phone', type: 'tel' as const },
];

test('mergeFieldNames lists the built-in merge fields, then the form’s fields, each once', () => {
  expect(mergeFieldNames(fields)).toEqual(['firstName', 'fullName', 'businessName', 'town', 'age', 'phone']);
});
