import type { EntityManager } from 'typeorm';
import { enqueue } from '../outbox/enqueue';
import { DeliveryStatus, WebhookDelivery } from './webhook-delivery.entity';

/** Drops all pending deliveries with a reason and signals their workflows. */
export async function dropDeliveries(
  db: EntityManager,
  where: { clientId: string } | { webhookId: string },
  reason: 'webhook_off' | 'webhooks_off',
): Promise<void> {
  const { raw } = await db
    .createQueryBuilder()
    .update(WebhookDelivery)
    .set({ status: DeliveryStatus.cancelled, reason, nextAttemptAt: null })
    .where({ ...where, status: DeliveryStatus.pending })
    .returning('id')
    .execute();
  await enqueue(
    db,
    'webhook',
    (raw as { id: string }[]).map(({ id }) => id),
  );
}
