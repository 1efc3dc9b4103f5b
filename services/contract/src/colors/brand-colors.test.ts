import { brandColors, contrastOf, isBrandColor } from './brand-colors';

const CARD = '#ffffff';
const INK = '#141d1f';

/** Every combination of channels in steps of 17: 4,096 colors. */
const channels = Array.from({ length: 16 }, (_, step) => (step * 17).toString(16).padStart(2, '0'));
const allColors = channels.flatMap((r) => channels.flatMap((g) => channels.map((b) => `#${r}${g}${b}`)));

test('all texts and focus rings of 4,096 brand colors have the contrast of WCAG 2.2, level AA', () => {
  for (const color of allColors) {
    const { accent, onAccent, accentDeep, accentText, ring, tint } = brandColors(color);
    const texts = [
      [onAccent, accent],
      [onAccent, accentDeep],
      [accentText, tint],
      [accentText, CARD],
      [INK, tint],
      ['#4f5d61', tint],
      ['#b42318', tint],
    ] as const;
    const failed = texts.filter(([text, background]) => contrastOf(text, background) < 4.5);
    const rings = [tint, CARD].filter((background) => contrastOf(ring, background) < 3);
    expect({ color, failed, rings }).toEqual({ color, failed: [], rings: [] });
  }
});

test.each([
  // Kept, with white text
  ['#146c74', '#146c74', '#ffffff'],
  ['#e11d48', '#e11d48', '#ffffff'],
  // Kept, with dark text
  ['#f97316', '#f97316', INK],
  ['#eab308', '#eab308', INK],
  ['#ffffff', '#ffffff', INK],
  ['#000000', '#000000', '#ffffff'],
])('%s becomes %s with the text %s', (color, accent, onAccent) => {
  expect(brandColors(color)).toMatchObject({ accent, onAccent });
});

test('a color that is a little too light for white text is darkened', () => {
  const { accent, onAccent } = brandColors('#0d9488');
  expect(onAccent).toBe('#ffffff');
  expect(accent).not.toBe('#0d9488');
  expect(contrastOf(accent, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  expect(contrastOf(accent, '#ffffff')).toBeLessThan(4.6);
});

test('contrasts are those of WCAG 2.2', () => {
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrastOf('#f97316', INK)).toBeCloseTo(6.1, 1);
  expect(contrastOf('#eab308', INK)).toBeCloseTo(8.9, 1);
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
});

test('errors get an edge only beside a color close to red', () => {
  const edgeOf = (color: string) => brandColors(color).errorEdge;
  expect(['#b42318', '#e11d48', '#f97316'].map(edgeOf)).toEqual([INK, INK, INK]);
  expect(['#146c74', '#eab308', '#808080', '#000000'].map(edgeOf)).toEqual(Array(4).fill('transparent'));
});

test('anything but a color gives the default colors', () => {
  for (const value of ['', 'teal', '#abc', '#146c7', 'url(x)', '#14_c74;}'])
    expect([isBrandColor(value), brandColors(value)]).toEqual([false, brandColors('#146c74')]);
  expect(isBrandColor('#ABCDEF')).toBe(true);
});
