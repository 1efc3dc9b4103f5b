import { MAX_IMAGE_PIXELS } from '@dripline/contract/limits';
import type { Metadata, Sharp } from 'sharp';

/** A copy of an image for screens that need no more. */
export interface Rendition {
  mimeType: 'image/avif' | 'image/webp';
  width: number;
  height: number;
  body: Buffer;
}

export interface RenderedImage {
  /** As it is shown: turned as its camera says. */
  width: number;
  height: number;
  /** Each kind in all widths, or none of it. */
  renditions: Rendition[];
}

/** Bytes that are no image, or one that would take more memory than it may. */
export class UnreadableImage extends Error {}

/** About a phone, a phone with a fine screen or a small desk, and a desk. */
const WIDTHS = [480, 960, 1600];
/** Taller than any screen; what the formats can hold is not much more. */
const MOST_HEIGHT = 8192;
/** Fewer bytes are not worth a copy. */
const LEAST_BYTES = 8 * 1024;
/** What reading one image may take beside all else that the process holds. */
const MOST_HELD_BYTES = 180_000_000;
/** What a pixel takes while it is read, as measured; less where lines can be read one by one. */
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
const TOO_MANY_PIXELS = `An image has at most ${MAX_IMAGE_PIXELS / 1_000_000} million pixels. Make this one smaller.`;
const TIMEOUT_SECONDS = 30;
/** All that we show; other readers of the library stay shut. */
const READERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`);

/** Measures an image and makes its smaller copies, without what a camera noted in it. Moving pictures have none, nor those that are small already. */
export async function renderImage(original: Buffer): Promise<RenderedImage> {
  const open = await imageOpener(original);
  try {
    const facts = await open().metadata();
    const { width, height } = facts.autoOrient;
    const excess = excessOf(facts);
    if (excess) throw new UnreadableImage(excess);
    if ((facts.pages ?? 1) > 1 || original.length < LEAST_BYTES) {
      // Read once to its end, so that what is broken is refused here too.
      await open().stats();
      return { width, height, renditions: [] };
    }
    const renditions: Rendition[] = [];
    for (const kind of ['avif', 'webp'] as const) {
      const made: Rendition[] = [];
      for (const target of widthsFor(width))
        made.push(await encode(open().autoOrient(), target, kind, facts.format === 'png'));
      if (made.at(-1)!.body.length < original.length) renditions.push(...made);
    }
    return { width, height, renditions };
  } catch (error) {
    if (error instanceof UnreadableImage) throw error;
    if (/pixel limit/.test((error as Error).message)) throw new UnreadableImage(TOO_MANY_PIXELS);
    throw new UnreadableImage('This image cannot be read. Save it again as JPEG or PNG.', { cause: error });
  }
}

async function imageOpener(original: Buffer): Promise<() => Sharp> {
  // Only now: the library is large, and most processes never see an image.
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: READERS });
  return () =>
    sharp(original, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' }).timeout({ seconds: TIMEOUT_SECONDS });
}

/** Why an image is not read further, by what its head says; undefined where it may be. */
function excessOf({ width, height, depth, format, isProgressive }: Metadata): string | undefined {
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
  return width * height * perPixel > MOST_HELD_BYTES
    ? 'This image takes too much memory to read. Make it smaller, or save it as a plain JPEG.'
    : undefined;
}

/** No two that are nearly alike, and none that is larger than the image. */
function widthsFor(width: number): number[] {
  const most = Math.min(width, WIDTHS.at(-1)!);
  return [...WIDTHS.filter((target) => target < most * 0.8), most];
}

async function encode(image: Sharp, width: number, kind: 'avif' | 'webp', isDrawn: boolean): Promise<Rendition> {
  const sized = image.resize({ width, height: MOST_HEIGHT, fit: 'inside', withoutEnlargement: true });
  // Edges of letters and logos need their colours at full resolution; photos do not.
  const encoded =
    kind === 'avif'
      ? sized.avif({ quality: isDrawn ? 60 : 50, effort: 2, chromaSubsampling: isDrawn ? '4:4:4' : '4:2:0' })
      : sized.webp({ quality: isDrawn ? 85 : 78, smartSubsample: true });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  return { mimeType: `image/${kind}`, width: info.width, height: info.height, body: data };
}
