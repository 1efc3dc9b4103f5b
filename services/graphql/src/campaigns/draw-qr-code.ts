import { create, toString } from 'qrcode';
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
  return { fileName, mimeType: 'image/png', content: (await drawPng(url, size)).toString('base64') };
}

// The package's own PNG writer works pixel by pixel and blocks the event loop for 1.5 s at the largest size. `sharp`
// scales in a thread, from one pixel per module. It does not read the SVG, because decoders other than those of
// uploaded images are blocked in this process.
async function drawPng(url: string, size: number): Promise<Buffer> {
  const { modules } = create(url, { errorCorrectionLevel: ERROR_CORRECTION });
  const scale = Math.ceil(size / (modules.size + 2 * QUIET_ZONE));
  const margin = scale * QUIET_ZONE;
  // Imported on demand, because the library is large.
  const { default: sharp } = await import('sharp');
  return sharp(
    modules.data.map((isDark) => (isDark ? 0 : 255)),
    { raw: { width: modules.size, height: modules.size, channels: 1 } },
  )
    .resize({ width: modules.size * scale, kernel: 'nearest' })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: 'white' })
    .toColourspace('b-w')
    .png({ adaptiveFiltering: true })
    .toBuffer();
}
