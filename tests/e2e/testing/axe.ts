import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const sizes = [
  { width: 360, height: 740 },
  { width: 1280, height: 900 },
];

/**
 * Checks the current screen with axe in light and dark mode, on a phone and on a desktop, and that it does not scroll
 * horizontally.
 */
export async function expectAccessibleInAllThemes(page: Page): Promise<void> {
  const previousSize = page.viewportSize()!;
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNoAxeViolations(page);
    await page.emulateMedia({ colorScheme: 'light' });
    // The color schemes differ in nothing else.
    await expectNoAxeViolations(page, ['color-contrast', 'link-in-text-block']);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
  }
  await page.setViewportSize(previousSize);
}

/**
 * Checks the current screen against all axe rules, or the given ones, until elements that appear or change
 * color have done so.
 */
export const expectNoAxeViolations = (page: Page, rules?: string[]) =>
  expect.poll(() => violations(page, rules)).toEqual([]);

async function violations(page: Page, rules?: string[]) {
  await page.evaluate(waitForAnimations);
  // Legacy mode, because otherwise axe opens another window and this one loses the focus. Without what passed, which
  // takes half of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const results = (await (rules ? axe.withRules(rules) : axe).analyze()).violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: nodes.map(({ html }) => html).filter((html) => id !== 'region' || !isTooltip(html)),
  }));
  return results.filter(({ at }) => at.length > 0);
}

/** Waits for running animations, because partly transparent elements lack contrast. Runs in the page. */
async function waitForAnimations(): Promise<void> {
  // A color scheme change applies with the next frame, and transitions start only then.
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  // A skeleton's pulse never ends.
  const runningAnimations = () =>
    document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
  await frame();
  await frame();
  while (runningAnimations().length > 0) {
    await Promise.all(runningAnimations().map(({ finished }) => finished.catch(() => undefined)));
    await frame();
  }
}

/** Tooltips belong to no landmark, because they describe the focused element wherever it is. */
const isTooltip = (html: string) => html.includes('data-scope="tooltip"');
