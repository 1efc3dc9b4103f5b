/** Latin letters that are not a base letter with an accent. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  þ: 'th',
  ŧ: 't',
};

/**
 * Derives a URL slug from a name: lowercase, without accents, and with each run of characters other than a-z and 0-9
 * replaced by a hyphen. `Söhne & Café` becomes `sohne-cafe`. May be empty, for example for a name in Chinese.
 */
export function deriveSlug(name: string, maxLength: number): string {
  const slug = name
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]/g, (character) => letters[character] ?? '-')
    .replace(/-+/g, '-');
  return slug.replace(/^-/, '').slice(0, maxLength).replace(/-$/, '');
}
