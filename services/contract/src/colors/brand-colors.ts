import { ColorSpace, OKLCH, contrastWCAG21, type PlainColorObject, serialize, sRGB, to, toGamut } from 'colorjs.io/fn';
import { BRAND_COLOR } from '../limits';

ColorSpace.register(sRGB);
ColorSpace.register(OKLCH);

/** The text color of landing pages. */
const INK = '#141d1f';
const WHITE = '#ffffff';
/** The OKLCH hue of the color of errors, #b42318, in degrees. */
const ERROR_HUE = 29.6;
const TEXT_CONTRAST = 4.5;
/** Contrast of a focus ring (WCAG 2.2, success criterion 1.4.11). */
const RING_CONTRAST = 3;
/** How far a brand color is darkened before its text turns dark instead. */
const MAX_DARKENING = 0.08;
/** The precision of a lightness, less than one step of a color channel. */
const PRECISION = 0.001;

/** The colors of a landing page as `#rrggbb`. */
export interface BrandColors {
  /** The background of the submit button and of the page's colored areas. */
  accent: string;
  /** Text on `accent` and `accentDeep`: white or the dark text color. */
  onAccent: string;
  /** A darker accent, for a pressed button and for large areas. */
  accentDeep: string;
  /** The accent as text, on the card and on the page. */
  accentText: string;
  /** The focus ring, on the card and on the page. */
  ring: string;
  /** The background of the page. */
  tint: string;
  /** Thin lines. */
  hairline: string;
  /** The edge of errors: dark if the accent is so close to red that errors would not stand out. */
  errorEdge: string;
}

/** Whether a value is a color in the form `#rrggbb`. */
export const isBrandColor = (value: unknown): value is string =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);

/** Returns the contrast of two colors by WCAG 2.2, from 1 to 21. */
export const contrastOf = (first: string, second: string): number => contrastWCAG21(first, second);

/**
 * Derives the colors of a landing page from a brand color of any kind, so that all of its texts stay readable. The hue
 * is kept, and lightness is measured in OKLCH. Another value than a color gives the default colors.
 */
export function brandColors(brandColor: string): BrandColors {
  const [l, c, h] = toOklch(isBrandColor(brandColor) ? brandColor : BRAND_COLOR);
  const shade = (lightness: number, chroma = c) => toHex(lightness, chroma, h);
  /** Returns the highest lightness up to `highest` whose shade has a contrast to a lighter color. */
  const darken = (highest: number, background: string, contrast: number) => {
    if (contrastOf(shade(highest), background) >= contrast) return highest;
    let [passing, failing] = [0, highest];
    while (failing - passing > PRECISION) {
      const middle = (passing + failing) / 2;
      if (contrastOf(shade(middle), background) >= contrast) passing = middle;
      else failing = middle;
    }
    return passing;
  };
  const withInk = (lightness: number) => contrastOf(shade(lightness), INK) >= TEXT_CONTRAST;

  const darkened = darken(l, WHITE, TEXT_CONTRAST);
  const hasDarkText = l - darkened > MAX_DARKENING && withInk(l);
  const accent = hasDarkText ? l : darkened;
  let deep = Math.max(0, accent - 0.06);
  while (hasDarkText && !withInk(deep)) deep += PRECISION;
  const tint = shade(0.975, Math.min(c, 0.012));
  const hueDistance = Math.abs(((h - ERROR_HUE + 540) % 360) - 180);
  return {
    accent: shade(accent),
    onAccent: hasDarkText ? INK : WHITE,
    accentDeep: shade(deep),
    accentText: shade(darken(accent, tint, TEXT_CONTRAST)),
    ring: shade(darken(accent, tint, RING_CONTRAST)),
    tint,
    hairline: shade(0.91, Math.min(c, 0.012)),
    errorEdge: c > 0.02 && hueDistance <= 25 ? INK : 'transparent',
  };
}

/** Returns a color's lightness, chroma and hue in OKLCH. */
export function toOklch(color: string): [lightness: number, chroma: number, hue: number] {
  const [l, c, h] = to(color, OKLCH).coords;
  return [l ?? 0, c ?? 0, h ?? 0];
}

/** Returns the color of sRGB as `#rrggbb` that comes closest to one of OKLCH. */
export function toHex(lightness: number, chroma: number, hue: number): string {
  const color: PlainColorObject = { space: OKLCH, coords: [lightness, chroma, hue], alpha: 1 };
  return serialize(toGamut(to(color, sRGB)), { format: 'hex', collapse: false });
}
