import path from 'node:path';
import { DEMO_PASSWORD } from '@dripline/launcher/demo/fill-demo';
import type { Page } from '@playwright/test';
import { test } from './fixtures';
import type { Api } from './testing/api';
import { createExtremeClient, type Screen, screensOf } from './testing/extreme-client';
import { drawPng } from './testing/media';
import { untilIdle } from './testing/network';
import { statusError } from './testing/page-errors';

const folder = process.env['SCREENSHOTS']!;
const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
  { width: 1920, height: 1080 },
];

interface Screenshot extends Screen {
  /** Captures the full page instead of the viewport. */
  fullPage?: boolean;
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();
/** Presses a button of the toolbar, which phones show in a sheet. */
const pressInToolbar = (name: RegExp) => async (page: Page) => {
  const button = page.getByRole('button', { name });
  if (!(await button.isVisible())) await page.getByRole('button', { name: 'More actions', exact: true }).click();
  await button.click();
};
const chooseInMenu = (campaign: string, item: string) => async (page: Page) => {
  await page.getByRole('button', { name: `More actions for ${campaign}`, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const scrollTo = (heading: string) => (page: Page) =>
  page.getByRole('heading', { name: heading, exact: true }).evaluate((element) => element.scrollIntoView());

/** A client of the demo agency with its campaigns, newest first. */
interface DemoClient {
  id: string;
  handle: string;
  businessName: string;
  campaigns: { id: string; slug: string; name: string }[];
}

async function demoClients(api: Api): Promise<(name: string) => DemoClient> {
  const clients = await api.get<Omit<DemoClient, 'campaigns'>[]>('/api/clients');
  const loaded = await Promise.all(
    clients.map(async (client) => ({
      ...client,
      campaigns: await api.get<DemoClient['campaigns']>(`/api/clients/${client.id}/campaigns`),
    })),
  );
  return (name) => loaded.find(({ businessName }) => businessName.startsWith(name))!;
}

const campaignOf = ({ campaigns }: DemoClient, name: string) => campaigns.find((campaign) => campaign.name === name)!;
const landingPathOf = (client: DemoClient, name: string) =>
  `/landing/${client.handle}/${campaignOf(client, name).slug}`;

// The screens of the demo agency, and of a client with the longest texts.
for (const viewport of sizes)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`at ${viewport.width} px, ${colorScheme}`, async ({ page, api, stack, pageErrors }) => {
      test.setTimeout(1_200_000);
      pageErrors.expect(statusError('404 (Not Found)'));
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const take = async ({ name, path: url, act, fullPage = false }: Screenshot) => {
        await untilIdle(page, () => page.goto(url));
        if (act) await untilIdle(page, () => act(page));
        await page.screenshot({
          path: path.join(folder, `${name}-${viewport.width}-${colorScheme}.png`),
          animations: 'disabled',
          fullPage,
        });
      };
      const clientOf = await demoClients(api);
      for (const screenshot of publicScreens(clientOf)) await take(screenshot);
      const signIn = async (username: string) => {
        await page.context().clearCookies();
        const data = { username, password: DEMO_PASSWORD };
        const session = await (await page.request.post('/api/auth/client/login', { data })).text();
        await page.goto('/favicon.svg');
        await page.evaluate((value) => sessionStorage.setItem('clientUser', value), session);
      };
      await signIn('summit');
      const branded = `/client/dashboard/${clientOf('Summit').id}`;
      await take({ name: 'branded-dashboard', path: branded });
      await take({ name: 'branded-leads', path: `${branded}?tab=leads` });
      await signIn('leo');
      await take({
        name: 'bell',
        path: `/client/dashboard/${clientOf('Bluewave').id}`,
        act: press(/^Notifications/),
      });
      await page.context().clearCookies();
      await page.request.post('/api/auth/login', { data: stack.admin });
      for (const screenshot of await adminScreens(api, clientOf)) await take(screenshot);
      const extreme = await createExtremeClient(api, stack.dataDir, await drawPng(page, 'x.png', 'teal'));
      for (const screenshot of screensOf(extreme)) await take({ ...screenshot, name: `extreme-${screenshot.name}` });
    });

const publicScreens = (clientOf: (name: string) => DemoClient): Screenshot[] => [
  { name: 'admin-sign-in', path: '/admin/login' },
  { name: 'client-sign-in', path: '/client/login' },
  { name: 'branded-sign-in', path: `/client/dashboard/${clientOf('Summit').id}` },
  { name: 'fallback', path: '/admin' },
  { name: 'not-found', path: '/no/such/page' },
  { name: 'landing-missing', path: '/landing/nobody/nothing' },
  { name: 'landing', path: landingPathOf(clientOf('Bluewave'), 'Water heater inspection') },
  {
    name: 'landing-spanish',
    path: landingPathOf(clientOf('Bluewave'), 'Water heater inspection (Spanish)'),
    fullPage: true,
  },
  { name: 'landing-centered', path: landingPathOf(clientOf('Summit'), 'New patient whitening'), fullPage: true },
  { name: 'landing-picture', path: landingPathOf(clientOf('Evergreen'), 'Storm damage check'), fullPage: true },
];

async function adminScreens(api: Api, clientOf: (name: string) => DemoClient): Promise<Screenshot[]> {
  const client = clientOf('Bluewave');
  const { id } = client;
  const campaign = campaignOf(client, 'Water heater inspection');
  const dashboard = (tab: string) => `/client/${id}?tab=${tab}`;
  const builder = `/client/${id}/campaign/${campaign.id}`;
  const { client: found } = await api.graphql<{ client: { leads: { nodes: { id: string }[] } } }>(
    'query ($id: ID!) { client(id: $id) { leads(filter: { hasReplied: true }, first: 1) { nodes { id } } } }',
    { id },
  );
  const conversation = `${dashboard('leads')}&dialog=view&id=${found.leads.nodes[0]!.id}`;
  return [
    { name: 'admin-overview', path: '/admin?tab=overview' },
    { name: 'admin-analytics', path: '/admin?tab=analytics' },
    { name: 'admin-billing', path: '/admin?tab=billing' },
    { name: 'statement', path: '/admin?tab=billing', act: press(/^Statement of/) },
    { name: 'limit-history', path: '/admin?tab=billing', act: press(/^Limit changes of/) },
    { name: 'rates', path: '/admin?tab=billing', act: press('Set rates') },
    { name: 'playbooks', path: '/admin?tab=playbooks' },
    { name: 'playbook', path: '/admin?tab=playbooks', act: press('Referrals') },
    { name: 'design-system', path: '/dev/ui', fullPage: true },
    { name: 'admin-clients', path: '/admin?tab=clients' },
    { name: 'admin-add-client', path: '/admin?tab=clients', act: press('Add Client') },
    { name: 'admin-edit-client', path: '/admin?tab=clients', act: press(/^Edit/) },
    { name: 'admin-delete-client', path: '/admin?tab=clients', act: press(/^Delete/) },
    ...['dashboard', 'campaigns', 'leads', 'sms', 'files', 'settings'].map((tab) => ({
      name: `dashboard-${tab}`,
      path: dashboard(tab),
    })),
    { name: 'dashboard-held', path: `/client/${clientOf('Northside').id}` },
    { name: 'dashboard-first-steps', path: `/client/${clientOf('Riverside').id}` },
    { name: 'forecast', path: `/client/${clientOf('Evergreen').id}?tab=sms`, act: press('How this is computed') },
    { name: 'webhooks', path: `/client/${clientOf('Evergreen').id}?tab=webhooks` },
    { name: 'lead-board', path: `${dashboard('leads')}&view=board` },
    { name: 'lead-view', path: dashboard('leads'), act: press(/^View /) },
    {
      name: 'conversation',
      path: conversation,
      act: (page) => page.getByRole('tab', { name: 'Conversation' }).click(),
    },
    { name: 'lead-edit', path: dashboard('leads'), act: press(/^Edit /) },
    { name: 'lead-import', path: `${dashboard('leads')}&dialog=import` },
    { name: 'lead-import-mapping', path: `${dashboard('leads')}&dialog=import`, act: chooseImportFile },
    { name: 'saved-views', path: dashboard('leads'), act: pressInToolbar(/^(Saved views|Views)$/) },
    { name: 'team', path: dashboard('settings'), act: scrollTo('Team') },
    { name: 'member', path: dashboard('settings'), act: press('Add member') },
    { name: 'sequence-create', path: dashboard('sms'), act: press('Create sequence') },
    { name: 'sequence-edit', path: dashboard('sms'), act: press(/^Edit/) },
    { name: 'sequence-preview', path: dashboard('sms'), act: press(/^Preview/) },
    { name: 'sequence-versions', path: dashboard('sms'), act: press('Versions of Inspection follow-up') },
    { name: 'ab-tests', path: dashboard('campaigns'), act: chooseInMenu(campaign.name, 'A/B tests') },
    { name: 'placements', path: dashboard('campaigns'), act: chooseInMenu(campaign.name, 'QR placements') },
    { name: 'builder', path: builder },
    { name: 'builder-versions', path: `${builder}?dialog=versions` },
    { name: 'builder-qr', path: builder, act: press('QR Code') },
    { name: 'builder-new', path: `/client/${id}/campaign/new` },
  ];
}

async function chooseImportFile(page: Page): Promise<void> {
  const lines = ['Name,Mobile,Email,Consent', 'Dana Fox,(415) 555-0162,dana@example.com,yes', 'Omar,555,,no'];
  await page
    .getByRole('dialog', { name: 'Import leads' })
    .locator('input[type=file]')
    .setInputFiles({ name: 'fair.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
  await page.getByRole('textbox', { name: 'How did these people agree?' }).fill('Signed the list at the fair');
}
