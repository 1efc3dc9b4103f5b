import { metrics } from '@dripline/runtime/http/health-server';
import { Counter, Histogram } from 'prom-client';
import type { EntityManager } from 'typeorm';
import type { DeliveryResultInput, DeliveryState } from './delivery-worker.types';
import { enqueueBulk } from '../outbox/enqueue';
import { DeliveryStatus, WebhookDelivery } from './webhook-delivery.entity';
import { Webhook, WebhookDisabledReason } from './webhook.entity';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Retry delays in ms. The delivery fails after the last one. Source: the Standard Webhooks specification. */
export const RETRY_DELAYS_MS = [
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
/** A webhook is disabled when no delivery succeeded for this long. */
export const DISABLE_AFTER_MS = 5 * 24 * HOUR;
const MAX_RETRY_AFTER_MS = 24 * HOUR;
/** Maximum jitter as a share of the delay, so that deliveries that failed together are not retried together. */
const MAX_JITTER = 0.1;

const attemptOutcomes = new Counter({
  name: 'dripline_webhook_attempts_total',
  help: 'Webhook delivery attempts, by outcome: delivered, or the reason for the failure.',
  labelNames: ['outcome'],
  registers: [metrics],
});

const delays = new Histogram({
  name: 'dripline_webhook_delay_seconds',
  help: 'Time from an event until the end of the first attempt to deliver it.',
  buckets: [1, 5, 15, 30, 60, 300, 1_800, 7_200],
  registers: [metrics],
});

/** Records the outcome of a delivery attempt and schedules the next one. Idempotent. */
export async function recordDelivery(db: EntityManager, outcome: DeliveryResultInput): Promise<DeliveryState> {
  const { deliveryId: id, attempt, responseCode = null, responseBody = null, durationMs } = outcome;
  const existing = await db.findOneBy(WebhookDelivery, { id });
  if (!existing) return { dueAt: null };
  // Locks the webhook before the delivery, in the same order as turning it off, to avoid deadlocks.
  const webhook = await db.findOne(Webhook, {
    where: { id: existing.webhookId },
    lock: { mode: 'for_no_key_update' },
  });
  if (!webhook) return { dueAt: null };
  const delivery = await db.findOne(WebhookDelivery, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!delivery) return { dueAt: null };
  const reason = failureReason(outcome);
  attemptOutcomes.inc({ outcome: reason ?? 'delivered' });
  const response = { responseCode, responseBody, durationMs };
  if (delivery.attempts !== attempt) return { dueAt: delivery.nextAttemptAt };
  if (attempt === 1) delays.observe((Date.now() - delivery.createdAt.getTime()) / 1_000);
  if (reason === null) {
    await db.update(
      WebhookDelivery,
      { id },
      { ...response, status: DeliveryStatus.delivered, reason: null, nextAttemptAt: null },
    );
    if (webhook.failingSince) await db.update(Webhook, { id: webhook.id }, { failingSince: null });
    return { dueAt: null };
  }
  // Dropped meanwhile: keeps the reason and adds the response.
  if (delivery.status !== DeliveryStatus.pending) {
    await db.update(WebhookDelivery, { id }, response);
    return { dueAt: null };
  }
  const now = Date.now();
  const retryDelay = RETRY_DELAYS_MS[delivery.attemptsSinceReplay - 1];
  const isFinal = reason === 'gone' || retryDelay === undefined;
  const retryAfterMs = Math.min((outcome.retryAfter ?? 0) * SECOND, MAX_RETRY_AFTER_MS);
  const nextAttemptAt = isFinal
    ? null
    : new Date(now + Math.max(retryDelay * (1 + Math.random() * MAX_JITTER), retryAfterMs));
  await db.update(
    WebhookDelivery,
    { id },
    { ...response, reason, nextAttemptAt, ...(isFinal ? { status: DeliveryStatus.failed } : {}) },
  );
  const failingSince = webhook.failingSince ?? new Date(now);
  const disabledReason =
    reason === 'gone'
      ? WebhookDisabledReason.gone
      : now - failingSince.getTime() >= DISABLE_AFTER_MS
        ? WebhookDisabledReason.failing
        : null;
  if (!webhook.failingSince || disabledReason)
    await db.update(
      Webhook,
      { id: webhook.id },
      { failingSince, ...(disabledReason ? { enabled: false, disabledReason } : {}) },
    );
  if (!disabledReason) return { dueAt: nextAttemptAt };
  await enqueueBulk(db, 'cancel_deliveries', webhook.clientId, webhook.id);
  return { dueAt: null };
}

/** Returns why an attempt failed, or null if it succeeded. */
function failureReason({ responseCode, reason }: DeliveryResultInput): string | null {
  if (responseCode == null) return reason ?? 'connect';
  if (responseCode >= 200 && responseCode < 300) return null;
  if (responseCode === 410) return 'gone';
  return responseCode >= 300 && responseCode < 400 ? 'redirect' : 'status';
}
