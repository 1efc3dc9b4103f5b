import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures';
import type { CreatedCampaign } from '../testing/api';
import { expectAccessibleInAllThemes, expectNoAxeViolations } from '../testing/axe';
import { expectFocusKept, expectFocusOn, tabTo } from '../testing/keyboard';
import { recordRequests, untilIdle } from '../testing/network';
import { OFFLINE } from '../testing/page-errors';
import { downloadBy, expectToast, factsOf, pressInDialog, textOf } from '../testing/ui';

const names = Array.from({ length: 30 }, (_, nth) => `Lead ${String(nth + 1).padStart(2, '0')}`);
const newest = [...names].reverse();

/** 30 leads: the first 20 are of the campaign Spring, the others of Autumn. */
interface Leads {
  spring: CreatedCampaign;
  autumn: CreatedCampaign;
  idOf: (name: string) => string;
}

interface Fixtures {
  leads: Leads;
  /** Opens the Leads tab with URL parameters. */
  openTab: (parameters?: string) => Promise<void>;
}

/** The Leads tab of the client dashboard. The dashboard of `client` is open to anyone with its link. */
const test = base.extend<Fixtures>({
  client: async ({ api }, use) => use(await api.createClient({ authEnabled: false })),
  leads: async ({ api, client }, use) => {
    const [spring, autumn] = [
      await api.createCampaign(client, { name: 'Spring' }),
      await api.createCampaign(client, { name: 'Autumn' }),
    ];
    const ids = new Map<string, string>();
    for (const [nth, fullName] of names.entries()) {
      const answers = { fullName, email: `lead${nth + 1}@example.com`, phone: `(415) 555-26${nth + 10}` };
      const lead = await api.createLead(client, nth < 20 ? spring : autumn, { ...answers, waterHeaterAge: '<b>9</b>' });
      ids.set(fullName, lead.id);
    }
    const idOf = (name: string) => ids.get(name)!;
    for (const [name, status] of [
      ['Lead 03', 'qualified'],
      ['Lead 25', 'converted'],
      ['Lead 28', 'qualified'],
    ] as const)
      await api.put(`/api/leads/${idOf(name)}`, { status });
    await use({ spring, autumn, idOf });
  },
  openTab: ({ page, client }, use) =>
    use(async (parameters = '') => void (await page.goto(`/client/dashboard/${client.id}?tab=leads${parameters}`))),
});

const listed = (page: Page) =>
  page
    .getByRole('table', { name: 'leads' })
    .getByRole('button', { name: /^View / })
    .evaluateAll((views) => views.map((view) => view.ariaLabel!.slice(5)));
/** Waits until the table lists these leads in this order. */
const expectLeads = (page: Page, expected: string[]) => expect.poll(() => listed(page)).toEqual(expected);
const expectFirst = (page: Page, name: string) => expect.poll(async () => (await listed(page))[0]).toBe(name);
const expectParameters = (page: Page, expected: Record<string, string>) =>
  expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ tab: 'leads', ...expected });
const sortBy = async (page: Page, header: string, direction: 'ascending' | 'descending') => {
  await page.getByRole('button', { name: header, exact: true }).click();
  await expect(page.getByRole('columnheader', { name: header })).toHaveAttribute('aria-sort', direction);
};
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search leads' });
const filter = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const exportLeads = (page: Page) => downloadBy(page, () => page.getByRole('link', { name: 'Export' }).click());

test('explains leads when there are none', { tag: '@touch' }, async ({ page, openTab }) => {
  await openTab();
  await expect(page.getByText('No leads yet')).toBeVisible();
  await expectAccessibleInAllThemes(page);
  await page.getByRole('link', { name: 'Go to campaigns' }).press('Enter');
  await expect(page.getByText('No campaigns yet')).toBeVisible();
  await expectFocusKept(page);
});

test('lists leads newest first, 25 per page, with the page in the URL', async ({ page, leads: _, openTab }) => {
  await openTab();
  await expectLeads(page, newest.slice(0, 25));
  await expect(page.getByText('1–25 of 30')).toBeVisible();
  await press(page, 'Next');
  await expectLeads(page, newest.slice(25));
  await expect(page.getByText('26–30 of 30')).toBeVisible();
  await expectParameters(page, { page: '2' });
  await page.reload();
  await expectLeads(page, newest.slice(25));
  await page.goBack();
  await expectLeads(page, newest.slice(0, 25));
  await openTab('&page=40');
  await expectLeads(page, newest.slice(25));
  await expectParameters(page, { page: '2' });
});

test('sorts leads on the server across all pages', async ({ page, leads: _, openTab }) => {
  await openTab('&page=2');
  await expectLeads(page, newest.slice(25));
  const requests = recordRequests(page);
  await sortBy(page, 'Name', 'ascending');
  await expectLeads(page, names.slice(0, 25));
  // One request: the response must not render the previous URL, whose query would refetch.
  expect(requests.filter((name) => name === 'Leads')).toHaveLength(1);
  await expectParameters(page, { sort: 'fullName' });
  await expect(page.getByRole('columnheader', { name: 'Received' })).toHaveAttribute('aria-sort', 'none');
  await sortBy(page, 'Name', 'descending');
  await expectLeads(page, newest.slice(0, 25));
  await sortBy(page, 'Received', 'descending');
  await sortBy(page, 'Received', 'ascending');
  await expectLeads(page, names.slice(0, 25));
  await expectParameters(page, { order: 'asc' });
  await sortBy(page, 'Status', 'ascending');
  await sortBy(page, 'Status', 'descending');
  await expectFirst(page, 'Lead 25');
  expect((await listed(page)).slice(1, 3).sort()).toEqual(['Lead 03', 'Lead 28']);
  await sortBy(page, 'Campaign', 'ascending');
  await expect(page.locator('tbody td:nth-child(3)').first()).toHaveText('Autumn');
});

test('changes the status of a lead in its row by keyboard', async ({ page, leads: _, openTab }) => {
  await openTab();
  await expectFirst(page, 'Lead 30');
  await tabTo(page, 'Status of Lead 30: New');
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu', { name: 'Status of Lead 30: New' });
  await expect(menu).toBeFocused();
  await page.keyboard.type('Conta');
  await expect(menu.getByRole('menuitem', { name: 'Contacted' })).toHaveAttribute('data-highlighted');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Lead updated successfully');
  const status = page.getByRole('button', { name: 'Status of Lead 30: Contacted' });
  await expect(status).toBeFocused();
  await page.reload();
  await expect(status).toBeVisible();
});

test('filters by campaign, status and search while typing, and Back undoes each filter', async ({
  page,
  leads,
  openTab,
}) => {
  const campaign = leads.autumn.id;
  await openTab();
  await expectLeads(page, newest.slice(0, 25));
  await filter(page, 'Campaign').selectOption('Autumn');
  await expectLeads(page, newest.slice(0, 10));
  await filter(page, 'Status').selectOption('qualified');
  await expectLeads(page, ['Lead 28']);
  await expectParameters(page, { campaign, status: 'qualified' });
  await page.goBack();
  await expectLeads(page, newest.slice(0, 10));
  await search(page).pressSequentially('Lead 2');
  await expectLeads(page, newest.slice(1, 10));
  await expect(search(page)).toHaveValue('Lead 2');
  await search(page).pressSequentially('6');
  await expectLeads(page, ['Lead 26']);
  await expectParameters(page, { campaign, search: 'Lead 26' });
  await page.goBack();
  await expectLeads(page, newest.slice(0, 10));
  await expect(search(page)).toHaveValue('');
  await search(page).fill('555-2615');
  await expect(page.getByText('No leads match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
  await expectLeads(page, newest.slice(0, 25));
  await expectFocusOn(page, 'Search leads');
  for (const query of ['lead6@example.com', '(415) 555-2615', '4155552615']) {
    await search(page).fill(query);
    await expectLeads(page, ['Lead 06']);
  }
  await search(page).fill('autumn');
  await expectLeads(page, newest.slice(0, 10));
});

test('aborts an older search for a newer one', async ({ page, leads: _, openTab }) => {
  await openTab();
  await expectLeads(page, newest.slice(0, 25));
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/graphql', async (route) => {
    const { operationName, variables } = route.request().postDataJSON() as {
      operationName: string;
      variables: { filter?: { search?: string } };
    };
    if (operationName === 'Leads' && variables.filter?.search === 'Lead 0') await released;
    await route.continue().catch(() => undefined);
  });
  const olderPromise = page.waitForRequest((request) => request.postData()?.includes('"Lead 0"') ?? false);
  await search(page).fill('Lead 0');
  const older = await olderPromise;
  await search(page).fill('Lead 07');
  await expectLeads(page, ['Lead 07']);
  // The page aborted the request, so no late response can arrive.
  expect(await older.response()).toBeNull();
  release();
  await filter(page, 'Status').selectOption('New');
  await expectLeads(page, ['Lead 07']);
  await expectParameters(page, { search: 'Lead 07', status: 'new' });
  await page.unrouteAll({ behavior: 'wait' });
});

test('exports leads exactly as filtered and sorted', async ({ page, leads, openTab }) => {
  await openTab(`&campaign=${leads.autumn.id}&search=Lead+2&sort=fullName`);
  await expectLeads(page, names.slice(20, 29));
  const download = await exportLeads(page);
  expect(download.suggestedFilename()).toBe('leads.csv');
  const [head, ...rows] = (await textOf(download)).replace('\uFEFF', '').trim().split('\r\n');
  expect(head).toBe(
    '"Received","Campaign","Status","Full Name","Email","Phone","Source","Placement","Tags","Owner",' +
      '"Referrer","UTM Source","UTM Medium","UTM Campaign","UTM Term","UTM Content","GCLID","GBRAID","WBRAID","FBCLID","Ad Consent","A/B Test Page","extra"',
  );
  expect(rows.map((row) => row.split('","')[3])).toEqual(names.slice(20, 29));
  const answers = '"{""waterHeaterAge"":""<b>9</b>""}"';
  expect(rows[0]).toContain(
    `","Autumn","new","Lead 21","lead21@example.com","(415) 555-2630"${',""'.repeat(16)},${answers}`,
  );
  await openTab('&status=converted');
  await expectLeads(page, ['Lead 25']);
  expect((await textOf(await exportLeads(page))).trim().split('\r\n')).toHaveLength(2);
});

test('starts a sequence for a lead that is older', async ({ page, api, client, openTab }) => {
  const campaign = await api.createCampaign(client, { name: 'Autumn' });
  const phone = '(415) 555-2690';
  await api.createLead(client, campaign, { fullName: 'Ann Lee', email: 'ann@example.com', phone });
  await api.createSequence(client, campaign, [[600, 'Hello {{firstName}}']]);
  await openTab();
  await press(page, 'View Ann Lee');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('This lead is not in a follow-up sequence.')).toBeVisible();
  await press(page, 'Start a sequence');
  await expect(dialog.getByLabel('Sequence')).toBeFocused();
  await expectAccessibleInAllThemes(page);
  await press(page, 'Start');
  await expect(dialog.getByRole('region', { name: 'Welcome' }).getByText('Hello {{firstName}}')).toBeVisible();
  await expect(dialog.getByText('Started “Welcome”')).toBeVisible();
  // It is next, or waits for the end of quiet hours.
  await expect(dialog.getByText('“Welcome”: message 1 of 1 is ')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Start a sequence' })).toBeHidden();
  expect(await dialog.evaluate((drawer) => drawer.contains(document.activeElement))).toBe(true);
});

test(
  'shows all answers of a lead, with labels from camelCase keys and escaped markup',
  { tag: '@touch' },
  async ({ page, api, client, openTab }) => {
    const campaign = await api.createCampaign(client, { name: 'Autumn' });
    const answers = { fullName: 'Lead 30', email: 'lead30@example.com', phone: '(415) 555-2639' };
    await api.createLead(client, campaign, { ...answers, waterHeaterAge: '<b>9</b>' }, 'qr');
    await openTab();
    await press(page, 'View Lead 30');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('This lead is not in a follow-up sequence.')).toBeVisible();
    expect((await factsOf(dialog.locator('dl').first())).slice(0, 6)).toEqual([
      ['Full Name', 'Lead 30'],
      ['Email', 'lead30@example.com'],
      ['Phone', '(415) 555-2639'],
      ['Water Heater Age', '<b>9</b>'],
      ['Campaign', 'Autumn'],
      ['Source', 'QR code'],
    ]);
    await expect(dialog.getByLabel('Status')).toHaveValue('new');
    const consent = dialog.getByRole('region', { name: 'Consent' });
    await expect(consent.locator('dt')).toHaveCount(0);
    await expectAccessibleInAllThemes(page);
    await consent.getByRole('button', { name: /^Consent given on / }).click();
    await expect(consent).toContainText(`By sending this form you agree that ${client.businessName} may`);
    await expect(consent.getByText('Through the API, with the consent text at that time')).toBeVisible();
    await expect(consent.locator('dt')).toHaveText([
      'Disclosure',
      'Given',
      'Where',
      'Page version',
      'IP address',
      'Browser',
    ]);
    await expectAccessibleInAllThemes(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expectFocusOn(page, 'View Lead 30');
  },
);

test('labels answers with the questions that the visitor saw, in the lead, its form and the export', async ({
  page,
  api,
  client,
  openTab,
}) => {
  const campaign = await api.createCampaign(client, {
    formFields: [
      { id: 'fullName', type: 'text', label: 'Your name' },
      { id: 'whichdaysuitsyoubest', type: 'text', label: 'Which day suits you best?' },
    ],
  });
  await api.createLead(client, campaign, { fullName: 'Ann Lee', whichdaysuitsyoubest: 'Monday' });
  await openTab();
  await press(page, 'View Ann Lee');
  const dialog = page.getByRole('dialog');
  expect((await factsOf(dialog.locator('dl').first())).slice(0, 2)).toEqual([
    ['Full Name', 'Ann Lee'],
    ['Which day suits you best?', 'Monday'],
  ]);
  await dialog.getByRole('button', { name: 'Edit' }).click();
  await expect(dialog.getByLabel('Which day suits you best?')).toHaveValue('Monday');
  await page.keyboard.press('Escape');
  const [head] = (await textOf(await exportLeads(page))).split('\r\n');
  expect(head).toContain('"FBCLID","Ad Consent","A/B Test Page","Which day suits you best?","extra"');
});

test('the drawer of a lead leaves the list in reach: another row is pressed and the drawer follows', async ({
  page,
  leads,
  openTab,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openTab();
  await press(page, 'Lead 30');
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('heading', { name: 'Lead 30' })).toBeVisible();
  await expect.poll(() => drawer.boundingBox()).toEqual({ x: 800, y: 0, width: 480, height: 900 });
  await expect(drawer).toHaveAttribute('aria-modal', 'false');
  await press(page, 'Lead 27');
  await expect(drawer.getByRole('heading', { name: 'Lead 27' })).toBeVisible();
  await expectParameters(page, { dialog: 'view', id: leads.idOf('Lead 27') });
  await expect(page.locator('tr[aria-current=true]')).toContainText('Lead 27');
  await page.keyboard.press('j');
  await expect(drawer.getByRole('heading', { name: 'Lead 26' })).toBeVisible();
  await press(page, 'Previous lead');
  await page.keyboard.press('k');
  await expect(drawer.getByRole('heading', { name: 'Lead 28' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expectFocusOn(page, 'Lead 28');
  // One step of the history, however many leads were shown.
  await press(page, 'Lead 25');
  await press(page, 'Lead 24');
  await expect(drawer.getByRole('heading', { name: 'Lead 24' })).toBeVisible();
  await page.goBack();
  await expect(drawer).toBeHidden();
  await expectParameters(page, {});
});

test('edits a lead in place of its details, and asks before another row discards the changes', async ({
  page,
  leads,
  openTab,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openTab();
  await press(page, 'Lead 30');
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Edit' }).click();
  await expect(drawer.getByRole('heading', { name: 'Edit Lead' })).toBeVisible();
  await expectFocusOn(page, 'Status');
  await drawer.getByLabel('Full Name').fill('Renamed Lead');
  await press(page, 'Lead 29');
  await press(page, 'Keep editing');
  await expect(drawer.getByLabel('Full Name')).toHaveValue('Renamed Lead');
  await expectParameters(page, { dialog: 'edit', id: leads.idOf('Lead 30') });
  // The list can be searched meanwhile, and the form stays.
  await search(page).fill('Lead 2');
  await expectFirst(page, 'Lead 29');
  await expect(drawer.getByLabel('Full Name')).toHaveValue('Renamed Lead');
  await drawer.getByRole('button', { name: 'Save changes' }).click();
  await expectToast(page, 'Lead updated successfully');
  await expect(drawer.getByRole('heading', { name: 'Renamed Lead' })).toBeVisible();
  await expectFocusOn(page, 'Edit');
});

test('asks before Escape right after typing discards a change, on a four times slower processor', async ({
  page,
  leads: _,
  openTab,
}) => {
  await openTab();
  await press(page, 'Edit Lead 30');
  const drawer = page.getByRole('dialog', { name: 'Edit Lead' });
  await drawer.getByLabel('Full Name').press('End');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await Promise.all([page.keyboard.press('a'), page.keyboard.press('Escape')]);
  await press(page, 'Keep editing');
  await expect(drawer.getByLabel('Full Name')).toHaveValue('Lead 30a');
});

test(
  'shows a lead in a modal drawer on tablets and in a sheet on phones',
  { tag: '@touch' },
  async ({ page, api, client, campaign, openTab }) => {
    await api.createLead(client, campaign, { fullName: 'Ann Lee', phone: '(415) 555-2671' });
    const drawer = page.getByRole('dialog', { name: 'Ann Lee' });
    for (const [width, height, box] of [
      [768, 1024, { x: 288, y: 0, width: 480, height: 1024 }],
      [390, 844, { x: 0, width: 390 }],
    ] as const) {
      await page.setViewportSize({ width, height });
      await openTab();
      await press(page, 'View Ann Lee');
      await expect.poll(() => drawer.boundingBox()).toMatchObject(box);
      await expect(drawer).toHaveAttribute('aria-modal', 'true');
      const bottom = () => drawer.evaluate((element) => Math.round(element.getBoundingClientRect().bottom));
      await expect.poll(bottom).toBe(height);
      expect((await drawer.getByRole('link', { name: 'Call' }).boundingBox())!.height).toBeGreaterThanOrEqual(36);
      await page.keyboard.press('Escape');
      await expect(drawer).toBeHidden();
      await expectFocusOn(page, 'View Ann Lee');
    }
  },
);

test('keeps the line breaks of an answer that is edited', async ({ page, api, client, campaign, openTab }) => {
  const { id } = await api.createLead(client, campaign, { fullName: 'Lines', comments: 'First\nSecond' });
  await openTab();
  await press(page, 'Edit Lines');
  const comments = page.getByRole('dialog').getByLabel('Comments');
  await expect(comments).toHaveValue('First\nSecond');
  await comments.press('ControlOrMeta+End');
  await comments.pressSequentially(' line');
  await press(page, 'Save changes');
  await expectToast(page, 'Lead updated successfully');
  expect((await api.get<{ formData: object }>(`/api/leads/${id}`)).formData).toMatchObject({
    comments: 'First\nSecond line',
  });
});

test('edits a lead with the keyboard alone, and shows its messages step by step', async ({
  page,
  api,
  client,
  campaign,
  openTab,
}) => {
  const steps: [number, string][] = [
    [0, 'Hi {{firstName}}'],
    [1440, 'Still interested?'],
  ];
  await api.createSequence(client, campaign, steps, { name: 'Two texts', triggerEvent: 'lead_contacted' });
  const lead = await api.createLead(client, campaign, { fullName: 'First Name', phone: '(415) 555-2689' });
  await openTab();
  await expectLeads(page, ['First Name']);
  await tabTo(page, 'Edit First Name');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectAccessibleInAllThemes(page);
  const status = dialog.getByLabel('Status');
  await status.focus();
  await expect(status.locator('option')).toHaveText(['New', 'Contacted', 'Qualified', 'Converted']);
  await page.keyboard.type('Conta');
  await expect(status).toHaveValue('contacted');
  await tabTo(page, 'Full Name');
  await page.keyboard.type('Third Lead');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Lead updated successfully');
  await expect(dialog).toBeHidden();
  await search(page).fill('Third Lead');
  await expectLeads(page, ['Third Lead']);
  await expect.poll(() => api.sentCount(client)).toBe(1);
  await press(page, 'View Third Lead');
  const list = dialog.getByRole('region', { name: 'Two texts' }).getByRole('listitem');
  await expect(list).toHaveText([/^Step 1\s*Sent.*Hi Third/s, /^Step 2\s*Due\s*in (23 h|1 d).*Still interested\?$/s], {
    useInnerText: true,
  });
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await api.put(`/api/leads/${lead.id}`, { status: 'converted' });
  // The follow-up ends soon after the status is saved. An open dialog does not follow that.
  await expect(async () => {
    await page.reload();
    await press(page, 'View Third Lead');
    await expect(dialog.getByText('The lead was converted')).toBeVisible();
    await expect(list.last()).toHaveText(/^Step 2\s*Not Sent\s*Still interested\?$/, {
      useInnerText: true,
      timeout: 2_000,
    });
  }).toPass();
});

test('deletes a lead after confirmation, and leaves the last page when its last lead is deleted', async ({
  page,
  api,
  leads,
  openTab,
}) => {
  for (const name of ['Lead 01', 'Lead 02', 'Lead 03']) await api.delete(`/api/leads/${leads.idOf(name)}`);
  await openTab('&page=2');
  await expectLeads(page, ['Lead 05', 'Lead 04']);
  const confirmation = page.getByRole('alertdialog');
  await press(page, 'Delete Lead 04');
  await expect(confirmation.getByText('This action cannot be undone', { exact: false })).toBeVisible();
  await expectAccessibleInAllThemes(page);
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await press(page, 'Delete Lead 04');
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Lead deleted successfully');
  await expectLeads(page, ['Lead 05']);
  await press(page, 'Delete Lead 05');
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expectParameters(page, {});
  await expectLeads(page, newest.slice(0, 25));
  await expect(page.getByRole('button', { name: 'Next' })).toHaveCount(0);
});

test('keeps the page behind a dialog out of reach, and where it was', async ({ page, leads: _, openTab }) => {
  await openTab();
  const lead = page.getByRole('button', { name: 'View Lead 06' });
  await lead.scrollIntoViewIfNeeded();
  const scrolled = await page.evaluate(() => window.scrollY);
  expect(scrolled).toBeGreaterThan(0);
  const { x, y } = (await lead.boundingBox())!;
  await press(page, 'Delete Lead 06');
  const confirmation = page.getByRole('alertdialog');
  await expect(confirmation).toBeVisible();
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -500);
  await page.mouse.click(x, y);
  await page.evaluate(() => new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame))));
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await pressInDialog(page, 'Cancel');
  await expect(confirmation).toHaveCount(0);
  await page.mouse.wheel(0, -500);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(scrolled);
  await lead.click();
  await expect(page.getByRole('dialog', { name: 'Lead 06' })).toBeVisible();
});

test('shows an error when a lead that was deleted meanwhile is changed or deleted', async ({
  page,
  api,
  client,
  campaign,
  openTab,
}) => {
  const { id } = await api.createLead(client, campaign, { fullName: 'Gone Soon' });
  await openTab();
  await press(page, 'Edit Gone Soon');
  await api.delete(`/api/leads/${id}`);
  const field = page.getByRole('dialog').getByLabel('Full Name');
  await field.fill('Too late');
  await pressInDialog(page, 'Save changes');
  await expectToast(page, 'Failed to update lead');
  await expect(field).toHaveValue('Too late');
  await page.keyboard.press('Escape');
  await press(page, 'Discard changes');
  await press(page, 'Delete Gone Soon');
  await pressInDialog(page, 'Delete');
  await expectToast(page, 'Failed to delete lead');
});

test('hides held leads from the client but not from the administrator', async ({
  page,
  adminPage,
  api,
  client,
  campaign,
  openTab,
}) => {
  await api.createLead(client, campaign, { fullName: 'Lead 01' });
  await api.updateClient(client, { monthlyLeadLimit: 1 });
  await api.createLead(client, campaign, { fullName: 'Held Hannah', email: 'hannah@example.com' });
  await openTab();
  await expect(
    page.getByText('1 lead is held because the monthly lead limit is reached.', { exact: false }),
  ).toBeVisible();
  await expectLeads(page, ['Lead 01']);
  await search(page).fill('hannah');
  await expect(page.getByText('No leads match')).toBeVisible();
  await adminPage.goto(`/client/${client.id}?tab=leads&search=hannah`);
  const row = adminPage.getByRole('row').filter({ hasText: 'Held Hannah' });
  await expect(row.getByText('Held', { exact: true })).toBeVisible();
  await expect(row).toContainText('hannah@example.com');
  await row.getByRole('button', { name: 'View Held Hannah' }).click();
  await expect(
    adminPage.getByText(
      'This lead is held because the monthly lead limit is reached. Its follow-up messages start when it is released.',
    ),
  ).toBeVisible();
});

test('offers a retry when the leads cannot be loaded, including offline', async ({
  page,
  api,
  client,
  campaign,
  pageErrors,
}) => {
  pageErrors.expect(OFFLINE);
  await api.createLead(client, campaign, { fullName: 'Lead 01' });
  await untilIdle(page, () => page.goto(`/client/dashboard/${client.id}?tab=settings`));
  await page.context().setOffline(true);
  await page.getByRole('tab', { name: 'Leads' }).click();
  await expect(page.getByText('We could not load the leads.')).toBeVisible();
  await expectAccessibleInAllThemes(page);
  await page.context().setOffline(false);
  await press(page, 'Try again');
  await expectLeads(page, ['Lead 01']);
});

test('fits a phone, with a select for the sort order', { tag: '@touch' }, async ({ page, leads: _, openTab }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openTab();
  await press(page, 'Filters');
  await filter(page, 'Sort by').selectOption('Name, A to Z');
  await page.keyboard.press('Escape');
  await expectFirst(page, 'Lead 01');
  await expectParameters(page, { sort: 'fullName' });
  await expect(page.getByRole('button', { name: 'Name', exact: true })).toHaveCount(0);
  await search(page).fill('Lead 1');
  await expectFirst(page, 'Lead 10');
  await expectAccessibleInAllThemes(page);
});
