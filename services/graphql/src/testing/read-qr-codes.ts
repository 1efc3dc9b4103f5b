import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { PNG } from 'pngjs';
import { create } from 'qrcode';

/** A PNG, an SVG or a PDF with a QR code, or a PDF with one in each label of a sheet. */
export interface QrCodeFile {
  mimeType: string;
  /** In base64. */
  content: string;
  /** Where the labels are, in points: left, top, width and height. Without it, the whole file is one label. */
  labels?: readonly (readonly [number, number, number, number])[];
  /** Red, green and blue of a color that is looked for. */
  color?: readonly number[];
}

/** What was found in a file. */
export interface FoundQrCodes {
  /** In pixels; two for each point of a PDF. */
  width: number;
  height: number;
  /**
   * For each label: the text that jsQR read, and all that ZXing read; whether the color is there; and the middle of what
   * is drawn, as shares of the width and the height.
   */
  codes: { texts: (string | null)[]; hasColor: boolean; center: [number, number] }[];
  /** Whether anything is drawn outside the labels. */
  hasInkOutside: boolean;
}

/** Reads the QR codes of files with two independent decoders. */
export function readQrCodes(files: readonly QrCodeFile[]): FoundQrCodes[] {
  const found = execFileSync(process.execPath, [path.join(__dirname, 'decode-qr-codes.mjs')], {
    input: JSON.stringify(files),
    encoding: 'utf8',
  });
  return JSON.parse(found) as FoundQrCodes[];
}

const QUIET_ZONE = 4;
/** A code of version 4 and level H has four blocks of 25 codewords. Each of them recovers 8. */
const SIZE = 33;
const BLOCKS = 4;

interface Module {
  x: number;
  y: number;
}

/**
 * Hides `count` codewords of each block of a PNG, as stains do. Those that a logo hides already are among them.
 *
 * @param url the contents of the code, which must need version 4 at level H
 */
export function hideCodewords(content: string, url: string, count: number, pick: (bound: number) => number): string {
  const { modules } = create(url, { errorCorrectionLevel: 'H' });
  if (modules.size !== SIZE) throw new Error(`The code has ${modules.size} modules, not ${SIZE}.`);
  const picture = PNG.sync.read(Buffer.from(content, 'base64'));
  const pixels = picture.width / (SIZE + 2 * QUIET_ZONE);
  const edge = (n: number) => Math.round((n + QUIET_ZONE) * pixels);
  const offset = (x: number, y: number) => (y * picture.width + x) * 4;
  const isDark = ({ x, y }: Module) => picture.data[offset(edge(x + 0.5), edge(y + 0.5))]! < 128;
  const isHidden = (codeword: Module[]) =>
    codeword.some((module) => isDark(module) !== Boolean(modules.get(module.y, module.x)));
  const codewords = codewordsOf((x, y) => modules.reservedBit[y * SIZE + x] === 1);
  for (let block = 0; block < BLOCKS; block += 1) {
    const ofBlock = codewords.filter((_, n) => n % BLOCKS === block);
    if (ofBlock.filter(isHidden).length > count)
      throw new Error('The picture hides too much already, or its code has another level.');
    while (ofBlock.filter(isHidden).length < count) {
      const value = pick(2) * 255;
      for (const { x, y } of ofBlock[pick(ofBlock.length)]!)
        for (let row = edge(y); row < edge(y + 1); row += 1)
          picture.data.fill(value, offset(edge(x), row), offset(edge(x + 1), row));
    }
  }
  return PNG.sync.write(picture).toString('base64');
}

/** Returns the modules of each codeword in the order of ISO/IEC 18004: pairs of columns from the right, up and down. */
function codewordsOf(isReserved: (x: number, y: number) => boolean): Module[][] {
  const bits: Module[] = [];
  let isUp = true;
  for (let right = SIZE - 1; right > 0; right -= 2) {
    // The timing pattern takes a column of its own.
    if (right === 6) right -= 1;
    for (let n = 0; n < SIZE; n += 1)
      for (const x of [right, right - 1]) {
        const y = isUp ? SIZE - 1 - n : n;
        if (!isReserved(x, y)) bits.push({ x, y });
      }
    isUp = !isUp;
  }
  return Array.from({ length: Math.floor(bits.length / 8) }, (_, n) => bits.slice(n * 8, n * 8 + 8));
}
