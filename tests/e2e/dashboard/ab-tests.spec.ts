import type { Browser, Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';

const ANSWER = 'Thanks!';

test('a client tests two pages, sees which one brings leads, and keeps it', async ({
  api,
  client,
  campaign,
  clientPage: page,
  browser,
}) => {
  await api.updateClient(client, { abTestingEnabled: true });
  await page.goto(`/client/dashboard/${client.id}?tab=campaigns`);
  await page.getByRole('button', { name: `More actions for ${campaign.name}` }).click();
  await page.getByRole('menuitem', { name: 'A/B tests' }).click();
  const drawer = page.getByRole('dialog', { name: `A/B tests of ${campaign.name}` });
  await expect(drawer.getByText('No tests yet')).toBeVisible();
  await drawer.getByRole('button', { name: 'New test' }).click();
  const form = page.getByRole('dialog', { name: 'New test' });
  await expect(form.getByText(/^Each page needs [\d,]+ views/)).toBeVisible();
  await expectAccessibleInAllThemes(page);
  await form.getByLabel('Headline', { exact: true }).fill('Hot water by tonight');
  await form.getByRole('checkbox', { name: 'Full Name' }).uncheck({ force: true });
  await form.getByRole('button', { name: 'Start test' }).click();
  const other = drawer.getByRole('article', { name: 'Page B' });
  await expect(other.getByText('Hot water by tonight')).toBeVisible();
  await expectAccessibleInAllThemes(page);

  // Visitors see one of both pages, the same one again, and one of them submits the shorter form without script.
  const path = new URL(campaign.landingUrl).pathname;
  const seen: string[] = [];
  let isSubmitted = false;
  for (let visitor = 0; visitor < 40 && !(isSubmitted && new Set(seen).size === 2); visitor += 1)
    await visit(browser, `Mozilla/5.0 (Visitor ${visitor})`, async (open) => {
      const shown = await open(path);
      const headline = await shown.locator('h1').innerText();
      seen.push(headline);
      await shown.reload();
      await expect(shown.locator('h1')).toHaveText(headline);
      if (headline !== 'Hot water by tonight' || isSubmitted) return;
      isSubmitted = true;
      await expect(shown.getByLabel('Full Name')).toHaveCount(0);
      await shown.getByLabel('Phone').fill('12');
      await shown.locator('form button[type=submit]').click();
      await expect(shown.getByText('must be a phone number')).toBeVisible();
      await expect(shown.locator('h1')).toHaveText(headline);
      await expect(shown.getByLabel('Full Name')).toHaveCount(0);
      await shown.getByLabel('Phone').fill('(415) 555-2671');
      await shown.locator('form button[type=submit]').click();
      await expect(shown.getByText(ANSWER)).toBeVisible();
    });
  expect(new Set(seen)).toEqual(new Set([seen.find((it) => it !== 'Hot water by tonight'), 'Hot water by tonight']));
  expect(new Set(seen).size).toBe(2);

  // Each visitor loaded the page twice.
  const views = 2 * seen.filter((headline) => headline === 'Hot water by tonight').length;
  await expect
    .poll(async () => {
      await page.reload();
      return other.locator('.tabular').innerText();
    })
    .toMatch(new RegExp(`Page views\\s+${views}\\s+Leads\\s+1\\s`));

  await other.getByRole('button', { name: 'Keep this page (Page B)' }).click();
  const question = page.getByRole('alertdialog', { name: 'End the test and keep Page B?' });
  await question.getByRole('button', { name: 'End test' }).click();
  await expect(drawer.getByRole('heading', { name: 'Earlier tests' })).toBeVisible();
  await expect(other.getByText('Kept', { exact: true })).toBeVisible();
  await expectAccessibleInAllThemes(page);
  await expect(async () => {
    for (const agent of ['One', 'Two', 'Three'])
      await visit(browser, agent, async (open) =>
        expect(await (await open(path)).locator('h1').innerText()).toBe('Hot water by tonight'),
      );
  }).toPass();

  await page.goto(`/client/dashboard/${client.id}?tab=leads`);
  await page.getByRole('button', { name: /^View / }).click();
  await expect(page.getByText('Page of the A/B test', { exact: true }).locator('xpath=..')).toContainText('Page B');
});

/** Opens pages as a visitor with a browser of this name and without script. */
async function visit(
  browser: Browser,
  userAgent: string,
  use: (open: (path: string) => Promise<Page>) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ userAgent, javaScriptEnabled: false });
  await use(async (path) => {
    const page = await context.newPage();
    await page.goto(path);
    return page;
  });
  await context.close();
}

test('a client compares two messages, and sees what each brought', async ({
  api,
  client,
  campaign,
  clientPage: page,
}) => {
  await api.updateClient(client, {
    abTestingEnabled: true,
    quietHours: { enabled: false, start: '20:30', end: '08:00' },
  });
  await page.goto(`/client/dashboard/${client.id}?tab=sms`);
  await page.getByRole('button', { name: 'Create sequence', exact: true }).click();
  const form = page.getByRole('dialog', { name: 'Create SMS sequence' });
  await form.getByLabel('Sequence Name').fill('Welcome');
  await form.getByLabel('Campaign').selectOption(campaign.name);
  await form.getByLabel('Minutes').fill('0');
  await form.getByRole('textbox', { name: 'Message', exact: false }).fill('When can we call?');
  await form.getByRole('button', { name: 'Compare with another message' }).click();
  await form.getByRole('textbox', { name: 'Alternative message 1' }).fill('Is Monday fine?');
  await expectAccessibleInAllThemes(page);
  await form.getByRole('button', { name: 'Create sequence' }).click();
  await expect(page.getByRole('article', { name: 'Welcome' })).toBeVisible();

  const leads = 12;
  for (let n = 0; n < leads; n += 1)
    await api.createLead(client, campaign, { fullName: 'Ann Lee', phone: `(415) 555-3${String(n).padStart(3, '0')}` });
  const sent = async (text: string) =>
    (await api.messages(client)).filter(({ status, body }) => status === 'sent' && body.includes(text)).length;
  await expect.poll(async () => (await sent('When can we call?')) + (await sent('Is Monday fine?'))).toBe(leads);

  await page.getByRole('button', { name: 'Edit Welcome' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit SMS sequence' });
  const [first, second] = [await sent('When can we call?'), await sent('Is Monday fine?')];
  const times = (n: number) => `Sent ${n} ${n === 1 ? 'time' : 'times'}, replies 0.0%, opt-outs 0.0%`;
  await expect(edit.getByText(times(first)).first()).toBeVisible();
  await expect(edit.getByText(times(second)).last()).toBeVisible();
});
