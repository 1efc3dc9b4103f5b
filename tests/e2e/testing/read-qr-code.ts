import { readFileSync } from 'node:fs';
import type { Download } from '@playwright/test';
import jsQr from 'jsqr';
import { PNG } from 'pngjs';

/**
 * Returns the text of the QR code in a PNG that the browser downloaded, as a phone reads it.
 *
 * @throws if it cannot be read
 */
export async function readQrCode(download: Download): Promise<string> {
  const { data, width, height } = PNG.sync.read(readFileSync(await download.path()));
  const code = jsQr(new Uint8ClampedArray(data), width, height);
  if (!code) throw new Error('The picture contains no QR code that can be read.');
  return code.data;
}
