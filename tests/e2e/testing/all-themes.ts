import type { Page } from 'playwright-core';
import { expectNoAxeViolations } from './axe';

const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
];

/** Holds what is on the screen against axe in light and dark, on a phone and on a desk; a phone never scrolls sideways. */
export async function expectEveryLookGood(page: Page): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoAxeViolations(page);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
  }
}
