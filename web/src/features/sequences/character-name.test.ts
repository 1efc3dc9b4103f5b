import { characterName } from './character-name';

test.each([
  ['’', '’ curly apostrophe'],
  ['“', '“ curly quote'],
  ['👨‍👩‍👧', '👨‍👩‍👧 emoji'],
  ['🇫🇷', '🇫🇷 emoji'],
  ['ж', 'ж letter'],
  ['→', '→ character'],
  ['\u00a0', 'unbreakable space'],
  ['\u200b', 'invisible character'],
])('%j is called %s', (character, name) => expect(characterName(character)).toBe(name));
