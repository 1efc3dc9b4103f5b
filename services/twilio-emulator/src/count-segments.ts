// GSM 03.38: the alphabet, and what needs an escape before it.
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const escaped = new Set('^{}\\[~]|€\f');

/** In how many parts a text goes: each character stays whole, and several parts have room for a little less. */
export function countSegments(body: string): number {
  const characters = [...body];
  const isPlain = characters.every((character) => basic.has(character) || escaped.has(character));
  const widths = characters.map((character) => (isPlain ? (basic.has(character) ? 1 : 2) : character.length));
  const [alone, joined] = isPlain ? [160, 153] : [70, 67];
  if (widths.reduce((sum, width) => sum + width, 0) <= alone) return 1;
  let [parts, used] = [1, 0];
  for (const width of widths) [parts, used] = used + width > joined ? [parts + 1, width] : [parts, used + width];
  return parts;
}
