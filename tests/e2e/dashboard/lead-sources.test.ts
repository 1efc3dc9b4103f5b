import type { BrowserContext, Page } from 'playwright-core';
import { expectNoAxeViolations } from '../testing/axe';
import { expectAccessibleInAllThemes } from '../testing/all-themes';
import { type CreatedCampaign, createCampaign, createLead, viewLandingPage } from '../testing/create-campaign';
import { createClient, type CreatedClient } from '../testing/create-client';
import { useHarness } from '../testing/harness';

/** The sources of leads on the Dashboard tab. Tests run in order, and each continues where the previous one ended. */
describe('the lead sources panel', () => {
  const harness = useHarness();
  let admin: BrowserContext;
  let page: Page;
  let client: CreatedClient;
  let spring: CreatedCampaign;

  beforeAll(async () => {
    ({ context: admin } = await harness.admin());
    client = await createClient(admin, { authEnabled: false });
    ({ page } = await harness.openSession());
  });

  const panel = () => page.getByRole('region', { name: 'Where leads come from' });
  const rows = () =>
    panel()
      .getByRole('row')
      .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText)));
  /** Waits until the table has these rows, because views are counted asynchronously. */
  const shows = async (expected: string[][]) => {
    const isShown = (text: string) => {
      const shown = [...document.querySelectorAll('[aria-label=sources] tr')].map((row) =>
        [...row.children].map((cell) => (cell as HTMLElement).innerText),
      );
      return JSON.stringify(shown) === text;
    };
    await page.waitForFunction(isShown, JSON.stringify(expected)).catch(() => undefined);
    expect(await rows()).toEqual(expected);
  };
  const visit = async (campaign: CreatedCampaign, source: string | undefined, views: number, leads: number) => {
    for (let n = 0; n < views; n += 1) await viewLandingPage(admin, client.id, campaign, source);
    for (let n = 0; n < leads; n += 1) await createLead(admin, client.id, campaign, { fullName: `Lead ${n}` }, source);
  };

  it('explains sources when there are no visits', async () => {
    await page.goto(`/client/dashboard/${client.id}`);
    await panel().getByText('No visits yet').waitFor();
    await expectAccessibleInAllThemes(page);
  });

  // A separate test, so that retrying a later test does not create them twice.
  it('counts visits and leads by link source', async () => {
    spring = await createCampaign(admin, client.id, { name: 'Spring' });
    const autumn = await createCampaign(admin, client.id, { name: 'Autumn' });
    await visit(spring, 'qr', 8, 3);
    await visit(spring, undefined, 5, 1);
    await visit(autumn, 'a-flyer-with-a-very-long-name-that-somebody-typed-into-the-link', 4, 2);
    await visit(autumn, 'partner', 0, 1);
    const views = async () => {
      const sources = (await (await admin.request.get(`/api/clients/${client.id}/sources`)).json()) as {
        views: number;
      }[];
      return sources.reduce((sum, source) => sum + source.views, 0);
    };
    while ((await views()) < 17) await new Promise((resolve) => setTimeout(resolve, 100));
  });

  it('shows views, leads and conversion in total and by campaign', async () => {
    await page.reload();
    const head = ['Source', 'Views', 'Leads', 'Conversion'];
    await shows([
      head,
      ['QR code', '8', '3', '37.5%'],
      ['a-flyer-with-a-very-long-name-that-somebody-typed-into-the-link', '4', '2', '50.0%'],
      ['Direct', '5', '1', '20.0%'],
      ['partner', '0', '1', '—'],
      ['All sources', '17', '7', '41.2%'],
    ]);
    await expectAccessibleInAllThemes(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await panel().getByRole('combobox', { name: 'Campaign' }).selectOption('Spring');
    await shows([
      head,
      ['QR code', '8', '3', '37.5%'],
      ['Direct', '5', '1', '20.0%'],
      ['All sources', '13', '4', '30.8%'],
    ]);
    await panel().getByRole('combobox', { name: 'Campaign' }).selectOption('All campaigns');
    await panel().getByText('partner').first().waitFor();
  });

  it('shows the same figures to administrators', async () => {
    const { page: adminPage, context } = await harness.admin();
    await adminPage.goto(`/client/${client.id}`);
    await adminPage
      .getByRole('region', { name: 'Where leads come from' })
      .getByRole('row', { name: 'All sources' })
      .getByText('41.2%')
      .waitFor();
    await context.close();
  });

  it('offers a retry when the sources cannot be loaded', async () => {
    await page.route('**/graphql', (route) => {
      const { operationName } = route.request().postDataJSON() as { operationName: string };
      return operationName === 'ClientSources' ? route.abort() : route.continue();
    });
    await page.reload();
    await panel().getByRole('button', { name: 'Try again' }).waitFor();
    await expectNoAxeViolations(page);
    await page.unrouteAll({ behavior: 'wait' });
    await panel().getByRole('button', { name: 'Try again' }).click();
    await panel().getByText('partner').first().waitFor();
    harness.errorLog.pageErrors.splice(0);
  });

  it('causes no page errors', () => expect(harness.errorLog.pageErrors).toEqual([]));
});
