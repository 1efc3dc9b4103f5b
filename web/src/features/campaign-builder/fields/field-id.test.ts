import { fieldId } from './field-id';

test.each([
  ['Full Name', 'fullname'],
  ["What's your ZIP code?", 'whatsyourzipcode'],
  ['Größe', 'gre'],
  ['年齢', 'field'],
])('fieldId turns %j into %j', (label, id) => expect(fieldId(label)).toBe(id));

test('fieldId numbers the id of a second field with the same label', () => {
  expect(fieldId('Phone', ['phone', 'phone-2'])).toBe('phone-3');
});
