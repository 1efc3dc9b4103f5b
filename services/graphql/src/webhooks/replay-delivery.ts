import { TEST_EVENT } from '@dripline/contract/webhooks';
import type { EntityManager } from 'typeorm';
import { enqueue } from '../outbox/enqueue';
import { addDeliveries } from './emit-event';
import { DeliveryStatus, WebhookDelivery } from './webhook-delivery.entity';
import type { Webhook } from './webhook.entity';

/** Posts an event again immediately, with the same event id. */
export async function replayDelivery(db: EntityManager, id: string): Promise<WebhookDelivery> {
  await db.update(
    WebhookDelivery,
    { id },
    { status: DeliveryStatus.pending, attemptsSinceReplay: 0, reason: null, nextAttemptAt: new Date() },
  );
  const delivery = await db.findOneByOrFail(WebhookDelivery, { id });
  await enqueue(db, 'webhook', delivery.clientId, id);
  return delivery;
}

/** Posts a test event to a webhook, whatever events it subscribes to. */
export async function sendTestEvent(db: EntityManager, { id, clientId }: Webhook): Promise<WebhookDelivery> {
  const payload = {
    type: TEST_EVENT,
    timestamp: new Date().toISOString(),
    data: { webhookId: id, message: 'This is a test event.' },
  };
  const [deliveryId] = await addDeliveries(db, [id], [{ clientId, leadId: null, payload }]);
  return db.findOneByOrFail(WebhookDelivery, { id: deliveryId! });
}
