import { fieldId } from './field-id';

test.each([
  ['Full Name', 'fullname'],
  ["What's your ZIP code?", 'whatsyourzipcode'],
  ['Größe', 'gre'],
  ['年齢', 'field'],
])('%j becomes %j', (label, id) => expect(fieldId(label)).toBe(id));

test('a second question of the same name has an id of its own', () => {
  expect(fieldId('Phone', ['phone', 'phone-2'])).toBe('phone-3');
});
