import { BRAND_COLOR } from '../limits';
import { PRODUCT_SHADES } from './shades';
import { contrastOf, isBrandColor, toHex, toOklch } from './brand-colors';

const WHITE = '#ffffff';
/** The precision of a lightness, less than one step of a color channel. */
const PRECISION = 0.0005;
/** Colors whose shades are kept, because computing them takes milliseconds. */
const MAX_COMPUTED = 1_000;
const computed = new Map<string, string[]>();

/**
 * Returns the shades of a brand color for the theme, in the order of `SHADES`. Each has the contrast to white that the
 * product's own shade has, so that texts and controls stay as readable in any brand color. Hue and saturation are those
 * of the brand color.
 */
export function brandShades(brandColor: string): string[] {
  const color = isBrandColor(brandColor) ? brandColor.toLowerCase() : BRAND_COLOR;
  const shades = computed.get(color) ?? computeShades(color);
  if (computed.size >= MAX_COMPUTED) computed.clear();
  computed.set(color, shades);
  return shades;
}

function computeShades(brandColor: string): string[] {
  if (brandColor === BRAND_COLOR) return [...PRODUCT_SHADES];
  const [, chroma, hue] = toOklch(brandColor);
  const saturation = chroma / toOklch(BRAND_COLOR)[1];
  return PRODUCT_SHADES.map((own) => {
    const contrast = contrastOf(own, WHITE);
    const shadeChroma = toOklch(own)[1] * saturation;
    const shade = (lightness: number) => toHex(lightness, shadeChroma, hue);
    let [dark, light] = [0, 1];
    while (light - dark > PRECISION) {
      const middle = (dark + light) / 2;
      if (contrastOf(shade(middle), WHITE) >= contrast) dark = middle;
      else light = middle;
    }
    return shade(dark);
  });
}
