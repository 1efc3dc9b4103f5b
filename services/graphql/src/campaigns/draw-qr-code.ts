import { toBuffer, toString } from 'qrcode';
import { badField } from '../failure';
import { QrCodeFormat, type QrCode } from './qr-code.types';

/** Sides that an image may have, in px. The smallest still holds four px a module of a long address. */
const SIZE = { min: 256, max: 4096 };
// ISO/IEC 18004 asks for a quiet zone of four modules; M restores 15 % of the code.
const shape = { errorCorrectionLevel: 'M', margin: 4 } as const;

/** Draws the QR code of an address, for printing: a PNG of `size` px a side, or an SVG. */
export async function drawQrCode(address: string, name: string, format: QrCodeFormat, size: number): Promise<QrCode> {
  if (!Number.isInteger(size) || size < SIZE.min || size > SIZE.max) throw badField('size', `Use ${SIZE.min} to ${SIZE.max} px`);
  const fileName = `${name}-qrcode.${format}`;
  if (format === QrCodeFormat.svg) {
    const svg = await toString(address, { ...shape, type: 'svg', width: size });
    return { fileName, mimeType: 'image/svg+xml', content: Buffer.from(svg).toString('base64') };
  }
  const png = await toBuffer(address, { ...shape, type: 'png', width: size });
  return { fileName, mimeType: 'image/png', content: png.toString('base64') };
}
