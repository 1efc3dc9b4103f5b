import type { EntityManager } from 'typeorm';
import type { UsageKind } from './usage-counter.entity';

const limitColumn: Record<UsageKind, string> = {
  campaigns: 'monthly_campaign_limit',
  leads: 'monthly_lead_limit',
  sms: 'monthly_sms_limit',
};

/**
 * Counts one against the client's monthly limit, if it still fits. Runs in the transaction of what it pays for:
 * the counter's row lock makes the limit exact under concurrent requests.
 */
export async function reserve(db: EntityManager, clientId: string, kind: UsageKind): Promise<boolean> {
  const rows = await db.query<unknown[]>(
    `INSERT INTO usage_counters AS usage (client_id, month, kind, used)
     SELECT id, date_trunc('month', now() AT TIME ZONE time_zone), $2, 1 FROM clients WHERE id = $1 AND ${limitColumn[kind]} > 0
     ON CONFLICT (client_id, month, kind) DO UPDATE SET used = usage.used + 1
       WHERE usage.used < (SELECT ${limitColumn[kind]} FROM clients WHERE id = $1)
     RETURNING used`,
    [clientId, kind],
  );
  return rows.length > 0;
}

/** When the client's next calendar month begins. */
export async function nextMonth(db: EntityManager, clientId: string): Promise<Date> {
  const [row] = await db.query<{ at: Date }[]>(
    `SELECT (date_trunc('month', now() AT TIME ZONE time_zone) + interval '1 month') AT TIME ZONE time_zone AS at FROM clients WHERE id = $1`,
    [clientId],
  );
  return row?.at ?? new Date();
}
