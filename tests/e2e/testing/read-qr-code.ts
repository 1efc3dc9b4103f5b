import { readFileSync } from 'node:fs';
import jsQr from 'jsqr';
import { PNG } from 'pngjs';

/** Returns the text of the QR code in a PNG file. */
export function readQrCode(file: string): string | undefined {
  const { data, width, height } = PNG.sync.read(readFileSync(file));
  return jsQr(new Uint8ClampedArray(data), width, height)?.data;
}
