import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures';
import { expectAccessibleInAllThemes, expectNoAxeViolations } from '../testing/axe';
import { expectFocusKept } from '../testing/keyboard';
import { abortOperations } from '../testing/network';
import { ABORTED } from '../testing/page-errors';
import { expectToast, pressInDialog } from '../testing/ui';

interface Fixtures {
  /** Returns the names of the client's leads. */
  names: () => Promise<string[]>;
  /** Submits a form whose honeypot is filled in. */
  createSpam: (fullName: string) => Promise<unknown>;
  /** Opens the spam list. */
  openSpam: () => Promise<void>;
}

/** How spam is detected, and how a client handles it. The dashboard is open to anyone with its link. */
const test = base.extend<Fixtures>({
  client: async ({ api }, use) => use(await api.createClient({ authEnabled: false })),
  names: ({ api, client }, use) => use(async () => (await api.leads(client)).map(({ fullName }) => fullName)),
  createSpam: ({ api, client, campaign }, use) =>
    use((fullName) => api.createLead(client, campaign, { fullName }, 'flyer&honeypotFilled=true')),
  openSpam: ({ page, client }, use) =>
    use(async () => void (await page.goto(`/client/dashboard/${client.id}?tab=leads&view=spam`))),
});

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const submit = async (page: Page, name: string) => {
  await page.getByLabel('Full Name').fill(name);
  await press(page, 'Get My Free Info');
  await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
  await expect(page.getByText('Thanks!', { exact: true })).toBeVisible();
};
/** Fills in inputs as the browser does: they match `:autofill`. Headless browsers have no stored addresses. */
const autofill = async (page: Page, inputNames: readonly string[]) => {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  for (const name of inputNames) {
    await page.locator(`[name=${name}]`).evaluate((input: HTMLInputElement) => (input.value = 'https://a.example'));
    const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: `[name=${name}]` });
    await session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: ['autofill'] });
  }
};
const expectNoSpam = (page: Page) => expect(page.getByText('No spam', { exact: true })).toBeVisible();

test('spam is separate from the leads and explains itself when there is none', async ({ page, client }) => {
  await page.goto(`/client/dashboard/${client.id}?tab=leads`);
  await page.getByRole('link', { name: 'Spam', exact: true }).click();
  await expectNoSpam(page);
  await expectAccessibleInAllThemes(page);
  await page.getByRole('link', { name: 'All leads' }).click();
  await expect(page.getByText('No leads yet')).toBeVisible();
});

test('submissions with a filled honeypot are spam, which still get a thank-you page', async ({
  page,
  openPage,
  client,
  campaign,
  names,
}) => {
  for (const [visitor, name] of [
    [page, 'Robot One'],
    [await openPage({ javaScriptEnabled: false }), 'Robot Two'],
  ] as const) {
    await visitor.goto(`${campaign.landingUrl}?source=flyer`);
    await visitor
      .locator('[name=_website]')
      .evaluate((honeypot: HTMLInputElement) => (honeypot.value = 'https://buy.example'));
    await submit(visitor, name);
  }
  expect(await names()).toEqual([]);
  await page.goto(`/client/dashboard/${client.id}?tab=leads`);
  await page.getByRole('link', { name: 'Spam (2)' }).click();
  const buttons = page.getByRole('table', { name: 'spam' }).getByRole('button', { name: /^Not spam: / });
  await expect(buttons).toHaveCount(2);
  expect(await buttons.evaluateAll((all) => all.map(({ ariaLabel }) => ariaLabel))).toEqual([
    'Not spam: Robot Two',
    'Not spam: Robot One',
  ]);
});

test('a page reports what the browser filled in, and a honeypot that it filled in does not count', async ({
  page,
  campaign,
  names,
}) => {
  /** Submits the form and returns which of the two signs the page reported. */
  const submitAndRead = async (name: string) => {
    const [request] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'POST'),
      submit(page, name),
    ]);
    const { searchParams } = new URL(request.url());
    return ['autofilled', 'honeypotFilled'].filter((sign) => searchParams.get(sign) === 'true');
  };
  await page.goto(campaign.landingUrl);
  expect(await submitAndRead('Typed Answer')).toEqual([]);
  await page.goto(campaign.landingUrl);
  await autofill(page, ['fullName', '_website']);
  expect(await submitAndRead('Filled Answer')).toEqual(['autofilled']);
  expect(await names()).toEqual(['Filled Answer', 'Typed Answer']);
});

test('people neither see nor reach the honeypot', async ({ page, campaign, names }) => {
  await page.goto(campaign.landingUrl);
  const focusOrder = [];
  for (let n = 0; n < 4; n += 1) {
    await page.keyboard.press('Tab');
    focusOrder.push(
      await page.evaluate(() => (document.activeElement as HTMLInputElement).name || document.activeElement?.tagName),
    );
  }
  expect(focusOrder).toEqual(['fullName', 'email', 'phone', 'BUTTON']);
  expect(await page.locator('form').ariaSnapshot()).not.toContain('Leave this empty');
  expect((await page.locator('.honeypot').boundingBox())!.width).toBeLessThanOrEqual(1);
  await expectNoAxeViolations(page);
  await submit(page, 'Ann Lee');
  expect(await names()).toEqual(['Ann Lee']);
});

test('spam is listed with its reason, restored as a lead or deleted', async ({ page, createSpam, names, openSpam }) => {
  for (const name of ['Robot One', 'Robot Two']) await createSpam(name);
  await openSpam();
  const table = page.getByRole('table', { name: 'spam' });
  await expect(table.getByText('Filled in a hidden field')).toHaveCount(2);
  await expectAccessibleInAllThemes(page);
  await press(page, 'View Robot One');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('The submission filled in a form field that people cannot see.')).toBeVisible();
  await expect(dialog.getByText('flyer')).toBeVisible();
  await expectNoAxeViolations(page);
  await pressInDialog(page, 'Not spam');
  await expectToast(page, 'Moved to leads');
  await expect(table.getByText('Robot One')).toBeHidden();
  await expectFocusKept(page);
  expect(await names()).toEqual(['Robot One']);

  await press(page, 'Delete Robot Two');
  await pressInDialog(page, 'Delete');
  await expectToast(page, 'Submission deleted successfully');
  await expectNoSpam(page);
  await page.getByRole('link', { name: 'All leads' }).click();
  await expect(page.getByRole('button', { name: 'View Robot One' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Spam', exact: true })).toBeVisible();
});

test('a restored lead is held when the monthly limit is reached', async ({
  page,
  api,
  client,
  createSpam,
  openSpam,
}) => {
  await api.updateClient(client, { monthlyLeadLimit: 0 });
  await createSpam('Robot Three');
  await openSpam();
  await press(page, 'Not spam: Robot Three');
  await expectToast(page, 'Moved to leads and held');
  await expect(page.getByText('1 lead is held')).toBeVisible();
  await expectNoSpam(page);
});

test('a retry is offered when spam cannot be loaded', async ({ page, openSpam, pageErrors }) => {
  pageErrors.expect(ABORTED);
  const restore = await abortOperations(page, 'SpamLeads');
  await openSpam();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expectNoAxeViolations(page);
  await restore();
  await press(page, 'Try again');
  await expectNoSpam(page);
});
