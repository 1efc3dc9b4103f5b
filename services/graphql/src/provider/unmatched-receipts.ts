import { metrics } from '@dripline/runtime/http/health-server';
import { Counter } from 'prom-client';
import type { EntityManager } from 'typeorm';

const counter = new Counter({
  name: 'dripline_unmatched_receipts_total',
  help: 'Delivery receipts that match no message, such as those of a deleted message or of another application.',
  registers: [metrics],
});

/** Counts a receipt that matches no message of this installation. */
export async function countUnmatchedReceipt(db: EntityManager, providerId: string): Promise<void> {
  counter.inc();
  await db.query(
    `INSERT INTO unmatched_receipts AS u (day, receipts, last_provider_id) VALUES ((now() AT TIME ZONE 'UTC')::date, 1, $1)
     ON CONFLICT (day) DO UPDATE SET receipts = u.receipts + 1, last_provider_id = $1`,
    [providerId.slice(0, 100)],
  );
}

/** Returns how many unmatched receipts arrived in the last 30 days. */
export async function unmatchedReceipts(db: EntityManager): Promise<number> {
  const [row] = await db.query<{ receipts: number }[]>(
    `SELECT coalesce(sum(receipts), 0)::int AS receipts FROM unmatched_receipts WHERE day > (now() AT TIME ZONE 'UTC')::date - 30`,
  );
  return row!.receipts;
}
