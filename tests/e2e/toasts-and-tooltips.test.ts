import type { Locator, Page } from 'playwright-core';
import { expectNoAxeViolations } from './testing/axe';
import { expectAccessibleInAllThemes } from './testing/all-themes';
import { createClient } from './testing/create-client';
import { recordRequests } from './testing/network';
import { useHarness } from './testing/harness';

/**
 * Section 9 of the product spec: toasts, tooltips, selects and data fetching. The tests control the browser's clock.
 */
describe('toasts, tooltips and data fetching', () => {
  const harness = useHarness();
  let page: Page;

  beforeAll(async () => {
    ({ page } = await harness.admin());
    await createClient(page.context());
  });
  beforeEach(async () => {
    await page.clock.install();
    // A previous test may have paused it.
    await page.clock.resume();
    await page.goto('/dev/ui');
    await page.getByRole('heading', { name: 'Design system', exact: true }).waitFor();
  });

  const toasts = () => page.locator('[data-scope=toast][data-part=root][data-state=open]');
  const show = (kind: string) => page.getByRole('button', { name: `${kind} toast` }).click();
  const stopTime = async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  const middle = async (locator: Locator) => {
    const { x, y, width, height } = (await locator.boundingBox())!;
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  };

  it('only the newest toast is visible', async () => {
    await show('Success');
    await toasts().getByText('Client created successfully', { exact: true }).waitFor();
    await show('Error');
    await toasts().getByText('Failed to create client', { exact: true }).waitFor();
    expect(await toasts().count()).toBe(1);
  });

  it('a toast disappears after 5000 ms and not before', async () => {
    await show('Success');
    await toasts().waitFor();
    await stopTime();
    await show('Error');
    await page.clock.runFor(100);
    await toasts().getByText('Failed to create client', { exact: true }).waitFor();
    await page.clock.runFor(4800);
    expect(await toasts().count()).toBe(1);
    await page.clock.runFor(400);
    expect(await toasts().count()).toBe(0);
  });

  it('a toast closes by its button with mouse and keyboard, and F8 focuses the toast area', async () => {
    await show('Warning');
    await toasts().getByRole('button', { name: 'Close' }).click();
    await toasts().waitFor({ state: 'detached' });
    await show('Warning');
    await toasts().waitFor();
    await page.keyboard.press('F8');
    const area = page.getByRole('region', { name: /^Notifications/ });
    expect(await area.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await toasts().waitFor({ state: 'detached' });
  });

  it('a swipe of 50 px to the right dismisses a toast, and a shorter one does not', async () => {
    await show('Success');
    await toasts().waitFor();
    const swipe = async (px: number) => {
      const { x, y } = await middle(toasts().getByText('Client created successfully'));
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + px, y);
      await page.mouse.up();
    };
    await swipe(49);
    await swipe(-200);
    expect(await toasts().count()).toBe(1);
    expect(await toasts().evaluate((toast) => toast.style.transform)).toBe('');
    await swipe(50);
    await toasts().waitFor({ state: 'detached' });
  });

  it('a toast is at most 420 px wide from medium screens up, and fits a phone', async () => {
    await show('Warning');
    const width = async () => (await toasts().boundingBox())!.width;
    expect(await width()).toBe(420);
    await page.setViewportSize({ width: 768, height: 900 });
    expect(await width()).toBe(420);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await width()).toBe(328);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('a tooltip opens after 700 ms, and the next one within 300 ms opens immediately', async () => {
    const tips = page.locator('[role=tooltip][data-state=open]');
    const tip = (name: string) => tips.filter({ hasText: name });
    const [edit, remove] = ['Edit the sample', 'Delete the sample'].map((name) => page.getByRole('button', { name }));
    await edit!.scrollIntoViewIfNeeded();
    await stopTime();
    const [over, next] = [await middle(edit!), await middle(remove!)];
    const aside = () => page.mouse.move(over.x + 300, over.y);
    await page.mouse.move(over.x, over.y);
    await page.clock.runFor(690);
    expect(await tip('Edit the sample').count()).toBe(0);
    await page.clock.runFor(20);
    await tip('Edit the sample').waitFor();
    await aside();
    await page.clock.runFor(290);
    await page.mouse.move(next.x, next.y);
    await page.clock.runFor(1);
    await tip('Delete the sample').waitFor();
    expect(await tips.count()).toBe(1);
    await aside();
    await page.clock.runFor(310);
    expect(await tips.count()).toBe(0);
    await page.mouse.move(over.x, over.y);
    await page.clock.runFor(600);
    expect(await tips.count()).toBe(0);
  });

  it('a select supports type-ahead', async () => {
    const choice = page.getByRole('combobox', { name: 'Choice' });
    await choice.focus();
    // With a capital letter, because the bundled browser's type-ahead is case-sensitive.
    await page.keyboard.type('Bl');
    expect(await choice.inputValue()).toBe('blueberry');
  });

  it('a query is sent once, and not again after a failure, on window focus or over time', async () => {
    const requests = recordRequests(page);
    const requestCount = () => requests.filter((name) => name === 'ClientComparison').length;
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('ClientComparison') ? route.abort() : route.continue(),
    );
    await page.goto('/admin?tab=billing');
    await page.getByText('We could not load the clients.').waitFor();
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

    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table', { name: 'clients' }).getByRole('link').first().waitFor();
    const before = requests.length;
    await refocusLater();
    expect(requests.slice(before)).toEqual([]);
    expect(requestCount()).toBe(2);
    expect(harness.errorLog.pageErrors.splice(0)).toEqual(['console error: Failed to load resource: net::ERR_FAILED']);
  });

  it('the design system is accessible in all themes', async () => {
    await page.clock.resume();
    await expectAccessibleInAllThemes(page);
    for (const [name, role] of [
      ['form', 'dialog'],
      ['confirm', 'alertdialog'],
      ['view', 'dialog'],
    ] as const) {
      await page.getByRole('button', { name: `Open a ${name} dialog` }).click();
      await page.getByRole(role).waitFor();
      await expectNoAxeViolations(page);
      await page.keyboard.press('Escape');
      await page.getByRole(role).waitFor({ state: 'detached' });
    }
  }, 90_000);

  it('causes no page errors and no requests to other sites', () => {
    expect(harness.errorLog.pageErrors).toEqual([]);
  });
});
