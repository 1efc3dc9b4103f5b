import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Holds a screen as it is now against axe, every rule. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  // Half faded in, everything lacks contrast; a skeleton's pulse never ends.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    return Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
  });
  // Legacy: otherwise it opens a window of its own, and this one loses the keyboard.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const found = violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map(({ html }) => html).filter((html) => id !== 'region' || !isTooltip(html)) }));
  expect(found.filter(({ at }) => at.length > 0)).toEqual([]);
}

/** It describes what has the focus, wherever that is, and belongs to no landmark. */
const isTooltip = (html: string) => html.includes('data-scope="tooltip"');
