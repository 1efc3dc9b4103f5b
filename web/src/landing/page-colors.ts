import { BRAND_COLOR } from '@dripline/contract/limits';
import { type BrandColors, brandColors } from '@dripline/contract/colors/brand-colors';

const variables: Record<keyof BrandColors, string> = {
  accent: '--accent',
  onAccent: '--on-accent',
  accentDeep: '--accent-deep',
  accentText: '--accent-text',
  ring: '--ring',
  tint: '--tint',
  hairline: '--hairline',
  errorEdge: '--error-edge',
};

/** Returns the colors of a landing page as the custom properties that `landing.css` uses, with their values. */
export function colorProperties(brandColor: string): [name: string, value: string][] {
  const colors = brandColors(brandColor);
  return (Object.keys(variables) as (keyof BrandColors)[]).map((name) => [variables[name], colors[name]]);
}

/** Returns the styles with a landing page's own colors, or undefined if it has those of `landing.css`. */
export const colorStyles = (brandColor: string): string | undefined =>
  brandColor.toLowerCase() === BRAND_COLOR
    ? undefined
    : `:root{${colorProperties(brandColor)
        .map(([name, value]) => `${name}:${value}`)
        .join(';')}}`;
