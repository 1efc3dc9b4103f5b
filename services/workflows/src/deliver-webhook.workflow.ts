import { DELIVERY_CHANGED_SIGNAL, type DeliverWebhookInput } from '@dripline/contract/workflows';
import { condition, defineSignal, proxyActivities, setHandler } from '@temporalio/workflow';
import type { WebhookActivities } from './webhook-activities';

const { deliver } = proxyActivities<WebhookActivities>({
  startToCloseTimeout: '20s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

export const deliveryChanged = defineSignal(DELIVERY_CHANGED_SIGNAL);

/** The life of one event on its way to one webhook: posted, and posted again when the domain says, until it is over. A signal has it look at once. */
export async function deliverWebhook({ deliveryId }: DeliverWebhookInput): Promise<void> {
  let hasChanged = false;
  setHandler(deliveryChanged, () => {
    hasChanged = true;
  });

  // A replay that is asked for just as the last attempt succeeds is a signal to a workflow that is about to end.
  for (let dueAt: string | null = null, isFirst = true; isFirst || dueAt !== null || hasChanged; isFirst = false) {
    if (dueAt !== null) await condition(() => hasChanged, Math.max(1, Date.parse(dueAt) - Date.now()));
    hasChanged = false;
    ({ dueAt } = await deliver({ deliveryId }));
  }
}
