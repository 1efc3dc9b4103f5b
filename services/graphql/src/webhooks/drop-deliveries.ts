import type { DataSource, EntityManager } from 'typeorm';
import type { NextPage } from '../outbox/bulk-work';
import { enqueueRows } from '../outbox/enqueue';

const PAGE = 500;

/**
 * Cancels one page of a client's or a webhook's pending deliveries, if its webhooks are disabled, and signals their
 * workflows.
 */
export async function cancelDeliveriesPage(
  dataSource: DataSource,
  column: 'client_id' | 'webhook_id',
  id: string,
): Promise<NextPage> {
  const cancelled = `WITH page AS (
      SELECT d.id, CASE WHEN c.webhooks_enabled THEN 'webhook_off' ELSE 'webhooks_off' END AS reason
      FROM webhook_deliveries d JOIN clients c ON c.id = d.client_id LEFT JOIN webhooks w ON w.id = d.webhook_id
      WHERE d.${column} = $1 AND d.status = 'pending' AND NOT (c.webhooks_enabled AND coalesce(w.enabled, false)) LIMIT ${PAGE}
    ), cancelled AS (
      UPDATE webhook_deliveries d SET status = 'cancelled', reason = page.reason, next_attempt_at = NULL FROM page WHERE d.id = page.id
      RETURNING d.client_id, d.id)`;
  const statement = enqueueRows('webhook', 'SELECT client_id, id FROM cancelled', cancelled);
  return hasMore(await dataSource.query<unknown[]>(`${statement} RETURNING id`, [id]));
}

/** Deletes one page of a deleted webhook's deliveries, and signals the workflows of those that are pending. */
export async function deleteDeliveriesPage(db: DataSource | EntityManager, webhookId: string): Promise<NextPage> {
  const deleted = `WITH deleted AS (
      DELETE FROM webhook_deliveries WHERE id IN (SELECT id FROM webhook_deliveries WHERE webhook_id = $1 LIMIT ${PAGE})
      RETURNING client_id, id, status
    ), signalled AS (${enqueueRows('webhook', `SELECT client_id, id FROM deleted WHERE status = 'pending'`)})
    SELECT id FROM deleted`;
  return hasMore(await db.query<unknown[]>(deleted, [webhookId]));
}

const hasMore = (rows: unknown[]): NextPage => (rows.length < PAGE ? null : {});
