import type { Locator, Page } from '@playwright/test';
import { expect, test as base } from './fixtures';
import { expectAccessibleInAllThemes, expectNoAxeViolations } from './testing/axe';
import { abortOperations, recordRequests } from './testing/network';
import { ABORTED } from './testing/page-errors';

/**
 * Section 9 of the product spec: toasts, tooltips, selects and data fetching. `page` shows the design system, and the
 * test controls its clock.
 */
const test = base.extend({
  page: async ({ adminPage: page }, use) => {
    await page.clock.install();
    await page.goto('/dev/ui');
    await expect(page.getByRole('heading', { name: 'Design system', exact: true })).toBeVisible();
    await use(page);
  },
});

const dialogs = [
  ['form', 'dialog'],
  ['confirm', 'alertdialog'],
  ['view', 'dialog'],
] as const;
const toasts = (page: Page) => page.locator('[data-scope=toast][data-part=root][data-state=open]');
const show = (page: Page, kind: string) => page.getByRole('button', { name: `${kind} toast` }).click();
const stopTime = async (page: Page) => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
const middle = async (locator: Locator) => {
  const { x, y, width, height } = (await locator.boundingBox())!;
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
};

test('only the newest toast is visible', async ({ page }) => {
  await show(page, 'Success');
  await expect(toasts(page)).toContainText('Client created successfully');
  await show(page, 'Error');
  await expect(toasts(page)).toContainText('Failed to create client');
  await expect(toasts(page)).toHaveCount(1);
});

test('a toast disappears after 5000 ms and not before', async ({ page }) => {
  await show(page, 'Success');
  await expect(toasts(page)).toBeVisible();
  await stopTime(page);
  await show(page, 'Error');
  await page.clock.runFor(100);
  await expect(toasts(page)).toContainText('Failed to create client');
  await page.clock.runFor(4800);
  expect(await toasts(page).count()).toBe(1);
  await page.clock.runFor(400);
  expect(await toasts(page).count()).toBe(0);
});

test('a toast closes by its button with mouse and keyboard, and F8 focuses the toast area', async ({ page }) => {
  await show(page, 'Warning');
  await expect(toasts(page)).toBeVisible();
  await toasts(page).getByRole('button', { name: 'Close' }).click();
  await expect(toasts(page)).toHaveCount(0);
  await show(page, 'Warning');
  await expect(toasts(page)).toBeVisible();
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: /^Notifications/ }).and(page.locator(':focus-within'))).toHaveCount(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toasts(page)).toHaveCount(0);
});

test('a toast that was closed by its button does not come back', async ({ page }) => {
  await show(page, 'Warning');
  await expect(toasts(page)).toBeVisible();
  await stopTime(page);
  await toasts(page).getByRole('button', { name: 'Close' }).click();
  await page.clock.runFor(1000);
  expect(await page.locator('[data-scope=toast][data-part=root]').count()).toBe(0);
});

test('a toast on a phone is at the top of the window, above the content of a sheet', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await show(page, 'Error');
  const topOf = async (box: Locator) => Math.round((await box.boundingBox())!.y);
  await expect.poll(() => topOf(toasts(page))).toBe(16);
  const end = (await toasts(page).boundingBox())!.y + (await toasts(page).boundingBox())!.height;
  await page.getByRole('button', { name: 'Open a view dialog' }).click();
  await expect.poll(() => topOf(page.getByRole('dialog'))).toBeGreaterThan(end);
  await expect(toasts(page)).toBeVisible();
});

test('a long name ends before the close button of a dialog', { tag: '@touch' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const kind of ['form', 'view']) {
    await page.getByRole('button', { name: `Open a ${kind} dialog` }).click();
    const dialog = page.getByRole('dialog');
    const title = dialog.getByRole('heading');
    await title.evaluate((heading) => void (heading.textContent = 'W'.repeat(200)));
    const [name, close] = [
      (await title.boundingBox())!,
      (await dialog.getByRole('button', { name: 'Close' }).boundingBox())!,
    ];
    expect(name.x + name.width).toBeLessThanOrEqual(close.x);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});

test('a toast covers nothing at the end of the page on a tablet', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 844 });
  await show(page, 'Error');
  await expect(toasts(page)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+End');
  const content = page.locator('#content > *').last();
  const bottomOf = async () => Math.round((await content.boundingBox())!.y + (await content.boundingBox())!.height);
  await expect.poll(bottomOf).toBeLessThanOrEqual(Math.round((await toasts(page).boundingBox())!.y));
});

test('a dialog takes the focus at once, so that Tab stays in it, and returns it', async ({ page }) => {
  await stopTime(page);
  for (const [name, role] of dialogs) {
    const opener = page.getByRole('button', { name: `Open a ${name} dialog` });
    await opener.click();
    // No animation frame has passed.
    await expect(page.getByRole(role)).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole(role).locator(':focus')).toHaveCount(1);
    await page.clock.runFor(1000);
    await page.keyboard.press('Escape');
    await page.clock.runFor(1000);
    await expect(page.getByRole(role)).toBeHidden();
    await expect(opener).toBeFocused();
  }
});

test('a swipe of 50 px to the right dismisses a toast, and a shorter one does not', async ({ page }) => {
  await show(page, 'Success');
  await expect(toasts(page)).toBeVisible();
  const swipe = async (start: Locator, px: number) => {
    const { x, y } = await middle(start);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + px / 2, y);
    await page.mouse.move(x + px, y);
    await page.mouse.up();
  };
  const title = toasts(page).getByText('Client created successfully');
  await swipe(title, 49);
  await swipe(title, -200);
  expect(await toasts(page).count()).toBe(1);
  expect(await toasts(page).evaluate((toast) => toast.style.transform)).toBe('');
  await swipe(title, 50);
  await expect(toasts(page)).toHaveCount(0);
  // It may start anywhere, and a short one on the button is no click that moved.
  await show(page, 'Error');
  await expect(toasts(page)).toBeVisible();
  const close = toasts(page).getByRole('button', { name: 'Close' });
  await swipe(close, 40);
  expect(await toasts(page).count()).toBe(1);
  await swipe(close, 60);
  await expect(toasts(page)).toHaveCount(0);
});

test('a toast is at most 420 px wide from medium screens up, and fits a phone', async ({ page }) => {
  await show(page, 'Warning');
  for (const [size, expected] of [
    [{ width: 1280, height: 900 }, 420],
    [{ width: 768, height: 900 }, 420],
    [{ width: 360, height: 740 }, 328],
  ] as const) {
    await page.setViewportSize(size);
    await expect.poll(async () => (await toasts(page).boundingBox())?.width).toBe(expected);
  }
});

test('a tooltip opens after 700 ms, and the next one within 300 ms opens immediately', async ({ page }) => {
  const tips = page.locator('[role=tooltip][data-state=open]');
  const tip = (name: string) => tips.filter({ hasText: name });
  const [edit, remove] = ['Edit the sample', 'Delete the sample'].map((name) => page.getByRole('button', { name }));
  await edit!.scrollIntoViewIfNeeded();
  await stopTime(page);
  const [over, next] = [await middle(edit!), await middle(remove!)];
  const leave = async () => {
    await page.mouse.move(over.x + 300, over.y);
    await page.clock.runFor(1);
    await expect(tips).toHaveCount(0);
  };
  await page.mouse.move(over.x, over.y);
  await page.clock.runFor(690);
  expect(await tip('Edit the sample').count()).toBe(0);
  await page.clock.runFor(20);
  await expect(tip('Edit the sample')).toBeVisible();
  await leave();
  await page.clock.runFor(290);
  await page.mouse.move(next.x, next.y);
  await page.clock.runFor(1);
  await expect(tip('Delete the sample')).toBeVisible();
  expect(await tips.count()).toBe(1);
  await leave();
  await page.clock.runFor(310);
  await page.mouse.move(over.x, over.y);
  await page.clock.runFor(600);
  expect(await tips.count()).toBe(0);
});

test('a select supports type-ahead', async ({ page }) => {
  const choice = page.getByRole('combobox', { name: 'Choice' });
  await choice.focus();
  // With a capital letter, because the bundled browser's type-ahead is case-sensitive.
  await page.keyboard.type('Bl');
  await expect(choice).toHaveValue('blueberry');
});

test('a query is sent once, and not again after a failure, on window focus or over time', async ({
  page,
  client: _,
  pageErrors,
}) => {
  pageErrors.expect(ABORTED);
  const requests = recordRequests(page);
  const requestCount = () => requests.filter((name) => name === 'Analytics').length;
  const restore = await abortOperations(page, 'Analytics');
  await page.goto('/admin?tab=analytics');
  await expect(page.getByText('We could not load the figures.')).toBeVisible();
  const refocusLater = async () => {
    await page.evaluate(() => {
      dispatchEvent(new Event('blur'));
      document.dispatchEvent(new Event('visibilitychange'));
      dispatchEvent(new Event('focus'));
    });
    await page.clock.runFor(3_600_000);
  };
  await refocusLater();
  expect(requestCount()).toBe(1);

  await restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Views and leads by source' })).toBeVisible();
  const before = requests.length;
  await refocusLater();
  expect(requests.slice(before)).toEqual([]);
  expect(requestCount()).toBe(2);
});

test('the design system is accessible in all themes', async ({ page }) => {
  await expectAccessibleInAllThemes(page);
  for (const [name, role] of dialogs) {
    await page.getByRole('button', { name: `Open a ${name} dialog` }).click();
    await expect(page.getByRole(role)).toBeVisible();
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole(role)).toBeHidden();
  }
});
