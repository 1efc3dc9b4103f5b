import { TEST_EVENT } from '@dripline/contract/webhooks';
import type { EntityManager } from 'typeorm';
import { leaveWord } from '../outbox/outbox';
import { addDeliveries } from './emit-event';
import { DeliveryStatus, WebhookDelivery } from './webhook-delivery.entity';
import type { Webhook } from './webhook.entity';

/** Posts an event again, now, under the id that it had; one that waits need not wait any longer. */
export async function replayDelivery(db: EntityManager, id: string): Promise<WebhookDelivery> {
  await db.update(
    WebhookDelivery,
    { id },
    { status: DeliveryStatus.pending, tries: 0, reason: null, nextAttemptAt: new Date() },
  );
  await leaveWord(db, 'webhook', [id]);
  return db.findOneByOrFail(WebhookDelivery, { id });
}

/** Posts an event that tells of nothing, whatever the webhook is told of. */
export async function sendTestEvent(db: EntityManager, { id, clientId }: Webhook): Promise<WebhookDelivery> {
  const payload = {
    type: TEST_EVENT,
    timestamp: new Date().toISOString(),
    data: { webhookId: id, message: 'This is a test: nothing happened.' },
  };
  const [made] = await addDeliveries(db, [id], { clientId, leadId: null }, payload);
  return db.findOneByOrFail(WebhookDelivery, { id: made! });
}
