import { PRODUCT_SHADES, SHADES } from './shades';
import { contrastOf } from './brand-colors';
import { brandShades } from './brand-shades';

const brandColors = ['#e11d48', '#f97316', '#eab308', '#22c55e', '#2563eb', '#7c3aed', '#ff00ff', '#00ffff', '#808080'];

describe('the shades of a brand color', () => {
  it.each([...brandColors, '#000000', '#ffffff', '#fefe01'])('of %s contrast like the product’s own', (color) => {
    const shades = brandShades(color);
    expect(shades).toHaveLength(SHADES.length);
    for (const surface of ['#ffffff', '#151b1d', '#f7f9f9', '#0f1415'])
      shades.forEach((shade, index) => {
        const own = contrastOf(PRODUCT_SHADES[index]!, surface);
        expect(contrastOf(shade, surface) / own).toBeGreaterThan(0.97);
        expect(contrastOf(shade, surface) / own).toBeLessThan(1.03);
      });
  });

  it.each(brandColors)('of %s keep its texts readable on its buttons and badges in both themes', (color) => {
    const [subtle, muted, , link, darkButton, , button, text, , darkMuted, darkText] = brandShades(color);
    for (const [foreground, background] of [
      ['#ffffff', button],
      [text, subtle],
      [text, muted],
      [darkText, darkButton],
      [link, darkMuted],
    ] as const)
      expect(contrastOf(foreground!, background!)).toBeGreaterThanOrEqual(4.5);
  });

  it('keep the hue', () => {
    const [red, green, blue] = ['#e11d48', '#22c55e', '#2563eb'].map((color) => brandShades(color)[6]!);
    const channels = (color: string) => [1, 3, 5].map((start) => parseInt(color.slice(start, start + 2), 16));
    const strongest = (color: string) => channels(color).indexOf(Math.max(...channels(color)));
    expect([red, green, blue].map((color) => strongest(color!))).toEqual([0, 1, 2]);
  });

  it('are the product’s own for its color, and for a value that is none', () => {
    expect([brandShades('#146C74'), brandShades('teal')]).toEqual([PRODUCT_SHADES, PRODUCT_SHADES]);
  });
});
