import { expect, test } from './fixtures';
import { expectNoAxeViolations } from './testing/axe';
import { createExtremeClient, screensOf } from './testing/extreme-client';
import { findLayoutFaults } from './testing/layout';
import { drawPng } from './testing/media';
import { untilIdle } from './testing/network';

const widths = [320, 390, 768, 1024, 1280, 1920];

test('the longest names, texts from right to left, the largest form and 10,000 leads fit every window', async ({
  adminPage: page,
  api,
  stack,
}) => {
  test.setTimeout(600_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/admin');
  const extreme = await createExtremeClient(api, stack.dataDir, await drawPng(page, 'x.png', 'teal'));
  for (const { name, path, act } of screensOf(extreme))
    await test.step(name, async () => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await untilIdle(page, () => page.goto(path));
      if (act) await untilIdle(page, () => act(page));
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await expect.soft
          .poll(() => page.evaluate(findLayoutFaults), { message: `${name} at ${width} px`, timeout: 3_000 })
          .toEqual([]);
      }
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectNoAxeViolations(page, colorScheme === 'light' ? undefined : ['color-contrast']);
      }
    });
});
