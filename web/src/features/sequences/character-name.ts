const names: Record<string, string> = {
  '’': 'curly apostrophe',
  '‘': 'curly quote',
  '“': 'curly quote',
  '”': 'curly quote',
  '–': 'long dash',
  '—': 'long dash',
  '…': 'ellipsis',
  '•': 'bullet',
  '`': 'backtick',
  '™': 'trademark sign',
  '©': 'copyright sign',
  '®': 'registered sign',
  '\u00a0': 'non-breaking space',
  '\t': 'tab',
};

/**
 * Returns a character with its name, such as "’ curly apostrophe" or "😀 emoji". Invisible characters are only named.
 */
export function characterName(character: string) {
  const isInvisible = /^[\s\p{Cf}]+$/u.test(character);
  return isInvisible
    ? (names[character] ?? 'invisible character')
    : `${character} ${names[character] ?? kindOf(character)}`;
}

function kindOf(character: string) {
  if (/\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(character)) return 'emoji';
  return /\p{L}/u.test(character) ? 'letter' : 'character';
}
