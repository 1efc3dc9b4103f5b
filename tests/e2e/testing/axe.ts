import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** Holds a screen as it is now against axe, every rule. What is on its way in or changes its colours is given time: only what stays is a fault. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  let found = await violations(page);
  for (let again = 0; again < 2 && found.length > 0; again += 1) found = await violations(page);
  expect(found).toEqual([]);
}

async function violations(page: Page) {
  await page.evaluate(settled);
  // Legacy: otherwise it opens a window of its own, and this one loses the keyboard.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: nodes.map(({ html }) => html).filter((html) => id !== 'region' || !isTooltip(html)),
  }));
  return found.filter(({ at }) => at.length > 0);
}

/** Half faded in, everything lacks contrast. Runs in the page. */
async function settled(): Promise<void> {
  // A change of the colour scheme is told with the next frame, and only then do the transitions begin.
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  // A skeleton's pulse never ends.
  const moving = () =>
    document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
  await frame();
  await frame();
  while (moving().length > 0) {
    await Promise.all(moving().map(({ finished }) => finished.catch(() => undefined)));
    await frame();
  }
}

/** It describes what has the focus, wherever that is, and belongs to no landmark. */
const isTooltip = (html: string) => html.includes('data-scope="tooltip"');
