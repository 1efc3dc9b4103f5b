import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/**
 * Checks the current screen against all axe rules. It retries twice, so that elements that are still appearing or
 * changing color do not count.
 */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  let remaining = await violations(page);
  for (let retry = 0; retry < 2 && remaining.length > 0; retry += 1) remaining = await violations(page);
  expect(remaining).toEqual([]);
}

async function violations(page: Page) {
  await page.evaluate(waitForAnimations);
  // Legacy mode, because otherwise axe opens another window and this one loses the focus.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  const results = violations.map(({ id, help, nodes }) => ({
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
