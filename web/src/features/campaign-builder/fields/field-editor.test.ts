import { deriveFieldId } from './field-editor';

test.each([
  ['Full Name', 'fullname'],
  ["What's your ZIP code?", 'whatsyourzipcode'],
  ['Größe', 'gre'],
  ['年齢', 'field'],
])('deriveFieldId turns %j into %j', (label, id) => expect(deriveFieldId(label)).toBe(id));

test('deriveFieldId numbers the id of a second field with the same label', () => {
  expect(deriveFieldId('Phone', ['phone', 'phone-2'])).toBe('phone-3');
});
