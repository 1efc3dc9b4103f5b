import { metrics } from '@dripline/runtime/health-server';
import { Counter } from 'prom-client';
import type { EntityManager } from 'typeorm';
import type { UsageKind } from './usage-counter.entity';

const all: UsageKind[] = ['campaigns', 'leads', 'sms'];

const refusals = new Counter({
  name: 'dripline_quota_refusals_total',
  help: 'What found no room in a monthly limit: leads and texts that are held, campaigns that were refused.',
  labelNames: ['quota'],
  registers: [metrics],
});
// `increase` does not see the first of a series.
for (const quota of all) refusals.inc({ quota }, 0);

const thisMonth = "date_trunc('month', now() AT TIME ZONE time_zone)";

/** Has everybody else wait who would count against these limits of the client, until this transaction ends. */
export async function lockUsage(db: EntityManager, clientId: string, kinds = all): Promise<void> {
  // A row that is there is locked, and not changed.
  await db.query(
    `INSERT INTO usage_counters (client_id, month, kind, used)
     SELECT id, ${thisMonth}, kind, 0 FROM clients, unnest($2::text[]) AS kind WHERE id = $1 ORDER BY kind
     ON CONFLICT (client_id, month, kind) DO UPDATE SET used = 0 WHERE false`,
    [clientId, kinds],
  );
}

/**
 * Counts one against the client's monthly limit, if it still fits. Runs in the transaction of what it pays for:
 * the counter's row lock makes the limit exact under concurrent requests.
 */
export async function reserve(db: EntityManager, clientId: string, kind: UsageKind): Promise<boolean> {
  const [row] = await db.query<[{ fits: boolean }]>('SELECT reserve_usage($1, $2) AS fits', [clientId, kind]);
  if (!row.fits) countRefusal(kind);
  return row.fits;
}

/** Counts, for operators, what found no room. */
export function countRefusal(kind: UsageKind): void {
  refusals.inc({ quota: kind });
}

/** When the client's next calendar month begins. */
export async function nextMonth(db: EntityManager, clientId: string): Promise<Date> {
  const [row] = await db.query<{ at: Date }[]>(
    `SELECT (date_trunc('month', now() AT TIME ZONE time_zone) + interval '1 month') AT TIME ZONE time_zone AS at FROM clients WHERE id = $1`,
    [clientId],
  );
  return row?.at ?? new Date();
}

/** Gives back one that was counted at `at` and certainly was not used. */
export async function release(db: EntityManager, clientId: string, kind: UsageKind, at: Date): Promise<void> {
  await db.query(
    `UPDATE usage_counters u SET used = used - 1 FROM clients c
     WHERE c.id = $1 AND u.client_id = c.id AND u.kind = $2 AND u.month = date_trunc('month', $3::timestamptz AT TIME ZONE c.time_zone) AND u.used > 0`,
    [clientId, kind, at],
  );
}
