const GSM7 = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const GSM7_EXTENDED = new Set('^{}\\[~]|€\f');

/** How many segments a text takes on the network: 160 (then 153) characters of GSM-7, or 70 (then 67) of UCS-2 where one character needs it. */
export function segmentsOf(text: string) {
  const characters = [...text];
  const plain = characters.every((character) => GSM7.has(character) || GSM7_EXTENDED.has(character));
  const length = plain ? characters.reduce((sum, character) => sum + (GSM7.has(character) ? 1 : 2), 0) : text.length;
  const [single, joined] = plain ? [160, 153] : [70, 67];
  return length <= single ? Math.min(length, 1) : Math.ceil(length / joined);
}
