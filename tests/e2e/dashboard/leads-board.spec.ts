import type { Page } from '@playwright/test';
import { expect, test as base } from '../fixtures';
import { expectAccessibleInAllThemes } from '../testing/axe';
import { expectFocusOn, tabTo, untilDragTakesKeys } from '../testing/keyboard';
import { responseTo } from '../testing/network';
import { expectToast } from '../testing/ui';

const names = ['Ann Lee', 'Bo Chen', 'Cy Diaz'];

interface Fixtures {
  /** The IDs of new leads, by name. */
  leads: Record<string, string>;
  /** Opens the board and waits until it follows changes. */
  openBoard: (page: Page) => Promise<void>;
}

/** The board of the Leads tab. The dashboard of `client` is open to anyone with its link. */
const test = base.extend<Fixtures>({
  client: async ({ api }, use) => use(await api.createClient({ authEnabled: false })),
  leads: async ({ api, client, campaign }, use) => {
    const leads: Record<string, string> = {};
    for (const fullName of names) leads[fullName] = (await api.createLead(client, campaign, { fullName })).id;
    await use(leads);
  },
  openBoard: ({ client }, use) =>
    use(async (page) => {
      const stream = page.waitForResponse((response) => response.url().endsWith('/graphql/stream'));
      await Promise.all([stream, page.goto(`/client/dashboard/${client.id}?tab=leads&view=board`)]);
      await expectColumn(page, 'New', ['Cy Diaz', 'Bo Chen', 'Ann Lee']);
    }),
});

const column = (page: Page, status: string) => page.getByRole('region', { name: new RegExp(`^${status} `) });
const card = (page: Page, name: string) => page.locator('[data-row]').filter({ hasText: name });
const namesIn = (page: Page, status: string) =>
  column(page, status)
    .locator('[data-row]')
    .evaluateAll((cards) => cards.map((element) => element.querySelector('button')!.textContent));
/** Waits until a column shows these leads, and their number. */
async function expectColumn(page: Page, status: string, expected: string[]): Promise<void> {
  await expect.poll(() => namesIn(page, status)).toEqual(expected);
  await expect(page.getByRole('region', { name: `${status} ${expected.length}`, exact: true })).toBeVisible();
}

test('a lead is dragged to another column with the pointer, and a colleague sees it at once', async ({
  page,
  openPage,
  openBoard,
  leads: _,
}) => {
  const colleague = await openPage();
  await openBoard(page);
  await openBoard(colleague);
  const from = (await card(page, 'Bo Chen').boundingBox())!;
  const to = (await column(page, 'Qualified').boundingBox())!;
  await page.mouse.move(from.x + 40, from.y + from.height - 10);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + 60, { steps: 10 });
  await Promise.all([responseTo(page, /UpdateLead/), page.mouse.up()]);
  for (const screen of [page, colleague]) {
    await expectColumn(screen, 'New', ['Cy Diaz', 'Ann Lee']);
    await expectColumn(screen, 'Qualified', ['Bo Chen']);
  }
  await expectToast(page, 'Lead updated successfully');
  await page.reload();
  await expectColumn(page, 'Qualified', ['Bo Chen']);
});

test('a lead is moved by keyboard, by its handle and by its menu, and keeps the focus', async ({
  page,
  openBoard,
  leads: _,
}) => {
  await openBoard(page);
  await tabTo(page, 'Move Ann Lee');
  await page.keyboard.press('Space');
  await untilDragTakesKeys(page);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Ann Lee is over Contacted.')).toBeAttached();
  await page.keyboard.press('Space');
  await expectColumn(page, 'Contacted', ['Ann Lee']);
  await expectToast(page, 'Lead updated successfully');
  await expectFocusOn(page, 'Move Ann Lee');

  await page.keyboard.press('Space');
  await untilDragTakesKeys(page);
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('Ann Lee is over New.')).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Moving Ann Lee was cancelled.')).toBeAttached();
  await expectColumn(page, 'Contacted', ['Ann Lee']);

  await tabTo(page, 'Status of Ann Lee: Contacted');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeFocused();
  await page.keyboard.type('Conv');
  await expect(page.getByRole('menuitem', { name: 'Converted' })).toHaveAttribute('data-highlighted');
  await page.keyboard.press('Enter');
  await expectColumn(page, 'Converted', ['Ann Lee']);
  await expectFocusOn(page, 'Status of Ann Lee: Converted');
});

test('a colleague’s change moves a lead that is shown, and one that is not shown changes the counts', async ({
  page,
  api,
  client,
  campaign,
  openBoard,
  leads,
}) => {
  await openBoard(page);
  await api.put(`/api/leads/${leads['Cy Diaz']}`, { status: 'converted' });
  await expectColumn(page, 'New', ['Bo Chen', 'Ann Lee']);
  await expectColumn(page, 'Converted', ['Cy Diaz']);
  const { id } = await api.createLead(client, campaign, { fullName: 'Dan Fox' });
  await expect(page.getByRole('button', { name: 'Show 1 new lead' })).toBeVisible();
  await expectColumn(page, 'New', ['Bo Chen', 'Ann Lee']);
  await api.put(`/api/leads/${id}`, { status: 'contacted' });
  await expectColumn(page, 'Contacted', ['Dan Fox']);
});

test(
  'the board opens from the table, filters, opens a lead and is accessible',
  { tag: '@touch' },
  async ({ page, client, leads }) => {
    await page.goto(`/client/dashboard/${client.id}?tab=leads`);
    // Phones show it in a sheet.
    const more = page.getByRole('button', { name: 'More actions' });
    await expect(page.getByRole('button', { name: 'Board', exact: true }).or(more)).toBeVisible();
    if (await more.isVisible()) await more.click();
    await page.getByRole('button', { name: 'Board', exact: true }).click();
    await expectColumn(page, 'New', ['Cy Diaz', 'Bo Chen', 'Ann Lee']);
    await expect(page).toHaveURL(/view=board/);
    await expectAccessibleInAllThemes(page);
    await page.getByRole('searchbox', { name: 'Search leads' }).fill('bo');
    await expectColumn(page, 'New', ['Bo Chen']);
    await page.getByRole('button', { name: 'Bo Chen', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Bo Chen' })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`dialog=view&id=${leads['Bo Chen']}`));
    await expectAccessibleInAllThemes(page);
    await page.keyboard.press('Escape');
    await expectFocusOn(page, 'Bo Chen');
  },
);

test('a view is saved, opened again, replaced and deleted, and its address opens for others', async ({
  page,
  openPage,
  client,
  leads: _,
}) => {
  await page.goto(`/client/dashboard/${client.id}?tab=leads&view=board&search=bo`);
  await expectColumn(page, 'New', ['Bo Chen']);
  const views = page.getByRole('dialog', { name: 'Saved views' });
  const openViews = () => page.getByRole('button', { name: 'Views', exact: true }).click();
  await openViews();
  await views.getByRole('textbox', { name: 'Save this view as' }).fill('Only Bo');
  await page.keyboard.press('Enter');
  await expectToast(page, 'View saved');
  await expect(views.getByText('Shown now')).toBeVisible();
  await expectAccessibleInAllThemes(page);
  await views.getByRole('textbox', { name: 'Save this view as' }).fill('ONLY BO');
  await page.keyboard.press('Enter');
  await expect(views.getByText('You already have a view with this name.')).toBeVisible();

  const colleague = await openPage();
  await colleague.goto(`/client/dashboard/${client.id}?tab=leads`);
  await colleague.getByRole('button', { name: 'Views', exact: true }).click();
  await colleague.getByRole('button', { name: 'Open Only Bo' }).click();
  await expectColumn(colleague, 'New', ['Bo Chen']);
  await expect(colleague).toHaveURL(/view=board&search=bo$/);
  const visitor = await openPage();
  await visitor.goto(colleague.url());
  await expectColumn(visitor, 'New', ['Bo Chen']);

  await page.keyboard.press('Escape');
  await expectFocusOn(page, 'Views');
  await page.getByRole('searchbox', { name: 'Search leads' }).fill('ann');
  await expectColumn(page, 'New', ['Ann Lee']);
  await openViews();
  await views.getByRole('button', { name: 'Replace Only Bo with what is shown now' }).click();
  await expectToast(page, 'View updated');
  await expect(views.getByText('Shown now')).toBeVisible();
  await views.getByRole('button', { name: 'Rename Only Bo' }).click();
  await views.getByRole('textbox', { name: 'Name of the view' }).fill('Only Ann');
  await page.keyboard.press('Enter');
  await views.getByRole('button', { name: 'Delete Only Ann' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(views.getByText(/^No saved views yet/)).toBeVisible();
});
