import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import { expectNoAxeViolations } from '../testing/axe';
import { expectAccessibleInAllThemes } from '../testing/all-themes';
import { expectFocusKept, expectFocusOn, tabTo } from '../testing/keyboard';
import { type CreatedCampaign, createCampaign, createLead } from '../testing/create-campaign';
import { recordRequests } from '../testing/network';
import { createClient, type CreatedClient } from '../testing/create-client';
import { useHarness } from '../testing/harness';

const names = Array.from({ length: 30 }, (_, nth) => `Lead ${String(nth + 1).padStart(2, '0')}`);

/** The Leads tab of the client dashboard. Tests run in order, and each continues where the previous one ended. */
describe('the Leads tab', () => {
  const harness = useHarness();
  let admin: BrowserContext;
  let page: Page;
  let client: CreatedClient;
  let spring: CreatedCampaign;
  let autumn: CreatedCampaign;
  const ids = new Map<string, string>();

  beforeAll(async () => {
    ({ context: admin } = await harness.admin());
    client = await createClient(admin, { authEnabled: false });
    ({ page } = await harness.openSession());
    await page.goto(`/client/dashboard/${client.id}?tab=leads`);
  });

  const table = () => page.getByRole('table', { name: 'leads' });
  const listed = () =>
    table()
      .getByRole('button', { name: /^View / })
      .evaluateAll((views) => views.map((view) => view.ariaLabel!.slice(5)));
  /** Waits until the table lists these leads in this order. */
  const shows = async (expected: string[]) => {
    const isShown = (names: string[]) => {
      const views = [...document.querySelectorAll('tbody [aria-label^="View "]')];
      return views.length === names.length && views.every((view, nth) => view.ariaLabel === `View ${names[nth]}`);
    };
    // The comparison below reports the actual list, unlike a timeout.
    await page.waitForFunction(isShown, expected).catch(() => undefined);
    expect(await listed()).toEqual(expected);
  };
  const sortedBy = async (header: string, direction: 'ascending' | 'descending') => {
    await page.getByRole('button', { name: header, exact: true }).click();
    await page.locator(`th[aria-sort=${direction}]`, { hasText: header }).waitFor();
  };
  const search = () => page.getByRole('searchbox', { name: 'Search leads' });
  const filter = (name: string) => page.getByRole('combobox', { name, exact: true });
  const urlParams = () => Object.fromEntries(new URL(page.url()).searchParams);
  const toast = (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor();
  const dialog = () => page.getByRole('dialog');
  const open = (verb: string, name: string) =>
    page.getByRole('button', { name: `${verb} ${name}`, exact: true }).click();
  const newest = [...names].reverse();

  it('explains leads when there are none', async () => {
    await page.getByText('No leads yet').waitFor();
    await expectAccessibleInAllThemes(page);
    await page.getByRole('link', { name: 'Go to campaigns' }).press('Enter');
    await page.getByText('No campaigns yet').waitFor();
    await expectFocusKept(page);
    await page.goBack();
    await page.getByText('No leads yet').waitFor();
  });

  // A separate test, so that retrying a later test does not create them twice.
  it('receives leads from campaigns', async () => {
    spring = await createCampaign(admin, client.id, { name: 'Spring' });
    autumn = await createCampaign(admin, client.id, { name: 'Autumn' });
    const sequence = {
      name: 'Two texts',
      campaignId: spring.id,
      triggerEvent: 'lead_contacted',
      steps: [
        { delayMinutes: 0, message: 'Hi {{firstName}}' },
        { delayMinutes: 1440, message: 'Still interested?' },
      ],
    };
    expect((await admin.request.post(`/api/clients/${client.id}/sms-sequences`, { data: sequence })).ok()).toBe(true);
    for (const [nth, fullName] of names.entries()) {
      const data = {
        fullName,
        email: `lead${nth + 1}@example.com`,
        phone: `(415) 555-26${String(nth + 10)}`,
        waterHeaterAge: '<b>9</b>',
      };
      ids.set(
        fullName,
        (await createLead(admin, client.id, nth < 20 ? spring : autumn, data, nth === 29 ? 'qr' : undefined)).id,
      );
    }
    for (const [name, status] of [
      ['Lead 03', 'qualified'],
      ['Lead 25', 'converted'],
      ['Lead 28', 'qualified'],
    ] as const)
      expect((await admin.request.put(`/api/leads/${ids.get(name)}`, { data: { status } })).ok()).toBe(true);
  });

  it('lists leads newest first, 25 per page, with the page in the URL', async () => {
    await page.reload();
    await shows(newest.slice(0, 25));
    await page.getByText('1–25 of 30').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await shows(newest.slice(25));
    await page.getByText('26–30 of 30').waitFor();
    expect(urlParams()).toEqual({ tab: 'leads', page: '2' });
    await page.reload();
    await shows(newest.slice(25));
    await page.goBack();
    await shows(newest.slice(0, 25));
    await page.goto(`/client/dashboard/${client.id}?tab=leads&page=40`);
    await shows(newest.slice(25));
    expect(urlParams()).toEqual({ tab: 'leads', page: '2' });
  });

  it('sorts leads on the server across all pages', async () => {
    await page.goto(`/client/dashboard/${client.id}?tab=leads&page=2`);
    await shows(newest.slice(25));
    const requests = recordRequests(page);
    await sortedBy('Name', 'ascending');
    await shows(names.slice(0, 25));
    // One request: the response must not render the previous URL, whose query would refetch.
    expect(requests.filter((name) => name === 'Leads')).toHaveLength(1);
    expect(urlParams()).toEqual({ tab: 'leads', sort: 'fullName' });
    expect(await page.getByRole('columnheader', { name: 'Received' }).getAttribute('aria-sort')).toBe('none');
    await sortedBy('Name', 'descending');
    await shows(newest.slice(0, 25));
    await sortedBy('Received', 'descending');
    await sortedBy('Received', 'ascending');
    await shows(names.slice(0, 25));
    expect(urlParams()).toEqual({ tab: 'leads', order: 'asc' });
    await sortedBy('Status', 'ascending');
    await sortedBy('Status', 'descending');
    await isFirst('Lead 25');
    expect((await listed()).slice(1, 3).sort()).toEqual(['Lead 03', 'Lead 28']);
    await sortedBy('Campaign', 'ascending');
    await page.waitForFunction(() => document.querySelector('tbody td:nth-child(3)')?.textContent === 'Autumn');
  });
  const isFirst = (name: string) =>
    page.waitForFunction(
      (label) => document.querySelector('tbody [aria-label^="View "]')?.ariaLabel === label,
      `View ${name}`,
    );

  it('filters by campaign, status and search while typing, and Back undoes each filter', async () => {
    await page.goto(`/client/dashboard/${client.id}?tab=leads`);
    await shows(newest.slice(0, 25));
    await filter('Campaign').selectOption('Autumn');
    await shows(newest.slice(0, 10));
    await filter('Status').selectOption('qualified');
    await shows(['Lead 28']);
    expect(urlParams()).toEqual({ tab: 'leads', campaign: autumn.id, status: 'qualified' });
    await page.goBack();
    await shows(newest.slice(0, 10));
    await search().pressSequentially('Lead 2');
    await shows(newest.slice(1, 10));
    expect(await search().inputValue()).toBe('Lead 2');
    await search().pressSequentially('6');
    await shows(['Lead 26']);
    expect(urlParams()).toEqual({ tab: 'leads', campaign: autumn.id, search: 'Lead 26' });
    await page.goBack();
    await shows(newest.slice(0, 10));
    expect(await search().inputValue()).toBe('');
    await search().fill('555-2615');
    await page.getByText('No leads match').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
    await shows(newest.slice(0, 25));
    await expectFocusOn(page, 'Search leads');
    for (const query of ['lead6@example.com', '(415) 555-2615', '4155552615']) {
      await search().fill(query);
      await shows(['Lead 06']);
    }
    await search().fill('autumn');
    await shows(newest.slice(0, 10));
  });

  it('aborts an older search for a newer one', async () => {
    await search().fill('');
    await shows(newest.slice(0, 25));
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/graphql', async (route) => {
      const { operationName, variables } = route.request().postDataJSON() as {
        operationName: string;
        variables: { search?: string };
      };
      if (operationName === 'Leads' && variables.search === 'Lead 0') await released;
      await route.continue().catch(() => undefined);
    });
    const older = page.waitForRequest((request) => request.postData()?.includes('"Lead 0"') ?? false);
    await search().fill('Lead 0');
    await older;
    await search().fill('Lead 07');
    await shows(['Lead 07']);
    // The page aborted the request, so no late response can arrive.
    expect(await (await older).response()).toBeNull();
    release();
    await filter('Status').selectOption('New');
    await shows(['Lead 07']);
    expect(urlParams()).toEqual({ tab: 'leads', search: 'Lead 07', status: 'new' });
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('exports leads exactly as filtered and sorted', async () => {
    await page.goto(`/client/dashboard/${client.id}?tab=leads&campaign=${autumn.id}&search=Lead+2&sort=fullName`);
    await shows(names.slice(20, 29));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('leads.csv');
    const [head, ...rows] = readFileSync(await download.path(), 'utf8')
      .replace('\uFEFF', '')
      .trim()
      .split('\r\n');
    expect(head).toBe('Received,Campaign,Status,Full Name,Email,Phone,Source,waterHeaterAge');
    expect(rows.map((row) => row.split(',')[3])).toEqual(names.slice(20, 29));
    expect(rows[0]).toContain(',Autumn,new,Lead 21,lead21@example.com,(415) 555-2630,,<b>9</b>');
    await page.goto(`/client/dashboard/${client.id}?tab=leads&status=converted`);
    await shows(['Lead 25']);
    const [one] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export' }).click(),
    ]);
    expect(
      readFileSync(await one.path(), 'utf8')
        .trim()
        .split('\r\n'),
    ).toHaveLength(2);
  });

  it('shows all answers of a lead, with labels from camelCase keys and escaped markup', async () => {
    await page.goto(`/client/dashboard/${client.id}?tab=leads&search=Lead+30`);
    await open('View', 'Lead 30');
    await dialog().getByText('This lead is not in a follow-up sequence.').waitFor();
    const facts = await dialog()
      .locator('dl')
      .first()
      .evaluate((list) => {
        const texts = (tag: string) => [...list.querySelectorAll(tag)].map((part) => part.textContent);
        return texts('dt').map((label, nth) => [label, texts('dd')[nth]]);
      });
    expect(facts.slice(0, 7)).toEqual([
      ['Full Name', 'Lead 30'],
      ['Email', 'lead30@example.com'],
      ['Phone', '(415) 555-2639'],
      ['Water Heater Age', '<b>9</b>'],
      ['Campaign', 'Autumn'],
      ['Source', 'QR code'],
      ['Status', 'New'],
    ]);
    const consent = dialog().getByRole('region', { name: 'Consent' });
    await consent.getByText(`By sending this form you agree that ${client.businessName} may`).waitFor();
    await consent.getByText('Through the API, with the consent text at that time').waitFor();
    expect(await consent.locator('dt').allInnerTexts()).toEqual([
      'Disclosure',
      'Given',
      'Where',
      'Page version',
      'IP address',
      'Browser',
    ]);
    await expectAccessibleInAllThemes(page);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await expectFocusOn(page, 'View Lead 30');
  });

  it('edits a lead with the keyboard alone, and shows its messages step by step', async () => {
    await search().fill('Lead 03');
    await shows(['Lead 03']);
    await tabTo(page, 'Edit Lead 03');
    await page.keyboard.press('Enter');
    await dialog().waitFor();
    await expectAccessibleInAllThemes(page);
    await dialog().getByLabel('Status').focus();
    expect(await dialog().getByLabel('Status').locator('option').allInnerTexts()).toEqual([
      'New',
      'Contacted',
      'Qualified',
      'Converted',
    ]);
    await page.keyboard.type('Conta');
    expect(await dialog().getByLabel('Status').inputValue()).toBe('contacted');
    await tabTo(page, 'Full Name');
    await page.keyboard.type('Third Lead');
    await page.keyboard.press('Enter');
    await toast('Lead updated successfully');
    await dialog().waitFor({ state: 'detached' });
    await search().fill('Third Lead');
    await shows(['Third Lead']);
    while (!(await isSent())) await new Promise((resolve) => setTimeout(resolve, 200));
    await open('View', 'Third Lead');
    const steps = dialog().getByRole('region', { name: 'Two texts' }).getByRole('listitem');
    await steps.first().waitFor();
    const [first, second] = (await steps.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
    expect(first).toMatch(/^Step 1 Sent .*Hi Third/);
    expect(second).toMatch(/^Step 2 Due due in (23 h|1 d).*Still interested\?$/);
    await expectNoAxeViolations(page);
    await page.keyboard.press('Escape');
    await admin.request.put(`/api/leads/${ids.get('Lead 03')}`, { data: { status: 'converted' } });
    await page.reload();
    await open('View', 'Third Lead');
    await dialog().getByText('The lead was converted').waitFor();
    expect((await steps.last().innerText()).replace(/\s+/g, ' ')).toMatch(/^Step 2 Not Sent Still interested\?$/);
    await page.keyboard.press('Escape');
  }, 60_000);
  const isSent = async () =>
    (await (await admin.request.get(`/api/clients/${client.id}/sms-messages`)).text()).includes('"sent"');

  it('deletes a lead after confirmation', async () => {
    await page.goto(`/client/dashboard/${client.id}?tab=leads&search=Lead+29`);
    await open('Delete', 'Lead 29');
    const confirm = page.getByRole('alertdialog');
    await confirm.getByText('This action cannot be undone', { exact: false }).waitFor();
    await expectAccessibleInAllThemes(page);
    await confirm.getByRole('button', { name: 'Cancel' }).click();
    await open('Delete', 'Lead 29');
    await confirm.getByRole('button', { name: 'Delete' }).click();
    await toast('Lead deleted successfully');
    await page.getByText('No leads match').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText('1–25 of 29').waitFor();
    expect(await listed()).not.toContain('Lead 29');
  });

  it('leaves the last page when its last lead is deleted', async () => {
    await page.goto(`/client/dashboard/${client.id}?tab=leads&page=2`);
    for (const name of ['Lead 01', 'Lead 02', 'Third Lead'])
      await admin.request.delete(`/api/leads/${ids.get(name.replace('Third Lead', 'Lead 03'))}`);
    await page.reload();
    await open('Delete', 'Lead 04');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await toast('Lead deleted successfully');
    await page.waitForURL((url) => !url.searchParams.has('page'));
    await page.getByRole('button', { name: 'View Lead 05' }).waitFor();
    expect(await listed()).toHaveLength(25);
    expect(await page.getByRole('button', { name: 'Next' }).count()).toBe(0);
  });

  it('shows an error when a lead that was deleted meanwhile is changed or deleted', async () => {
    await open('Edit', 'Lead 27');
    expect((await admin.request.delete(`/api/leads/${ids.get('Lead 27')}`)).status()).toBe(204);
    await dialog().getByLabel('Full Name').fill('Too late');
    await dialog().getByRole('button', { name: 'Save changes' }).click();
    await toast('Failed to update lead');
    expect(await dialog().getByLabel('Full Name').inputValue()).toBe('Too late');
    await page.keyboard.press('Escape');
    await open('Delete', 'Lead 27');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await toast('Failed to delete lead');
    await page.keyboard.press('Escape');
  });

  it('hides held leads from the client but not from the administrator', async () => {
    const data = { monthlyLeadLimit: 1 };
    expect((await admin.request.put(`/api/clients/${client.id}`, { data })).ok()).toBe(true);
    await createLead(admin, client.id, spring, { fullName: 'Held Hannah', email: 'hannah@example.com' });
    await page.reload();
    await page.getByText('1 lead is held because the monthly lead limit is reached.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'View Lead 26' }).waitFor();
    await search().fill('hannah');
    await page.getByText('No leads match').waitFor();
    const { page: adminPage } = await harness.admin();
    await adminPage.goto(`/client/${client.id}?tab=leads&search=hannah`);
    const row = adminPage.getByRole('row').filter({ hasText: 'Held Hannah' });
    await row.getByText('Held', { exact: true }).waitFor();
    expect(await row.innerText()).toContain('hannah@example.com');
    await row.getByRole('button', { name: 'View Held Hannah' }).click();
    await adminPage
      .getByText(
        'This lead is held because the monthly lead limit is reached. Its follow-up messages start when it is released.',
      )
      .waitFor();
  });

  it('offers a retry when the leads cannot be loaded, including offline', async () => {
    await page.goto(`/client/dashboard/${client.id}?tab=settings`);
    await page.locator('dl').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('tab', { name: 'Leads' }).click();
    await page.getByText('We could not load the leads.').waitFor();
    await expectAccessibleInAllThemes(page);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'View Lead 26' }).waitFor();
    expect(new Set(harness.errorLog.pageErrors.splice(0))).toEqual(
      new Set(['console error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED']),
    );
  });

  it('fits a phone, with a select for the sort order', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/client/dashboard/${client.id}?tab=leads`);
    await filter('Sort by').selectOption('Name, A to Z');
    await isFirst('Lead 05');
    expect(urlParams()).toEqual({ tab: 'leads', sort: 'fullName' });
    expect(await page.getByRole('button', { name: 'Name', exact: true }).count()).toBe(0);
    await search().fill('Lead 1');
    await isFirst('Lead 10');
    await expectAccessibleInAllThemes(page);
  });

  it('causes no page errors and no requests to other sites', () => {
    expect(harness.errorLog.pageErrors).toEqual([]);
  });
});
