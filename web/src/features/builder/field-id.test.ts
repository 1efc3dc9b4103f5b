import { fieldId } from './field-id';

test.each([
  ['Full Name', 'fullname'],
  ["What's your ZIP code?", 'whatsyourzipcode'],
  ['Größe', 'gre'],
])('%j becomes %j', (label, id) => expect(fieldId(label)).toBe(id));
