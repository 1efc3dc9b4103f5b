import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { runSql } from './testing/database';
import { untilIdle } from './testing/network';

const RUNS = 5;

/** A cheap phone on a slow mobile network: 150 ms, 1.6 Mbit/s and a quarter of this machine's processor. */
const slowPhone = { latency: 150, throughput: 1_600_000 / 8, slowdown: 4 };

/** Speed as people notice it, in a real browser. Not a test of `npm test`, because other load changes the figures. */
const setUp = test.extend<{ leadCount: number; session: CDPSession }>({
  leadCount: [500, { option: true }],
  client: async ({ api, stack, leadCount }, use) => {
    const client = await api.createClient();
    const campaign = await api.createCampaign(client);
    await runSql(
      stack.dataDir,
      `INSERT INTO leads (client_id, campaign_id, form_data, full_name, phone, phone_e164, created_at, updated_at)
       SELECT $1, $2, jsonb_build_object('fullName', 'Lead ' || n), (ARRAY['Lead', 'Half'])[1 + n % 2] || ' ' || n, '(415) 555-2671', '+14155552671',
         now() - n * interval '1 minute', now() FROM generate_series(1, $3::int) AS n`,
      [client.id, campaign.id, leadCount],
    );
    await runSql(stack.dataDir, 'ANALYZE leads', []);
    await use(client);
  },
  session: async ({ clientPage }, use) => use(await clientPage.context().newCDPSession(clientPage)),
});

// One after the other, because each needs the processor for itself.
setUp.describe.configure({ mode: 'default' });
// A trace copies the whole page before and after each action.
setUp.use({ trace: 'off' });

for (const screen of ['a client’s dashboard', 'the admin console'])
  setUp(
    `${screen} is usable within 0.9 s, and within 3 s on a slow phone`,
    async ({ clientPage, adminPage, client }) => {
      const isConsole = screen === 'the admin console';
      const page = isConsole ? adminPage : clientPage;
      const path = isConsole ? '/admin' : `/client/dashboard/${client.id}`;
      const session = await page.context().newCDPSession(page);
      await session.send('Network.enable');
      await session.send('Network.setCacheDisabled', { cacheDisabled: true });
      const fast = await medianOf(() => timeToUsable(page, path));
      const { latency, throughput, slowdown } = slowPhone;
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency,
        downloadThroughput: throughput,
        uploadThroughput: throughput,
      });
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      const slow = await medianOf(() => timeToUsable(page, path));
      console.log(`${screen} is usable after ${fast} ms, on a slow phone after ${slow} ms`);
      expect(fast).toBeLessThanOrEqual(900);
      expect(slow).toBeLessThanOrEqual(3_000);
    },
  );

setUp(
  'interactions with 500 leads are painted within 200 ms on a four times slower processor',
  async ({ clientPage: page, client, session }) => {
    await page.addInitScript(recordInteractions);
    await untilIdle(page, () => page.goto(`/client/dashboard/${client.id}?tab=leads`));
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const steps: Record<string, () => Promise<unknown>> = {
      'open a lead': () => button('View Lead 2').click(),
      'next lead': () => page.keyboard.press('j'),
      'choose a status': () => page.getByRole('dialog').getByLabel('Status').selectOption('contacted'),
      'edit the lead': () => page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click(),
      'type in the form': () => page.getByRole('dialog').getByLabel('Full Name').pressSequentially('abc'),
      'leave the form': () => page.keyboard.press('Escape'),
      'discard the changes': () => button('Discard changes').click(),
      'close the lead': () => page.keyboard.press('Escape'),
      'sort by name': () => button('Name').click(),
      'search for a lead': () => page.getByRole('searchbox').pressSequentially('Lead 49'),
      'go to Campaigns': () => page.getByRole('tab', { name: 'Campaigns' }).click(),
      'go back to Leads': () => page.getByRole('tab', { name: /^Leads/ }).click(),
      'open the command palette': () => page.keyboard.press('Control+k'),
    };
    const slowest: Record<string, number> = {};
    for (const [name, act] of Object.entries(steps)) {
      await page.evaluate(() => void (window.slowestInteraction = 0));
      await untilIdle(page, act);
      slowest[name] = await page.evaluate(
        () => new Promise<number>((done) => setTimeout(() => done(window.slowestInteraction), 500)),
      );
    }
    console.table(slowest);
    expect(Math.max(...Object.values(slowest))).toBeLessThan(200);
  },
);

setUp.describe('with 100,000 leads', () => {
  setUp.use({ leadCount: 100_000 });

  setUp(
    'the first rows are there within 300 ms, the board within 500 ms, and 50,000 leads are changed within 60 s, live',
    async ({ clientPage: page, client, api, openPage }) => {
      setUp.setTimeout(300_000);
      const open = (query: string) => untilIdle(page, () => page.goto(`/client/dashboard/${client.id}?${query}`));
      const timesTo = (query: string, act: () => Promise<unknown>) =>
        medianOf(async () => {
          // Nothing is in the cache afterwards.
          await open(query);
          return timeToRows(page, act);
        });
      const rows = await timesTo('tab=campaigns', () => page.getByRole('tab', { name: /^Leads/ }).click());
      const board = await timesTo('tab=leads', () => page.getByRole('button', { name: 'Board', exact: true }).click());

      const other = await api.createClient({ authEnabled: false });
      const campaign = await api.createCampaign(other);
      const otherPage = await openPage();
      await untilIdle(otherPage, () => otherPage.goto(`/client/dashboard/${other.id}`));
      await page.goto(`/client/dashboard/${client.id}?tab=leads&search=Half`);
      await page.getByRole('checkbox', { name: 'Select all leads on this page' }).click();
      await page.getByRole('button', { name: /^Select all 50,000 that match$/ }).click();
      await page.getByRole('button', { name: 'Set status' }).click();
      const startedAt = performance.now();
      await page.getByRole('menuitem', { name: 'Qualified' }).click();
      const job = page.getByRole('group', { name: 'Change of many leads' }).first();
      const progress = job.getByRole('progressbar');
      await expect(progress).toBeVisible();
      const seen = new Set<string>();
      let live = 0;
      while (await progress.isVisible()) {
        seen.add((await progress.getAttribute('aria-valuenow').catch(() => null)) ?? '');
        const sentAt = performance.now();
        await api.createLead(other, campaign, { fullName: `Visitor ${seen.size} ${Math.round(sentAt)}` });
        await otherPage
          .getByText(`Visitor ${seen.size} ${Math.round(sentAt)}`)
          .first()
          .waitFor();
        live = Math.max(live, performance.now() - sentAt);
      }
      await expect(job).toContainText('50,000 leads set to Qualified', { timeout: 60_000 });
      const changed = performance.now() - startedAt;
      console.log(
        `first rows after ${rows} ms, the board after ${board} ms; 50,000 leads changed in ${(changed / 1_000).toFixed(1)} s ` +
          `with ${seen.size} steps of progress; another client’s lead was submitted and shown within ${Math.round(live)} ms`,
      );
      expect(rows).toBeLessThanOrEqual(300);
      expect(board).toBeLessThanOrEqual(500);
      expect(changed).toBeLessThanOrEqual(60_000);
      expect(seen.size).toBeGreaterThan(3);
    },
  );
});

declare global {
  interface Window {
    /** From an input to the next paint, in ms. */
    slowestInteraction: number;
    /** From a click to the first rows or cards, in ms. */
    rowsAfter?: number;
    /** When the screen had all of its figures, in ms since the navigation began. */
    usableAt?: number;
  }
}

/** Records the slowest interaction. Runs in the page. */
function recordInteractions(): void {
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      window.slowestInteraction = Math.max(window.slowestInteraction, duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** Opens a screen and returns when it was usable. */
async function timeToUsable(page: Page, path: string): Promise<number> {
  await page.goto('about:blank');
  await page.addInitScript(() => {
    const check = () => {
      const figures = [...document.querySelectorAll('main [role=group][aria-labelledby]')];
      if (figures.length >= 4 && figures.every((figure) => !figure.querySelector('.chakra-skeleton')))
        window.usableAt ??= performance.now();
    };
    new MutationObserver(check).observe(document, { childList: true, subtree: true, attributes: true });
  });
  await page.goto(path);
  const usable = await page.waitForFunction(() => window.usableAt);
  return Math.round((await usable.jsonValue()) ?? NaN);
}

/** Returns the time from a click to the first rows or cards of leads. */
async function timeToRows(page: Page, click: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    window.rowsAfter = undefined;
    const old = new Set(document.querySelectorAll('[data-row]'));
    addEventListener(
      'click',
      () => {
        const clickedAt = performance.now();
        const observer = new MutationObserver(() => {
          if (![...document.querySelectorAll('[data-row]')].some((row) => !old.has(row))) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => (window.rowsAfter = performance.now() - clickedAt)));
        });
        observer.observe(document, { childList: true, subtree: true });
      },
      { once: true, capture: true },
    );
  });
  await click();
  const after = await page.waitForFunction(() => window.rowsAfter);
  return Math.round((await after.jsonValue()) ?? NaN);
}

async function medianOf(measure: () => Promise<number>): Promise<number> {
  const values: number[] = [];
  for (let run = 0; run < RUNS; run += 1) values.push(await measure());
  return values.sort((a, b) => a - b)[Math.floor(RUNS / 2)]!;
}
