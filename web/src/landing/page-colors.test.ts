import { BRAND_COLOR } from '@dripline/contract/limits';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { colorProperties, colorStyles } from './page-colors';

const styles = readFileSync(join(__dirname, 'landing.css'), 'utf8');

test('the colors of the styles are those of the default brand color, which needs no styles of its own', () => {
  for (const [name, value] of colorProperties(BRAND_COLOR)) expect(styles).toContain(`\n  ${name}: ${value};\n`);
  expect(colorStyles(BRAND_COLOR.toUpperCase())).toBeUndefined();
});

test('another brand color sets every color that the styles use', () => {
  const set = colorStyles('#f97316')!;
  const used = new Set([...styles.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name!));
  const declared = new Set([...styles.matchAll(/(--[\w-]+):/g)].map(([, name]) => name!));
  expect([...used].filter((name) => !declared.has(name))).toEqual([]);
  for (const [name] of colorProperties('#f97316')) {
    expect([...used]).toContain(name);
    expect(set).toContain(`${name}:`);
  }
  expect(set).toMatch(/^:root\{(--[\w-]+:(#[0-9a-f]{6}|transparent);?)+\}$/);
});

test('what is not a color never gets into the styles', () => {
  expect(colorStyles('red;}body{display:none}')).toBe(colorStyles('#14_c74'));
});
