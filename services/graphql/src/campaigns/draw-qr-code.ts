import { create, toString } from 'qrcode';
import { encodePng } from './encode-png';
import { QrCodeFormat, type QrCode } from './qr-code.types';

// Level M recovers 15% of the code. ISO/IEC 18004 requires a quiet zone of four modules.
const ERROR_CORRECTION = 'M';
const QUIET_ZONE = 4;

/**
 * Draws the QR code of a URL as an SVG, or as a PNG whose sides are at least `size` pixels, with modules of equal size.
 */
export async function drawQrCode(url: string, name: string, format: QrCodeFormat, size: number): Promise<QrCode> {
  const fileName = `${name}-qrcode.${format}`;
  if (format === QrCodeFormat.svg) {
    const svg = await toString(url, {
      errorCorrectionLevel: ERROR_CORRECTION,
      margin: QUIET_ZONE,
      type: 'svg',
      width: size,
    });
    return { fileName, mimeType: 'image/svg+xml', content: Buffer.from(svg).toString('base64') };
  }
  return { fileName, mimeType: 'image/png', content: drawPng(url, size).toString('base64') };
}

// The package's own PNG writer works pixel by pixel and blocks the event loop for 1.5 s at the largest size.
function drawPng(url: string, size: number): Buffer {
  const { modules } = create(url, { errorCorrectionLevel: ERROR_CORRECTION });
  const scale = Math.ceil(size / (modules.size + 2 * QUIET_ZONE));
  const side = scale * (modules.size + 2 * QUIET_ZONE);
  const isDark = (row: number, column: number) =>
    row >= 0 && column >= 0 && row < modules.size && column < modules.size && modules.get(row, column) === 1;
  return encodePng(side, side, scale, (row, column) => isDark(row - QUIET_ZONE, column - QUIET_ZONE));
}
