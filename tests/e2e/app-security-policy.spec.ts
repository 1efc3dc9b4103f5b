import { readRunFile } from '../harness/launch';
import type { Page } from '@playwright/test';
import { expect, test as base } from './fixtures';
import { untilIdle } from './testing/network';

interface Fixtures {
  /** The violations of all pages, as the browser reports them to the page. */
  violations: string[];
}

/** The content security policy of the app. */
const test = base.extend<Fixtures>({
  violations: async ({ adminPage }, use) => {
    const found: string[] = [];
    await adminPage.exposeFunction('reportViolation', (violation: string) => found.push(violation));
    await adminPage.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        (window as unknown as { reportViolation(text: string): void }).reportViolation(
          `${location.pathname} ${effectiveDirective} ${blockedURI}`,
        ),
      );
    });
    await use(found);
  },
});

const screens = (clientId: string, campaignId: string) => [
  '/admin/login',
  '/client/login',
  '/dev/ui',
  ...['overview', 'clients', 'analytics', 'billing'].map((tab) => `/admin?tab=${tab}`),
  ...['', 'activity', 'privacy', 'security'].map((tab) => `/admin/team?tab=${tab}`),
  ...['dashboard', 'campaigns', 'leads', 'leads&view=spam', 'sms', 'files', 'webhooks', 'settings'].map(
    (tab) => `/client/${clientId}?tab=${tab}`,
  ),
  `/client/${clientId}/campaign/new`,
  `/client/${clientId}/campaign/${campaignId}`,
];

const addStyle = (page: Page) =>
  page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = 'body { display: none }';
    document.head.append(style);
    return getComputedStyle(document.body).display;
  });

test('no screen, dialog, drawer or toast violates the security policy', async ({
  adminPage: page,
  api,
  client,
  campaign,
  violations,
}) => {
  test.setTimeout(120_000);
  await api.createLead(client, campaign, { fullName: 'Ann Lee', phone: '(415) 555-2671' });
  for (const path of screens(client.id, campaign.id))
    await test.step(path, async () => {
      await untilIdle(page, () => page.goto(path));
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      // A control: the styles of components apply.
      await expect(page.getByRole('button').first()).not.toHaveCSS('border-radius', '0px');
    });

  await page.goto(`/client/${client.id}?tab=leads`);
  await page.getByRole('button', { name: /^View / }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Delete / }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Lead deleted successfully')).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin?tab=clients');
  await page.getByRole('button', { name: 'Add Client' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  expect(violations).toEqual([]);
});

test('an injected style is blocked, and its report is counted without what it says', async ({
  adminPage: page,
  stack,
  violations,
  pageErrors,
}) => {
  pageErrors.allow(/Content Security Policy/);
  const { opsPort } = readRunFile(stack.dataDir).services['web']!;
  const metrics = async () => (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
  const count = async () =>
    Number(/csp_violations_total\{directive="style-src-elem",page="app"\} (\d+)/.exec(await metrics())?.[1] ?? 0);
  await page.goto('/admin?tab=clients&secret=ann');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const before = await count();
  expect(await addStyle(page)).toBe('block');
  await page.evaluate(() => document.body.setAttribute('style', 'display: none'));
  await expect.poll(() => violations).toEqual(['/admin style-src-elem inline', '/admin style-src-attr inline']);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(count).toBe(before + 1);
  expect(await metrics()).not.toContain('secret');
});

test('an image over http is blocked, and one of this site is shown', async ({
  adminPage: page,
  violations,
  pageErrors,
}) => {
  pageErrors.allow(/Content Security Policy|request to http:\/\/elsewhere.example/);
  await page.goto('/admin/login');
  const load = (src: string) =>
    page.evaluate(
      (url) =>
        new Promise<string>((resolve) => {
          const image = new Image();
          image.onload = () => resolve('loaded');
          image.onerror = () => resolve('failed');
          image.src = url;
        }),
      src,
    );
  expect(await load('/favicon.svg')).toBe('loaded');
  expect(await load('http://elsewhere.example/x.png')).toBe('failed');
  await expect.poll(() => violations).toEqual(['/admin/login img-src http://elsewhere.example/x.png']);
});
