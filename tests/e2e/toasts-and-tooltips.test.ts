import type { Locator, Page } from 'playwright-core';
import { expectNoAxeViolations } from './testing/axe';
import { expectEveryLookGood } from './testing/all-themes';
import { newClient } from './testing/new-client';
import { recordRequests } from './testing/network';
import { useStage } from './testing/use-browser';

/** What section 9 of the product spec says of toasts, tooltips, lists of choices and reads. Time is the browser's, and moved by hand. */
describe('toasts, tooltips and reads', () => {
  const stage = useStage();
  let page: Page;

  beforeAll(async () => {
    ({ page } = await stage.admin());
    await newClient(page.context());
  });
  beforeEach(async () => {
    await page.clock.install();
    // A test before may have stopped it.
    await page.clock.resume();
    await page.goto('/dev/ui');
    await page.getByRole('heading', { name: 'Design system', exact: true }).waitFor();
  });

  const toasts = () => page.locator('[data-scope=toast][data-part=root][data-state=open]');
  const show = (kind: string) => page.getByRole('button', { name: `${kind} toast` }).click();
  const stopTime = async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  const middle = async (of: Locator) => {
    const { x, y, width, height } = (await of.boundingBox())!;
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
  };

  it('shows one toast at a time, the newest', async () => {
    await show('Success');
    await toasts().getByText('Client created successfully', { exact: true }).waitFor();
    await show('Error');
    await toasts().getByText('Failed to create client', { exact: true }).waitFor();
    expect(await toasts().count()).toBe(1);
  });

  it('takes a toast away after 5000 ms, and not before', async () => {
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

  it('closes a toast by its button, by mouse and by keyboard; F8 brings the keyboard to the notification area', async () => {
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

  it('lets a swipe of 50 px to the right dismiss, and a shorter one not', async () => {
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

  it('is at most 420 px wide from medium screens up, and fits a phone', async () => {
    await show('Warning');
    const width = async () => (await toasts().boundingBox())!.width;
    expect(await width()).toBe(420);
    await page.setViewportSize({ width: 768, height: 900 });
    expect(await width()).toBe(420);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await width()).toBe(328);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('opens a tooltip after 700 ms; the next within 300 ms of leaving opens at once', async () => {
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

  it('chooses from a list by the letters typed', async () => {
    const choice = page.getByRole('combobox', { name: 'Choice' });
    await choice.focus();
    // In capitals, since the browser that comes in a package does not fold cases here.
    await page.keyboard.type('Bl');
    expect(await choice.inputValue()).toBe('blueberry');
  });

  it('asks the server once: not again after a failure, when the window has the focus again, or as time passes', async () => {
    const requests = recordRequests(page);
    const asked = () => requests.filter((name) => name === 'ClientsCompared').length;
    await page.route('**/graphql', (route) =>
      route.request().postData()?.includes('ClientsCompared') ? route.abort() : route.continue(),
    );
    await page.goto('/admin?tab=billing');
    await page.getByText('We could not load the clients.').waitFor();
    const comeBack = async () => {
      await page.evaluate(() => {
        dispatchEvent(new Event('blur'));
        document.dispatchEvent(new Event('visibilitychange'));
        dispatchEvent(new Event('focus'));
      });
      await page.clock.runFor(3_600_000);
    };
    await comeBack();
    expect(asked()).toBe(1);

    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table', { name: 'clients' }).getByRole('link').first().waitFor();
    const before = requests.length;
    await comeBack();
    expect(requests.slice(before)).toEqual([]);
    expect(asked()).toBe(2);
    expect(stage.watch.complaints.splice(0)).toEqual(['console error: Failed to load resource: net::ERR_FAILED']);
  });

  it('shows all of the house style on screens that look good everywhere', async () => {
    await page.clock.resume();
    await expectEveryLookGood(page);
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

  it('made no page complain, and asked nothing of another site', () => {
    expect(stage.watch.complaints).toEqual([]);
  });
});
