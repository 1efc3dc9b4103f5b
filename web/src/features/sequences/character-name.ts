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
  '\u00a0': 'unbreakable space',
  '\t': 'tab',
};

/** What people call a character, with the character itself where it can be seen: "’ curly apostrophe", "😀 emoji". */
export function characterName(character: string) {
  const isUnseen = /^[\s\p{Cf}]+$/u.test(character);
  return isUnseen
    ? (names[character] ?? 'invisible character')
    : `${character} ${names[character] ?? kindOf(character)}`;
}

function kindOf(character: string) {
  if (/\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(character)) return 'emoji';
  return /\p{L}/u.test(character) ? 'letter' : 'character';
}
