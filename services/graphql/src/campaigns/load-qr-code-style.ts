import { buffer } from 'node:stream/consumers';
import type { Context } from '../api/context';
import { fail, fieldError } from '../api/errors';
import type { Campaign } from './campaign.entity';
import { prepareLogo, type QrCodeStyle } from './draw-qr-code';
import type { QrCodeStyleArgs } from './qr-code.types';

/** A lighter color could not be scanned in bad light. WCAG 2.2 wants it for text. */
const MIN_CONTRAST = 4.5;

/** Files that one request draws at most. A large one takes a second of a processor. */
const MAX_DRAWN = 50;
/** The number of files that each request has drawn. */
const drawn = new WeakMap<object, number>();

/**
 * Checks how a code shall look, and loads the logo of the campaign.
 *
 * @throws BAD_USER_INPUT if the color is too light, or the request draws too many codes
 */
export async function loadQrCodeStyle(
  ctx: Pick<Context, 'objectStore'>,
  campaign: Pick<Campaign, 'logoImageUrl'> | null,
  { color, logo }: QrCodeStyleArgs,
): Promise<QrCodeStyle> {
  const count = (drawn.get(ctx) ?? 0) + 1;
  if (count > MAX_DRAWN) throw fail('BAD_USER_INPUT', `Request at most ${MAX_DRAWN} QR codes at once.`);
  drawn.set(ctx, count);
  if (contrastWithWhite(color) < MIN_CONTRAST)
    throw fieldError('color', 'This color is too light to be scanned. Choose a darker one.');
  const id = logo && campaign?.logoImageUrl ? objectIdIn(campaign.logoImageUrl) : undefined;
  const picture = id && (await ctx.objectStore.read(id));
  return { color, logo: picture ? await prepareLogo(await buffer(picture)) : null };
}

/** Returns the ID in the path of an uploaded picture, or undefined. */
const objectIdIn = (path: string) => /^\/objects\/([0-9a-f-]{36})\//.exec(path)?.[1];

/** Returns the contrast ratio of a color with white, 1 to 21 (WCAG 2.2, 1.4.3). */
function contrastWithWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
