import type { Page } from 'playwright-core';
import { expectNoAxeViolations } from './axe';

const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
];

/**
 * Checks the current screen with axe in light and dark mode, on a phone and on a desktop, and that it does not scroll
 * horizontally.
 */
export async function expectAccessibleInAllThemes(page: Page): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoAxeViolations(page);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
  }
}
