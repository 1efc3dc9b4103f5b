import { characterName } from './character-name';

test.each([
  ['’', '’ curly apostrophe'],
  ['“', '“ curly quote'],
  ['👨‍👩‍👧', '👨‍👩‍👧 emoji'],
  ['🇫🇷', '🇫🇷 emoji'],
  ['ж', 'ж letter'],
  ['→', '→ character'],
  ['\u00a0', 'non-breaking space'],
  ['\u200b', 'invisible character'],
])('characterName names %j as %s', (character, name) => expect(characterName(character)).toBe(name));
