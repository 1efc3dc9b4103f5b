import { DELIVERY_CHANGED_SIGNAL, type DeliverWebhookInput, WEBHOOK_TASK_QUEUE } from '@dripline/contract/workflows';
import { condition, defineSignal, proxyActivities, setHandler } from '@temporalio/workflow';
import type { WebhookActivities } from './webhooks/webhook-activities';

// This policy retries the activity, not the webhook request.
const { deliver } = proxyActivities<WebhookActivities>({
  taskQueue: WEBHOOK_TASK_QUEUE,
  startToCloseTimeout: '20s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** Signals that the delivery was replayed or cancelled. */
export const deliveryChanged = defineSignal(DELIVERY_CHANGED_SIGNAL);

/**
 * Posts one event to one webhook and retries at the time that the server returns (`RETRY_DELAYS_MS` in
 * `webhooks/record-delivery.ts`), until the delivery is finished. A signal makes it check at once.
 */
export async function deliverWebhook({ deliveryId }: DeliverWebhookInput): Promise<void> {
  let hasChanged = false;
  setHandler(deliveryChanged, () => {
    hasChanged = true;
  });

  // A replay may be requested while the last attempt succeeds, so check for a signal before completing.
  for (let dueAt: string | null = null, isFirst = true; isFirst || dueAt !== null || hasChanged; isFirst = false) {
    if (dueAt !== null) await condition(() => hasChanged, Math.max(1, Date.parse(dueAt) - Date.now()));
    hasChanged = false;
    ({ dueAt } = await deliver({ deliveryId }));
  }
}
