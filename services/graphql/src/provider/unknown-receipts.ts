import type { EntityManager } from 'typeorm';

/** Keeps count of receipts that name no text of ours. */
export async function countUnknownReceipt(db: EntityManager, providerId: string): Promise<void> {
  await db.query(
    `INSERT INTO unknown_receipts AS u (day, times, last_provider_id) VALUES ((now() AT TIME ZONE 'UTC')::date, 1, $1)
     ON CONFLICT (day) DO UPDATE SET times = u.times + 1, last_provider_id = $1`,
    [providerId.slice(0, 100)],
  );
}

/** How many came within the last thirty days. */
export async function unknownReceipts(db: EntityManager): Promise<number> {
  const [row] = await db.query<{ times: number }[]>(
    `SELECT coalesce(sum(times), 0)::int AS times FROM unknown_receipts WHERE day > (now() AT TIME ZONE 'UTC')::date - 30`,
  );
  return row!.times;
}
