import { sampleLead } from './sample-lead';

const field = { type: 'text', label: 'Town', placeholder: 'Town', options: [] };

test('the sample lead has a value of the right kind for every field', () => {
  const fields = [
    { ...field, id: 'fullName', label: 'Full Name', placeholder: 'Ann Lee' },
    { ...field, id: 'town' },
    { ...field, id: 'age', type: 'select', placeholder: 'Choose', options: ['Old', 'New'] },
    { ...field, id: 'phone', type: 'tel' },
  ];
  expect(sampleLead(fields, 'Acme')).toEqual({
    answers: { fullName: 'Ann Lee', town: 'their Town', age: 'Old', phone: '(555) 555-0123' },
    fullName: 'Jane Smith',
    businessName: 'Acme',
    language: 'en',
  });
});
