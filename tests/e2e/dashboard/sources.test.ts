import type { BrowserContext, Page } from 'playwright-core';
import { expectNoAxeViolations } from '../testing/axe';
import { expectEveryLookGood } from '../testing/all-themes';
import { type NewCampaign, newCampaign, newLead, viewLanding } from '../testing/new-campaign';
import { newClient, type NewClient } from '../testing/new-client';
import { useStage } from '../testing/use-browser';

/** Where leads come from, on the Dashboard tab; each test goes on where the one before it ended. */
describe('the sources of leads', () => {
  const stage = useStage();
  let admin: BrowserContext;
  let page: Page;
  let client: NewClient;
  let spring: NewCampaign;

  beforeAll(async () => {
    ({ context: admin } = await stage.admin());
    client = await newClient(admin, { authEnabled: false });
    ({ page } = await stage.person());
  });

  const panel = () => page.getByRole('region', { name: 'Where leads come from' });
  const rows = () =>
    panel()
      .getByRole('row')
      .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => (cell as HTMLElement).innerText)));
  /** Once the table says so; views come a moment after their pages. */
  const shows = async (wanted: string[][]) => {
    const isShown = (text: string) => {
      const shown = [...document.querySelectorAll('[aria-label=sources] tr')].map((row) =>
        [...row.children].map((cell) => (cell as HTMLElement).innerText),
      );
      return JSON.stringify(shown) === text;
    };
    await page.waitForFunction(isShown, JSON.stringify(wanted)).catch(() => undefined);
    expect(await rows()).toEqual(wanted);
  };
  const visit = async (campaign: NewCampaign, source: string | undefined, views: number, leads: number) => {
    for (let n = 0; n < views; n += 1) await viewLanding(admin, client.id, campaign, source);
    for (let n = 0; n < leads; n += 1) await newLead(admin, client.id, campaign, { fullName: `Lead ${n}` }, source);
  };

  it('are asked for while there are none', async () => {
    await page.goto(`/client/dashboard/${client.id}`);
    await panel().getByText('No visits yet').waitFor();
    await expectEveryLookGood(page);
  });

  // By itself, so that a second attempt at a later test does not make them twice.
  it('come by links', async () => {
    spring = await newCampaign(admin, client.id, { name: 'Spring' });
    const autumn = await newCampaign(admin, client.id, { name: 'Autumn' });
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

  it('are told with views, leads and conversion, in sum and by campaign', async () => {
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
    await expectEveryLookGood(page);
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

  it('are told to the administrator as well', async () => {
    const { page: office, context } = await stage.admin();
    await office.goto(`/client/${client.id}`);
    await office
      .getByRole('region', { name: 'Where leads come from' })
      .getByRole('row', { name: 'All sources' })
      .getByText('41.2%')
      .waitFor();
    await context.close();
  });

  it('say when they cannot be read, and are read the next time', async () => {
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
    stage.watch.complaints.splice(0);
  });

  it('made no page complain', () => expect(stage.watch.complaints).toEqual([]));
});
