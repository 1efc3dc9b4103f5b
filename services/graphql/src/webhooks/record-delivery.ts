import { metrics } from '@dripline/runtime/health-server';
import { Counter } from 'prom-client';
import type { EntityManager } from 'typeorm';
import type { DeliveryOutcomeInput, DeliveryState } from './delivery-work.types';
import { dropDeliveries } from './drop-deliveries';
import { DeliveryStatus, WebhookDelivery } from './webhook-delivery.entity';
import { Webhook, WebhookOffReason } from './webhook.entity';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long each attempt waits after the one before, as Standard Webhooks suggests; after the last nothing more is tried. */
export const RETRY_WAITS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** Nobody listens to a webhook to which nothing arrived for so long. */
export const GIVE_UP_MS = 5 * 24 * HOUR;
const LONGEST_WAIT_MS = 24 * HOUR;
/** Spreads what failed together, so that it does not come back together. */
const SPREAD = 0.1;

const settled = new Counter({
  name: 'dripline_webhook_attempts_total',
  help: 'Posts to webhooks, by what came of them: delivered, or why not.',
  labelNames: ['outcome'],
  registers: [metrics],
});

/** Keeps what became of an attempt and decides on the next. Saying it twice changes nothing. */
export async function recordDelivery(db: EntityManager, outcome: DeliveryOutcomeInput): Promise<DeliveryState> {
  const { deliveryId: id, attempt, responseCode = null, responseBody = null, durationMs } = outcome;
  const known = await db.findOneBy(WebhookDelivery, { id });
  if (!known) return { dueAt: null };
  // The webhook's row first, as whoever switches it off takes them.
  const webhook = await db.findOneOrFail(Webhook, {
    where: { id: known.webhookId },
    lock: { mode: 'for_no_key_update' },
  });
  const delivery = await db.findOne(WebhookDelivery, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!delivery) return { dueAt: null };
  const reason = reasonOf(outcome);
  settled.inc({ outcome: reason ?? 'delivered' });
  const answered = { responseCode, responseBody, durationMs };
  if (delivery.attempts !== attempt) return { dueAt: delivery.nextAttemptAt };
  if (reason === null) {
    await db.update(
      WebhookDelivery,
      { id },
      { ...answered, status: DeliveryStatus.delivered, reason: null, nextAttemptAt: null },
    );
    if (webhook.failingSince) await db.update(Webhook, { id: webhook.id }, { failingSince: null });
    return { dueAt: null };
  }
  // Switched off meanwhile: why stays, what was answered is added.
  if (delivery.status !== DeliveryStatus.pending) {
    await db.update(WebhookDelivery, { id }, answered);
    return { dueAt: null };
  }
  const now = Date.now();
  const wait = RETRY_WAITS_MS[delivery.tries - 1];
  const isOver = reason === 'gone' || wait === undefined;
  const asked = Math.min((outcome.retryAfter ?? 0) * SECOND, LONGEST_WAIT_MS);
  const nextAttemptAt = isOver ? null : new Date(now + Math.max(wait * (1 + Math.random() * SPREAD), asked));
  await db.update(
    WebhookDelivery,
    { id },
    { ...answered, reason, nextAttemptAt, ...(isOver ? { status: DeliveryStatus.failed } : {}) },
  );
  const failingSince = webhook.failingSince ?? new Date(now);
  const offReason =
    reason === 'gone'
      ? WebhookOffReason.gone
      : now - failingSince.getTime() >= GIVE_UP_MS
        ? WebhookOffReason.failing
        : null;
  if (!webhook.failingSince || offReason)
    await db.update(Webhook, { id: webhook.id }, { failingSince, ...(offReason ? { enabled: false, offReason } : {}) });
  if (!offReason) return { dueAt: nextAttemptAt };
  await dropDeliveries(db, { webhookId: webhook.id }, 'webhook_off');
  return { dueAt: null };
}

/** Why an attempt failed; null where it did not. */
function reasonOf({ responseCode, reason }: DeliveryOutcomeInput): string | null {
  if (responseCode == null) return reason ?? 'connect';
  if (responseCode >= 200 && responseCode < 300) return null;
  if (responseCode === 410) return 'gone';
  return responseCode >= 300 && responseCode < 400 ? 'redirect' : 'status';
}
