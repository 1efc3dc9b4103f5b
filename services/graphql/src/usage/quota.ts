import { metrics } from '@dripline/runtime/http/health-server';
import { Counter } from 'prom-client';
import type { EntityManager } from 'typeorm';
import type { UsageKind } from './usage-counter.entity';

const usageKinds: UsageKind[] = ['campaigns', 'leads', 'sms'];

const quotaExceeded = new Counter({
  name: 'dripline_quota_exceeded_total',
  help: 'Campaigns rejected, and leads and messages held, because a monthly limit was used up, by quota.',
  labelNames: ['quota'],
  registers: [metrics],
});
// Prometheus' `increase` misses the first increment of a series that does not exist yet.
for (const quota of usageKinds) quotaExceeded.inc({ quota }, 0);

const currentMonth = "date_trunc('month', now() AT TIME ZONE time_zone)";

/**
 * Days after the end of a month in UTC from which on its usage does not change any more. By then it has ended in every
 * time zone for more than two days, so a change of a client's time zone does not open it again.
 */
export const SETTLEMENT_DAYS = 3;

/** Returns the SQL condition that the usage of a month is final. `month` is its first day. */
export const isFinalMonth = (month: string) =>
  `now() >= (${month} + interval '1 month ${SETTLEMENT_DAYS} days') AT TIME ZONE 'UTC'`;

/** Locks the usage counters of this month of one client, or of several, until the transaction ends. */
export async function lockUsage(
  db: EntityManager,
  clientIds: string | readonly string[],
  kinds = usageKinds,
): Promise<void> {
  // An existing row is locked but not changed.
  await db.query(
    `INSERT INTO usage_counters (client_id, month, kind, used)
     SELECT id, ${currentMonth}, kind, 0 FROM clients, unnest($2::text[]) AS kind WHERE id = ANY ($1) ORDER BY id, kind
     ON CONFLICT (client_id, month, kind) DO UPDATE SET used = 0 WHERE false`,
    [[clientIds].flat(), kinds],
  );
}

/**
 * Reserves one unit of a client's monthly quota. Returns false if the quota is used up. Call it in the transaction that
 * uses the unit, because the counter's row lock makes the limit exact under concurrent requests. `storeLead` reserves a
 * lead in its own statement, and holds the lead if the quota is used up. A retry of what is already held is not counted
 * as exceeding the quota again.
 *
 * @param options.segments the carrier segments of a message, which have a quota of their own
 */
export async function reserveMonthlyQuota(
  db: EntityManager,
  clientId: string,
  kind: UsageKind,
  { isRetry = false, segments = 0 } = {},
): Promise<boolean> {
  const [row] = await db.query<[{ fits: boolean }]>('SELECT reserve_usage($1, $2, $3) AS fits', [
    clientId,
    kind,
    segments,
  ]);
  if (!row.fits && !isRetry) countQuotaExceeded(kind);
  return row.fits;
}

/** Increments the metric of exceeded quotas. */
export function countQuotaExceeded(kind: UsageKind): void {
  quotaExceeded.inc({ quota: kind });
}

/** Returns the start of the client's next calendar month. */
export async function nextMonthStart(db: EntityManager, clientId: string): Promise<Date> {
  const [row] = await db.query<{ at: Date }[]>(
    `SELECT (date_trunc('month', now() AT TIME ZONE time_zone) + interval '1 month') AT TIME ZONE time_zone AS at FROM clients WHERE id = $1`,
    [clientId],
  );
  return row?.at ?? new Date();
}

/**
 * Releases what was reserved for a message at `claimedAt` that was certainly not sent. The usage of a month that is final
 * stays as it is, because the client may have been billed for it.
 */
export async function releaseMessageQuota(
  db: EntityManager,
  { clientId, claimedAt, segments }: { clientId: string; claimedAt: Date | null; segments: number },
): Promise<void> {
  await db.query(
    `UPDATE usage_counters u SET used = used - 1, segments = greatest(0, segments - $3) FROM clients c
     WHERE c.id = $1 AND u.client_id = c.id AND u.kind = 'sms' AND u.month = date_trunc('month', $2::timestamptz AT TIME ZONE c.time_zone) AND u.used > 0
       AND NOT ${isFinalMonth('u.month')}`,
    [clientId, claimedAt, segments],
  );
}
