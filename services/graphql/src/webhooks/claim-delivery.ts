import { Webhook as Signer } from 'standardwebhooks';
import type { EntityManager } from 'typeorm';
import { Client } from '../clients/client.entity';
import type { Settings } from '../api/context';
import { Lead } from '../leads/lead.entity';
import type { DeliveryClaim } from './delivery-worker.types';
import { DeliveryStatus, WebhookDelivery } from './webhook-delivery.entity';
import { Webhook } from './webhook.entity';
import { decryptSecrets } from './webhook-secrets';

const completed: DeliveryClaim = { dueAt: null, request: null };

/**
 * Decides, in one transaction, whether a delivery is posted now, and signs it here so that the secret stays on the
 * server. If a worker dies, a second claim of the same attempt posts the event again with the same `webhook-id`.
 */
export async function claimDelivery(db: EntityManager, settings: Settings, id: string): Promise<DeliveryClaim> {
  const delivery = await db.findOne(WebhookDelivery, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!delivery || delivery.status !== DeliveryStatus.pending) return completed;
  if (delivery.nextAttemptAt! > new Date()) return { dueAt: delivery.nextAttemptAt, request: null };
  const webhook = await db
    .createQueryBuilder(Webhook, 'webhook')
    .addSelect(['webhook.encryptedSecret', 'webhook.encryptedPreviousSecret'])
    .where({ id: delivery.webhookId })
    .getOne();
  if (!webhook) return close(db, id, DeliveryStatus.cancelled, 'webhook_off');
  const secrets = decryptSecrets(settings, webhook);
  const dropReason = !(await db.existsBy(Client, { id: delivery.clientId, webhooksEnabled: true }))
    ? 'webhooks_off'
    : !webhook.enabled
      ? 'webhook_off'
      : delivery.type === 'lead.conversion' && !(await mayReport(db, delivery.leadId))
        ? 'ad_consent'
        : null;
  // Webhooks were turned off, or the consent was withdrawn, after the event was created.
  if (dropReason) return close(db, id, DeliveryStatus.cancelled, dropReason);
  if (secrets.length === 0) return close(db, id, DeliveryStatus.failed, 'secret');
  const now = new Date();
  const { eventId, payload: body } = delivery;
  const signature = secrets.map((secret) => new Signer(secret).sign(eventId, now, body)).join(' ');
  const attempt = delivery.attempts + 1;
  await db.update(
    WebhookDelivery,
    { id },
    { attempts: attempt, attemptsSinceReplay: delivery.attemptsSinceReplay + 1, attemptedAt: now },
  );
  return {
    request: {
      url: webhook.url,
      eventId,
      timestamp: String(Math.floor(now.getTime() / 1000)),
      signature,
      body,
      attempt,
    },
  };
}

/** Whether ad networks may still receive conversions of a lead. */
const mayReport = async (db: EntityManager, leadId: string | null): Promise<boolean> =>
  leadId !== null && !(await db.existsBy(Lead, { id: leadId, adConsent: false }));

async function close(db: EntityManager, id: string, status: DeliveryStatus, reason: string): Promise<DeliveryClaim> {
  await db.update(WebhookDelivery, { id }, { status, reason, nextAttemptAt: null });
  return completed;
}
