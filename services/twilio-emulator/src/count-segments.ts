// GSM 03.38: the basic alphabet, and the characters that need an escape character.
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const escaped = new Set('^{}\\[~]|€\f');

/**
 * Counts the segments of a message. A character is never split, and each of several
 * segments has less space than a single one.
 */
export function countSegments(body: string): number {
  const characters = [...body];
  const isGsm = characters.every((character) => basic.has(character) || escaped.has(character));
  const widths = characters.map((character) => (isGsm ? (basic.has(character) ? 1 : 2) : character.length));
  const [singleLimit, segmentLimit] = isGsm ? [160, 153] : [70, 67];
  if (widths.reduce((sum, width) => sum + width, 0) <= singleLimit) return 1;
  let [segments, used] = [1, 0];
  for (const width of widths)
    [segments, used] = used + width > segmentLimit ? [segments + 1, width] : [segments, used + width];
  return segments;
}
