import { eventually } from '@dripline/runtime/testing/eventually';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from '@dripline/launcher/command';
import { readRunFile } from '@dripline/tests/harness/launch';
import { startMessagingHarness } from '@dripline/tests/harness/messaging-harness';
import { monitor, type MonitoredProcess, type Peaks } from '../monitor';
import { atMost, exactly, figure, type ScaleRun } from '../scale-run';
import { after, p95 } from '../visitors';
import { createPage } from './create-page';
import { hostileRequests } from './hostile-requests';

const ADDRESSES = 10;
const IDLE_MS = 20_000;
const GROWTH_MB = 100;
const PAGE_RATIO = 2;
const HONEST_PAUSE_MS = 100;

/** Sends hostile requests from ten addresses with the rate limits on, while honest visitors read pages and submit. */
export async function hostileVisitors(
  cleanup: Parameters<Command>[0]['cleanup'],
  report: ScaleRun['report'],
  minutes: number,
): Promise<void> {
  const harness = await startMessagingHarness({ RATE_LIMITS: 'on', TRUST_PROXY_HOPS: '1' });
  cleanup.add(() => harness.stop());
  const { port, services } = readRunFile(harness.stack.dataDir);
  const page = await createPage({ harness, origin: `http://127.0.0.1:${port}` }, 'Attacked');
  const processes = ['graphql', 'rest-facade', 'web'].map((name): MonitoredProcess => ({ name, ...services[name]! }));

  const honest = { views: 0, submissions: 0, failures: 0 };
  const visit = async (isOver: () => boolean) => {
    const times: number[] = [];
    for (let n = 0; !isOver(); n += 1) {
      // Each visitor has an address of its own.
      const headers = { 'x-forwarded-for': `198.51.${(n >> 8) % 256}.${n % 256}` };
      const startedAt = performance.now();
      const response = await fetch(`${page.url}?source=qr`, { headers });
      await response.arrayBuffer();
      times.push(performance.now() - startedAt);
      if (response.ok) honest.views += 1;
      else honest.failures += 1;
      if (n % 10 === 0) {
        const body = JSON.stringify({ phone: `+1${2_030_000_000 + honest.submissions}` });
        const submitted = await fetch(page.submitUrl, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body,
        });
        await submitted.arrayBuffer();
        if (submitted.ok) honest.submissions += 1;
        else honest.failures += 1;
      }
      await delay(HONEST_PAUSE_MS);
    }
    return p95(times);
  };

  const before = monitor(processes);
  const idleP95 = await visit(after(IDLE_MS));
  const idle = await before.stop();
  const during = monitor(processes);
  const isOver = after(minutes * 60_000);
  const statuses = new Map<number, number>();
  const attack = async (address: number) => {
    for (let n = address; !isOver(); n += ADDRESSES) {
      const { url, init } = hostileRequests[Math.floor(n / ADDRESSES) % hostileRequests.length]!(page, n);
      const headers = { ...(init?.headers as object), 'x-forwarded-for': `203.0.113.${address}` };
      const response = await fetch(url, { ...init, headers }).catch(() => null);
      await response?.arrayBuffer().catch(() => undefined);
      const status = response?.status ?? 0;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const [honestP95] = await Promise.all([
    visit(isOver),
    ...Array.from({ length: ADDRESSES }, (_, address) => attack(address)),
  ]);
  const peaks = await during.stop();

  const sent = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  report(figure('hostile requests', sent.toLocaleString('en')));
  report(exactly('of these, answered with a server error or not at all', countFailures(statuses), 0));
  reportGrowth(report, idle, peaks);
  report(atMost('p95 of a landing page for honest visitors, against before', honestP95 / idleP95, PAGE_RATIO, ''));
  report(exactly('requests of honest visitors that failed', honest.failures, 0));
  const { rows } = await harness.db.query<{ id: string; client_id: string }>('SELECT id, client_id FROM campaigns');
  const { id, client_id: clientId } = rows[0]!;
  const scans = () =>
    harness
      .call<{ totalScans: number }>('GET', `/api/campaigns/${id}/scan-analytics`)
      .then(({ totalScans }) => totalScans);
  await eventually(async () => (await scans()) >= honest.views).catch(() => undefined);
  report(exactly('views of honest visitors that were counted', await scans(), honest.views));
  const leads = (await harness.db.query<{ n: number }>('SELECT count(*)::int AS n FROM leads WHERE NOT held')).rows[0]!
    .n;
  report(exactly('leads in the CSV export', await countExported(harness, clientId), leads));
}

const countFailures = (statuses: Map<number, number>) =>
  [...statuses].reduce((sum, [status, count]) => sum + (status === 0 || status >= 500 ? count : 0), 0);

function reportGrowth(report: ScaleRun['report'], idle: Peaks, peaks: Peaks): void {
  for (const [name, megabytes] of Object.entries(peaks.megabytes))
    report(atMost(`growth of the memory of ${name}`, Math.max(0, megabytes - idle.megabytes[name]!), GROWTH_MB, 'MB'));
}

/** Counts the rows of a client's export. Each row has one line, because line breaks in answers are replaced. */
async function countExported({ read }: { read(path: string): Promise<string> }, clientId: string): Promise<number> {
  const csv = await read(`/api/clients/${clientId}/leads.csv`);
  return csv.trim().split('\n').length - 1;
}
