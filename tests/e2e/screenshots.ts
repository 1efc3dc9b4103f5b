import path from 'node:path';
import type { Page } from '@playwright/test';
import { test } from './fixtures';
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

// The screens of the demo agency, and of a client with the longest texts.
for (const viewport of sizes)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`at ${viewport.width} px, ${colorScheme}`, async ({ page, api, stack, pageErrors }) => {
      test.setTimeout(900_000);
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
      for (const screenshot of publicScreens) await take(screenshot);
      await page.request.post('/api/auth/login', { data: stack.admin });
      for (const screenshot of await adminScreens(page)) await take(screenshot);
      const extreme = await createExtremeClient(api, stack.dataDir, await drawPng(page, 'x.png', 'teal'));
      for (const screenshot of screensOf(extreme)) await take({ ...screenshot, name: `extreme-${screenshot.name}` });
    });

const publicScreens: Screenshot[] = [
  { name: 'admin-sign-in', path: '/admin/login' },
  { name: 'client-sign-in', path: '/client/login' },
  { name: 'fallback', path: '/admin' },
  { name: 'not-found', path: '/no/such/page' },
  { name: 'landing-missing', path: '/landing/nobody/nothing' },
];

async function adminScreens(page: Page): Promise<Screenshot[]> {
  const read = async <Answer>(url: string) => (await page.request.get(url)).json() as Promise<Answer>;
  const clients = await read<{ id: string; handle: string; businessName: string }[]>('/api/clients');
  const { id, handle } = clients.find(({ businessName }) => businessName.startsWith('Bluewave'))!;
  const held = clients.find(({ businessName }) => businessName.startsWith('Northside'))!;
  const campaigns = await read<{ id: string; slug: string }[]>(`/api/clients/${id}/campaigns`);
  const campaign = campaigns.find(({ slug }) => slug.startsWith('water'))!;
  const dashboard = (tab: string) => `/client/${id}?tab=${tab}`;
  return [
    { name: 'admin-overview', path: '/admin?tab=overview' },
    { name: 'admin-analytics', path: '/admin?tab=analytics' },
    { name: 'admin-billing', path: '/admin?tab=billing' },
    { name: 'design-system', path: '/dev/ui', fullPage: true },
    { name: 'admin-clients', path: '/admin?tab=clients' },
    { name: 'admin-add-client', path: '/admin?tab=clients', act: press('Add Client') },
    { name: 'admin-edit-client', path: '/admin?tab=clients', act: press(/^Edit/) },
    { name: 'admin-delete-client', path: '/admin?tab=clients', act: press(/^Delete/) },
    ...['dashboard', 'campaigns', 'leads', 'sms', 'files', 'settings'].map((tab) => ({
      name: `dashboard-${tab}`,
      path: dashboard(tab),
    })),
    { name: 'dashboard-held', path: `/client/${held.id}` },
    { name: 'lead-view', path: dashboard('leads'), act: press(/^View/) },
    { name: 'lead-edit', path: dashboard('leads'), act: press(/^Edit/) },
    { name: 'sequence-create', path: dashboard('sms'), act: press('Create sequence') },
    { name: 'sequence-edit', path: dashboard('sms'), act: press(/^Edit/) },
    { name: 'sequence-preview', path: dashboard('sms'), act: press(/^Preview/) },
    { name: 'builder', path: `/client/${id}/campaign/${campaign.id}` },
    { name: 'builder-qr', path: `/client/${id}/campaign/${campaign.id}`, act: press('QR Code') },
    { name: 'builder-new', path: `/client/${id}/campaign/new` },
    { name: 'landing', path: `/landing/${handle}/${campaign.slug}` },
  ];
}
