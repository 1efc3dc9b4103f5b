import { create, toString } from 'qrcode';
import { encodePng } from './encode-png';
import { QrCodeFormat, type QrCode } from './qr-code.types';

// M restores 15 % of the code; ISO/IEC 18004 asks for a quiet zone of four modules.
const LEVEL = 'M';
const QUIET = 4;

/** Draws the QR code of an address, for printing: a PNG of at least `size` px a side, every module equally large, or an SVG. */
export async function drawQrCode(address: string, name: string, format: QrCodeFormat, size: number): Promise<QrCode> {
  const fileName = `${name}-qrcode.${format}`;
  if (format === QrCodeFormat.svg) {
    const svg = await toString(address, { errorCorrectionLevel: LEVEL, margin: QUIET, type: 'svg', width: size });
    return { fileName, mimeType: 'image/svg+xml', content: Buffer.from(svg).toString('base64') };
  }
  return { fileName, mimeType: 'image/png', content: drawPng(address, size).toString('base64') };
}

// The package's own PNG writer works pixel by pixel: a second and a half of the server's only thread for the largest size.
function drawPng(address: string, size: number): Buffer {
  const { modules } = create(address, { errorCorrectionLevel: LEVEL });
  const scale = Math.ceil(size / (modules.size + 2 * QUIET));
  const side = scale * (modules.size + 2 * QUIET);
  const isDark = (row: number, column: number) =>
    row >= 0 && column >= 0 && row < modules.size && column < modules.size && modules.get(row, column) === 1;
  return encodePng(side, side, scale, (row, column) => isDark(row - QUIET, column - QUIET));
}
