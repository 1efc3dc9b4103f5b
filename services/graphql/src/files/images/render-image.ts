import { MAX_IMAGE_PIXELS } from '@dripline/contract/limits';
import type { Metadata, Sharp } from 'sharp';

/** A smaller copy of an image. */
export interface Rendition {
  mimeType: 'image/avif' | 'image/webp';
  width: number;
  height: number;
  body: Buffer;
}

export interface RenderedImage {
  /** The width in pixels, after applying the EXIF orientation. */
  width: number;
  height: number;
  /** The copies: all widths of a format, or none of it. */
  renditions: Rendition[];
}

/** The error for bytes that are not an image, or an image that needs too much memory. */
export class UnreadableImage extends Error {}

/** Widths of the copies in pixels: a phone, a high-density phone or tablet, and a desktop. */
const WIDTHS = [480, 960, 1600];
/** Maximum height of a copy in pixels. Formats do not allow much more. */
const MAX_HEIGHT = 8192;
/** Smaller files get no copies. */
const MIN_BYTES = 8 * 1024;
/** Maximum memory for decoding one image, in bytes. */
const MAX_DECODING_BYTES = 180_000_000;
/** Measured memory per pixel while decoding, in bytes. Formats that decode line by line need less. */
const BYTES_PER_PIXEL = {
  jpeg: 2,
  png: 3.5,
  webp: 7,
  gif: 9,
  heif: 31,
  deepPng: 9,
  progressiveJpeg: 7,
  interlacedPng: 24,
};
const TOO_MANY_PIXELS = `Image must have at most ${MAX_IMAGE_PIXELS / 1_000_000} million pixels. Reduce its size.`;
const TIMEOUT_SECONDS = 30;
/** The decoders of supported formats. All others stay disabled. */
const DECODERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`);

/**
 * Measures an image and creates its smaller copies, without EXIF metadata. Animated and small images get no copies.
 *
 * @throws UnreadableImage
 */
export async function renderImage(original: Buffer): Promise<RenderedImage> {
  const open = await imageOpener(original);
  try {
    const metadata = await open().metadata();
    const { width, height } = metadata.autoOrient;
    const rejectionReason = findRejectionReason(metadata);
    if (rejectionReason) throw new UnreadableImage(rejectionReason);
    if ((metadata.pages ?? 1) > 1 || original.length < MIN_BYTES) {
      // Decoded once, so that broken images are rejected too.
      await open().stats();
      return { width, height, renditions: [] };
    }
    const renditions: Rendition[] = [];
    for (const kind of ['avif', 'webp'] as const) {
      const copies: Rendition[] = [];
      for (const target of widthsFor(width))
        copies.push(await encode(open().autoOrient(), target, kind, metadata.format === 'png'));
      if (copies.at(-1)!.body.length < original.length) renditions.push(...copies);
    }
    return { width, height, renditions };
  } catch (error) {
    if (error instanceof UnreadableImage) throw error;
    if (/pixel limit/.test((error as Error).message)) throw new UnreadableImage(TOO_MANY_PIXELS);
    throw new UnreadableImage('This image cannot be read. Save it again as JPEG or PNG.', { cause: error });
  }
}

async function imageOpener(original: Buffer): Promise<() => Sharp> {
  // Imported on demand, because the library is large and most processes never handle an image.
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: DECODERS });
  return () =>
    sharp(original, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' }).timeout({ seconds: TIMEOUT_SECONDS });
}

/** Returns why an image must not be decoded, judging by its header; undefined if it may be. */
function findRejectionReason({ width, height, depth, format, isProgressive }: Metadata): string | undefined {
  const kind =
    format === 'jpeg' && isProgressive
      ? 'progressiveJpeg'
      : format === 'png' && isProgressive
        ? 'interlacedPng'
        : format === 'png' && depth !== 'uchar'
          ? 'deepPng'
          : format;
  if (width * height > MAX_IMAGE_PIXELS) return TOO_MANY_PIXELS;
  const perPixel = BYTES_PER_PIXEL[kind as keyof typeof BYTES_PER_PIXEL] ?? BYTES_PER_PIXEL.heif;
  return width * height * perPixel > MAX_DECODING_BYTES
    ? 'This image needs too much memory. Reduce its size, or save it as a baseline JPEG.'
    : undefined;
}

/** Returns the widths of the copies: none larger than the image, and no two nearly equal. */
function widthsFor(width: number): number[] {
  const maxWidth = Math.min(width, WIDTHS.at(-1)!);
  return [...WIDTHS.filter((target) => target < maxWidth * 0.8), maxWidth];
}

async function encode(image: Sharp, width: number, kind: 'avif' | 'webp', isGraphic: boolean): Promise<Rendition> {
  const resized = image.resize({ width, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true });
  // Text and logos need full color resolution at their edges. Photos do not.
  const encoded =
    kind === 'avif'
      ? resized.avif({ quality: isGraphic ? 60 : 50, effort: 2, chromaSubsampling: isGraphic ? '4:4:4' : '4:2:0' })
      : resized.webp({ quality: isGraphic ? 85 : 78, smartSubsample: true });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  return { mimeType: `image/${kind}`, width: info.width, height: info.height, body: data };
}
