import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openBrowser } from './testing/browser';
import { type Stack, startStack } from './testing/stack';

const folder = process.env['SCREENSHOTS']!;
const sizes = [
  { width: 1280, height: 900 },
  { width: 360, height: 740 },
];

/** One picture: what it is of, where that is, and what to do there first. */
interface Picture {
  name: string;
  at: string;
  act?(page: Page): Promise<unknown>;
  /** The page from top to end, not only what fits on the screen. */
  whole?: boolean;
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click();

describe('the screens of the demo agency', () => {
  let stack: Stack;
  let browser: Browser;
  beforeAll(async () => {
    mkdirSync(folder, { recursive: true });
    [stack, browser] = await Promise.all([startStack({}, ['--demo']), openBrowser()]);
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });

  for (const size of sizes) {
    for (const colorScheme of ['light', 'dark'] as const) {
      it(`at ${size.width} px, ${colorScheme}`, async () => {
        const context = await browser.newContext({
          baseURL: stack.origin,
          viewport: size,
          colorScheme,
          reducedMotion: 'reduce',
        });
        const page = await context.newPage();
        const take = async ({ name, at, act, whole = false }: Picture) => {
          await page.goto(at, { waitUntil: 'networkidle' });
          if (act) await act(page);
          await page.waitForLoadState('networkidle');
          await page.screenshot({
            path: path.join(folder, `${name}-${size.width}-${colorScheme}.png`),
            animations: 'disabled',
            fullPage: whole,
          });
        };
        for (const picture of open) await take(picture);
        await context.request.post('/api/auth/login', { data: stack.admin });
        for (const picture of await signedIn(page)) await take(picture);
        await context.close();
      }, 300_000);
    }
  }
});

const open: Picture[] = [
  { name: 'admin-sign-in', at: '/admin/login' },
  { name: 'client-sign-in', at: '/client/login' },
  { name: 'fallback', at: '/admin' },
  { name: 'not-found', at: '/no/such/page' },
  { name: 'landing-missing', at: '/landing/nobody/nothing' },
];

async function signedIn(page: Page): Promise<Picture[]> {
  const read = async <Answer>(at: string) => (await page.context().request.get(at)).json() as Promise<Answer>;
  const clients = await read<{ id: string; handle: string; businessName: string }[]>('/api/clients');
  const { id, handle } = clients.find(({ businessName }) => businessName.startsWith('Bluewave'))!;
  const held = clients.find(({ businessName }) => businessName.startsWith('Northside'))!;
  const campaigns = await read<{ id: string; slug: string }[]>(`/api/clients/${id}/campaigns`);
  const campaign = campaigns.find(({ slug }) => slug.startsWith('water'))!;
  const dashboard = (tab: string) => `/client/${id}?tab=${tab}`;
  return [
    { name: 'admin-overview', at: '/admin?tab=overview' },
    { name: 'admin-analytics', at: '/admin?tab=analytics' },
    { name: 'admin-billing', at: '/admin?tab=billing' },
    { name: 'design-system', at: '/dev/ui', whole: true },
    { name: 'admin-clients', at: '/admin?tab=clients' },
    { name: 'admin-add-client', at: '/admin?tab=clients', act: press('Add Client') },
    { name: 'admin-edit-client', at: '/admin?tab=clients', act: press(/^Edit/) },
    { name: 'admin-delete-client', at: '/admin?tab=clients', act: press(/^Delete/) },
    ...['dashboard', 'campaigns', 'leads', 'sms', 'files', 'settings'].map((tab) => ({
      name: `dashboard-${tab}`,
      at: dashboard(tab),
    })),
    { name: 'dashboard-held', at: `/client/${held.id}` },
    { name: 'lead-view', at: dashboard('leads'), act: press(/^View/) },
    { name: 'lead-edit', at: dashboard('leads'), act: press(/^Edit/) },
    { name: 'sequence-create', at: dashboard('sms'), act: press('Create sequence') },
    { name: 'sequence-edit', at: dashboard('sms'), act: press(/^Edit/) },
    { name: 'sequence-preview', at: dashboard('sms'), act: press(/^Preview/) },
    { name: 'builder', at: `/client/${id}/campaign/${campaign.id}` },
    { name: 'builder-qr', at: `/client/${id}/campaign/${campaign.id}`, act: press('QR Code') },
    { name: 'builder-new', at: `/client/${id}/campaign/new` },
    { name: 'landing', at: `/landing/${handle}/${campaign.slug}` },
  ];
}
