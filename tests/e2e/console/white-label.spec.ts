import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { drawPng } from '../testing/media';
import { statusError } from '../testing/page-errors';
import { dialogOf, downloadBy, expectToast, pressInDialog, textOf } from '../testing/ui';

const brand = { productName: 'Lead Boost', color: '#7c3aed' };
const PRODUCT = /dripline/i;

/** Returns the color of a token of the theme. */
const tokenOf = (page: Page, name: string) =>
  page.evaluate(
    (token) => getComputedStyle(document.documentElement).getPropertyValue(token),
    `--chakra-colors-${name}`,
  );
const iconOf = (page: Page) => page.locator('link[rel=icon]').getAttribute('href');

test('an administrator sets the brand of a client, whose sign-in, dashboard and landing pages then have it', async ({
  adminPage: admin,
  api,
  client,
  openPage,
}) => {
  const campaign = await api.createCampaign(client, { headline: 'A free check' });
  await admin.goto(`/client/${client.id}?tab=settings`);
  const teal = await tokenOf(admin, 'brand-600');
  await admin.getByRole('button', { name: 'Edit Client Settings' }).click();
  const dialog = dialogOf(admin);
  await expect(dialog.getByLabel('Product Name')).toBeHidden();
  await dialog.getByText('White Label', { exact: true }).click();
  await dialog.getByLabel('Product Name').fill(brand.productName);
  await dialog.getByRole('textbox', { name: 'Client Brand Color' }).fill('violet');
  for (const [name, color] of [
    ['Brand Logo', '#00aa00'],
    ['Favicon', '#0000ff'],
    ['Social Card', '#ff0000'],
  ] as const) {
    await dialog
      .getByRole('group', { name })
      .locator('input[type=file]')
      .last()
      .setInputFiles(await drawPng(admin, `${name}.png`, color));
    await expect(dialog.getByRole('button', { name: `Replace ${name}` })).toBeVisible();
  }
  await pressInDialog(admin, 'Save changes');
  await expect(dialog.getByText('Enter a color as # and six hexadecimal digits.')).toBeVisible();
  await expectAccessibleInAllThemes(admin);
  await dialog.getByRole('textbox', { name: 'Client Brand Color' }).fill(brand.color);
  await expect(dialog.getByText(/with white text \([4-9]\.\d:1\)/)).toBeVisible();
  await pressInDialog(admin, 'Save changes');
  await expectToast(admin, 'Client updated successfully');
  // Administrators keep their own product.
  expect(await tokenOf(admin, 'brand-600')).toBe(teal);

  const page = await openPage();
  await page.goto(`/client/dashboard/${client.id}?tab=leads`);
  await expect(page.getByText(`Your campaigns and leads on ${brand.productName}`)).toBeVisible();
  await expect(page).toHaveTitle(`Sign in · ${brand.productName}`);
  await expect(page.getByRole('link', { name: 'Admin login' })).toBeHidden();
  const violet = await tokenOf(page, 'brand-600');
  expect(violet).not.toBe(teal);
  await expectAccessibleInAllThemes(page);
  await page.getByLabel('Username').fill(client.login.username);
  await page.getByLabel('Password').fill(client.login.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Leads' })).toBeVisible();
  await expect(page).toHaveTitle(`${client.businessName} · ${brand.productName}`);
  const header = page.getByRole('banner');
  await expect(header.getByText(brand.productName, { exact: true })).toBeVisible();
  const { brand: stored } = await api.get<{ brand: Record<string, string> }>(`/api/clients/${client.id}`);
  await expect(header.locator('img').first()).toHaveAttribute('src', /^\/objects\//);
  expect(await iconOf(page)).toMatch(/^\/objects\//);
  expect(await tokenOf(page, 'brand-600')).toBe(violet);
  await expectAccessibleInAllThemes(page);

  const landing = await openPage();
  await landing.goto(campaign.landingUrl);
  await expect(landing.getByText(`Powered by ${brand.productName}`)).toBeVisible();
  await expect(landing.locator('img.logo')).toBeVisible();
  expect(await landing.locator('meta[property="og:image"]').getAttribute('content')).toContain(
    stored['socialImageUrl'],
  );
  expect(await iconOf(landing)).toMatch(/^\/objects\//);
  expect(await landing.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent'))).toBe(
    brand.color,
  );
  await expectAccessibleInAllThemes(landing);
});

/** Collects where the product's name stands in what a browser receives and shows. */
class Crawl {
  readonly found = new Set<string>();
  private readonly checks: Promise<void>[] = [];

  watch(context: BrowserContext): void {
    context.on('response', (response) => {
      const check = async () => {
        const headers = await response.allHeaders();
        this.check(`headers of ${response.url()}`, JSON.stringify(headers));
        // A stream does not end, and a redirect has no body.
        const isText = /text|json|javascript|svg|xml/.test(headers['content-type'] ?? '');
        if (
          !isText ||
          /event-stream/.test(headers['content-type']!) ||
          [301, 302, 303, 304].includes(response.status())
        )
          return;
        this.check(response.url(), await response.text());
      };
      // The body of a response is gone once its page has left.
      this.checks.push(check().catch(() => undefined));
    });
  }

  check(name: string, text: string): void {
    const match = PRODUCT.exec(text);
    if (match) this.found.add(`${name}: …${text.slice(Math.max(0, match.index - 40), match.index + 40)}…`);
  }

  /** Checks what the page shows and stores. */
  async visit(page: Page): Promise<void> {
    this.check(`${page.url()} as shown`, `${await page.title()} ${await page.content()}`);
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
    this.check(`storage of ${page.url()}`, stored);
    this.check(`cookies of ${page.url()}`, JSON.stringify(await page.context().cookies()));
  }

  async finish(): Promise<void> {
    await Promise.all(this.checks);
    expect([...this.found]).toEqual([]);
  }
}

test('a client with white label and its visitors find the product’s name nowhere', async ({
  api,
  client,
  openPage,
  pageErrors,
}) => {
  test.slow();
  pageErrors.expect(statusError('404 (Not Found)'), statusError('400 (Bad Request)'));
  await api.updateClient(client, { whiteLabelEnabled: true, webhooksEnabled: true, abTestingEnabled: true });
  const campaign = await api.createCampaign(client, { headline: 'A free check' });
  const paused = await api.createCampaign(client, { status: 'inactive' });
  await api.createSequence(client, campaign);
  await api.post(`/api/clients/${client.id}/webhooks`, {
    url: 'https://crm.acme.example/leads',
    events: ['lead.created'],
  });
  const lead = await api.createLead(client, campaign, { fullName: 'Ann Lee', phone: '(212) 555-0187' });
  await expect.poll(() => api.sentCount(client)).toBe(1);
  const crawl = new Crawl();
  crawl.check('messages', JSON.stringify(await api.messages(client)));

  const page = await openPage();
  crawl.watch(page.context());
  const dashboard = `/client/dashboard/${client.id}`;
  await page.goto(dashboard);
  await page.getByLabel('Username').fill(client.login.username);
  await page.getByLabel('Password').fill('wrong password');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expectToast(page, 'Login failed');
  await crawl.visit(page);
  await page.getByLabel('Password').fill(client.login.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expectToast(page, 'Login successful');
  for (const [tab, heading] of [
    ['dashboard', 'Dashboard'],
    ['campaigns', 'Campaigns'],
    ['leads', 'Leads'],
    ['sms', 'SMS Follow-ups'],
    ['files', 'File Manager'],
    ['webhooks', 'Webhooks'],
    ['settings', 'Settings'],
  ]) {
    await page.goto(`${dashboard}?tab=${tab}`);
    await expect(page.getByRole('heading', { level: 1, name: heading! })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('img')).toHaveCount(0);
    await crawl.visit(page);
  }
  await expect(page.getByRole('button', { name: 'Create API key' })).toBeVisible();
  await page.getByRole('button', { name: 'Create API key' }).click();
  await dialogOf(page).getByLabel('Name').fill('CRM');
  await crawl.visit(page);
  await page.goto(`${dashboard}?tab=leads&dialog=view&id=${lead.id}`);
  await expect(dialogOf(page).getByText('Hello Ann').first()).toBeVisible();
  await crawl.visit(page);
  await page.goto(`${dashboard}?tab=leads`);
  crawl.check(
    'leads as CSV',
    await textOf(await downloadBy(page, () => page.getByRole('link', { name: 'Export' }).click())),
  );
  await page.goto(`${dashboard}/campaign/${campaign.id}`);
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'A free check' })).toBeVisible();
  await crawl.visit(page);
  await page.goto(`${dashboard}/campaign/${lead.id}`);
  await expect(page.getByRole('heading', { name: 'Campaign not found' })).toBeVisible();
  await crawl.visit(page);
  await page.goto(`${dashboard}/none`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await crawl.visit(page);
  for (const path of ['/api/docs/', '/api/docs/changes', '/api/openapi.json', '/graphql']) {
    await page.goto(path);
    await crawl.visit(page);
  }
  await page.goto(dashboard);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText(`Your campaigns and leads on ${client.businessName}`)).toBeVisible();
  await crawl.visit(page);

  for (const visitor of [await openPage(), await openPage({ javaScriptEnabled: false })]) {
    crawl.watch(visitor.context());
    for (const url of [paused.landingUrl, `/landing/${client.handle}/none`, '/q/none', campaign.landingUrl]) {
      await visitor.goto(url);
      crawl.check(url, await visitor.content());
    }
    await visitor.getByLabel('Full Name').fill('Bo Lee');
    await visitor.getByLabel('Phone').fill('12');
    await visitor.locator('button[type=submit]').click();
    await expect(visitor.getByText(/phone number/i).first()).toBeVisible();
    crawl.check('form with errors', await visitor.content());
    await visitor.getByLabel('Phone').fill('');
    await visitor.locator('button[type=submit]').click();
    await expect(visitor.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
    crawl.check('thank-you page', await visitor.content());
  }
  await api.updateClient(client, { status: 'inactive' });
  const visitor = await openPage();
  crawl.watch(visitor.context());
  await visitor.goto(campaign.landingUrl);
  crawl.check('page of an inactive client', await visitor.content());
  await crawl.finish();
});
