import { type DataSource, In } from 'typeorm';
import { Client } from '../clients/client.entity';
import { loadForecast } from './load-forecast';

/** The clients of one run. */
const PAGE_SIZE = 100;
/** A forecast is computed again after this number of minutes, or when the limit has changed or another month has begun. */
const MAX_AGE_MINUTES = 60;

/** Computes the forecasts of messages that are missing or outdated, the oldest first, for the agency's Overview. */
export async function storeForecasts({ manager: db }: DataSource, signal?: AbortSignal): Promise<void> {
  const due = await db.query<{ id: string; month: string; used: number }[]>(
    `SELECT id, month::text, coalesce((SELECT used FROM usage_counters u WHERE u.client_id = due.id AND u.month = due.month AND u.kind = 'sms'), 0) AS used
     FROM (SELECT c.id, c.month FROM (SELECT *, date_trunc('month', now() AT TIME ZONE time_zone)::date AS month FROM clients WHERE status = 'active' AND NOT deleting) c
     LEFT JOIN message_forecasts f ON f.client_id = c.id
     WHERE f.client_id IS NULL OR f.month <> c.month OR f.monthly_sms_limit <> c.monthly_sms_limit OR f.computed_at < now() - interval '${MAX_AGE_MINUTES} minutes'
     ORDER BY f.computed_at NULLS FIRST LIMIT ${PAGE_SIZE}) due`,
  );
  const clients = new Map(
    (await db.findBy(Client, { id: In(due.map(({ id }) => id)) })).map((client) => [client.id, client]),
  );
  for (const { id, month, used } of due) {
    const client = clients.get(id);
    if (signal?.aborted) return;
    if (!client) continue;
    const { limit, total, exceedsLimitOn } = await loadForecast(db, client, used, null);
    // From the clients, because the client may be deleted meanwhile.
    await db.query(
      `INSERT INTO message_forecasts (client_id, month, monthly_sms_limit, total, exceeds_limit_on) SELECT id, $2, $3, $4, $5 FROM clients WHERE id = $1
       ON CONFLICT (client_id) DO UPDATE SET month = excluded.month, monthly_sms_limit = excluded.monthly_sms_limit, total = excluded.total,
         exceeds_limit_on = excluded.exceeds_limit_on, computed_at = now()`,
      [id, month, limit, total, exceedsLimitOn],
    );
  }
}
