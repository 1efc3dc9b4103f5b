import { deriveFieldId } from './field-id';

test.each([
  ['Full Name', 'fullname'],
  ["What's your ZIP code?", 'whatsyourzipcode'],
  ['Größe', 'gre'],
  ['年齢', 'field'],
])('fieldId turns %j into %j', (label, id) => expect(deriveFieldId(label)).toBe(id));

test('fieldId numbers the id of a second field with the same label', () => {
  expect(deriveFieldId('Phone', ['phone', 'phone-2'])).toBe('phone-3');
});
