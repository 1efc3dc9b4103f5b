import { create } from 'qrcode';
import { QrCodeFormat, type QrCode } from './qr-code.types';

/** ISO/IEC 18004 requires a quiet zone of four modules. */
export const QUIET_ZONE = 4;
/** The share of a side that the logo takes with its white border. It hides 5% of the code, of which level H recovers 30%. */
const LOGO_SHARE = 0.22;
/** The white border of the logo in modules. */
const LOGO_BORDER = 0.5;
/** The logo in pixels, enough for print. */
const LOGO_PIXELS = 600;

/** How a code looks. */
export interface QrCodeStyle {
  /** The color of the dark modules, such as `#0f172a`. */
  color: string;
  /** The picture in the middle, as a PNG without transparency, or null. */
  logo: Buffer | null;
}

/** The modules of a code and where its logo stands, in modules without the quiet zone. */
export interface QrCodeModules {
  size: number;
  isDark(x: number, y: number): boolean;
  /** The place of the logo, or null. */
  logo: { at: number; size: number } | null;
}

/** Encodes a URL. Modules under the logo are light. */
export function encodeQrCode(url: string, hasLogo: boolean): QrCodeModules {
  // Without a logo level M, which recovers 15%, keeps the modules large.
  const { modules } = create(url, { errorCorrectionLevel: hasLogo ? 'H' : 'M' });
  const { size } = modules;
  // Odd, as the number of modules is, so that the logo stands in the middle.
  const logoSize = Math.floor((size * LOGO_SHARE - 1) / 2) * 2 + 1;
  const start = (size - logoSize) / 2;
  const isUnderLogo = (n: number) => hasLogo && n >= start && n < start + logoSize;
  return {
    size,
    isDark: (x, y) => Boolean(modules.get(y, x)) && !(isUnderLogo(x) && isUnderLogo(y)),
    logo: hasLogo ? { at: start + LOGO_BORDER, size: logoSize - 2 * LOGO_BORDER } : null,
  };
}

/**
 * Draws the QR code of a URL as an SVG, or as a PNG whose sides are at least `size` pixels, with modules of equal size.
 */
export async function drawQrCode(
  url: string,
  name: string,
  { format, size, ...style }: QrCodeStyle & { format: QrCodeFormat; size: number },
): Promise<QrCode> {
  const code = encodeQrCode(url, style.logo !== null);
  const fileName = `${name}-qrcode.${format}`;
  if (format === QrCodeFormat.svg) {
    const content = Buffer.from(drawSvg(code, style, size)).toString('base64');
    return { fileName, mimeType: 'image/svg+xml', content };
  }
  return { fileName, mimeType: 'image/png', content: (await drawPng(code, style, size)).toString('base64') };
}

function drawSvg({ size, isDark, logo }: QrCodeModules, style: QrCodeStyle, pixels: number): string {
  const side = size + 2 * QUIET_ZONE;
  let dark = '';
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) if (isDark(x, y)) dark += `M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z`;
  const picture =
    logo && style.logo
      ? `<image x="${logo.at + QUIET_ZONE}" y="${logo.at + QUIET_ZONE}" width="${logo.size}" height="${logo.size}" href="data:image/png;base64,${style.logo.toString('base64')}"/>`
      : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${pixels}" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#ffffff" d="M0 0h${side}v${side}H0z"/><path fill="${style.color}" d="${dark}"/>${picture}</svg>`;
}

// The package's own PNG writer works pixel by pixel and blocks the event loop for 1.5 s at the largest size. `sharp`
// scales in a thread, from one pixel per module. It does not read the SVG, because decoders other than those of
// uploaded images are blocked in this process.
async function drawPng({ size, isDark, logo }: QrCodeModules, style: QrCodeStyle, pixels: number): Promise<Buffer> {
  const scale = Math.ceil(pixels / (size + 2 * QUIET_ZONE));
  const margin = scale * QUIET_ZONE;
  const color = [1, 3, 5].map((start) => Number.parseInt(style.color.slice(start, start + 2), 16));
  const raw = Buffer.alloc(size * size * 3, 255);
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) if (isDark(x, y)) raw.set(color, (y * size + x) * 3);
  // Imported on demand, because the library is large.
  const { default: sharp } = await import('sharp');
  const drawn = sharp(raw, { raw: { width: size, height: size, channels: 3 } })
    .resize({ width: size * scale, kernel: 'nearest' })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: 'white' });
  if (!logo || !style.logo) return drawn.png({ palette: true, colours: 2, dither: 0 }).toBuffer();
  const side = Math.round(logo.size * scale);
  const input = await sharp(style.logo).resize(side, side).toBuffer();
  const at = margin + Math.round(logo.at * scale);
  return sharp(await drawn.png().toBuffer())
    .composite([{ input, left: at, top: at }])
    .png({ adaptiveFiltering: true })
    .toBuffer();
}

/** Prepares a picture for the middle of a code: square, on white. */
export async function prepareLogo(picture: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(picture)
    .rotate()
    .resize(LOGO_PIXELS, LOGO_PIXELS, { fit: 'contain', background: 'white' })
    .flatten({ background: 'white' })
    .png()
    .toBuffer();
}
