/** Media types that browsers display without running scripts, by signature. Only these are served inline. */
const signatures: [mimeType: string, test: (head: Buffer, text: string) => boolean][] = [
  ['image/png', (_, text) => text.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (_, text) => text.startsWith('\xff\xd8\xff')],
  ['image/gif', (_, text) => /^GIF8[79]a/.test(text)],
  ['image/webp', (_, text) => riff(text) === 'WEBP'],
  ['image/avif', (_, text) => brands(text).some((brand) => brand === 'avif' || brand === 'avis')],
  ['application/pdf', (_, text) => text.startsWith('%PDF-')],
  ['video/webm', (_, text) => text.startsWith('\x1aE\xdf\xa3') && text.includes('webm')],
  ['video/quicktime', (_, text) => brands(text)[0] === 'qt  '],
  ['audio/mp4', (_, text) => /^M4[AB] $/.test(brands(text)[0] ?? '')],
  [
    'video/mp4',
    (_, text) => brands(text).some((brand) => /^(isom|iso[2-9]|mp4[12]|avc1|M4V |dash|MSNV|3gp\w)$/.test(brand)),
  ],
  ['video/ogg', (_, text) => text.startsWith('OggS') && text.includes('\x80theora')],
  ['audio/ogg', (_, text) => text.startsWith('OggS')],
  ['audio/wav', (_, text) => riff(text) === 'WAVE'],
  ['audio/flac', (_, text) => text.startsWith('fLaC')],
  ['audio/mpeg', (head, text) => text.startsWith('ID3') || isMpegFrame(head)],
];

/** The number of bytes that type detection reads. */
export const HEAD_LENGTH = 512;

/** The media types that are served inline. */
export const inlineTypes: ReadonlySet<string> = new Set(signatures.map(([mimeType]) => mimeType));

/** Detects an inline media type by its first bytes. Returns null for anything else. */
export function detectType(head: Buffer): string | null {
  const text = head.toString('latin1');
  return signatures.find(([, test]) => test(head, text))?.[0] ?? null;
}

function riff(text: string): string | null {
  return text.startsWith('RIFF') ? text.slice(8, 12) : null;
}

/** Returns the major and compatible brands of an ISO base media file. */
function brands(text: string): string[] {
  if (text.slice(4, 8) !== 'ftyp') return [];
  const box = text.slice(8, Buffer.from(text.slice(0, 4), 'latin1').readUInt32BE());
  return (box.match(/[^]{4}/g) ?? []).filter((_, index) => index !== 1);
}

// A frame header: eleven set bits, then MPEG version 1 or 2, layer III.
function isMpegFrame(head: Buffer): boolean {
  return (
    head.length > 2 && head[0] === 0xff && [0xfa, 0xfb, 0xf2, 0xf3].includes(head[1]!) && (head[2]! & 0xf0) !== 0xf0
  );
}
