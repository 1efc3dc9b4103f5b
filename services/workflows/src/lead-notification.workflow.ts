import {
  LEAD_NOTIFICATION_CHANGED_SIGNAL,
  type LeadNotificationInput,
  NOTIFICATION_TASK_QUEUE,
} from '@dripline/contract/workflows';
import { condition, defineSignal, proxyActivities, setHandler } from '@temporalio/workflow';
import type { LeadNotificationActivities } from './activities';

const { sendLeadNotification } = proxyActivities<LeadNotificationActivities>({
  taskQueue: NOTIFICATION_TASK_QUEUE,
  startToCloseTimeout: '20s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** Signals that the notification may be sent now. */
export const leadNotificationChanged = defineSignal(LEAD_NOTIFICATION_CHANGED_SIGNAL);

/**
 * Sends one lead notification: immediately or, while the provider's circuit breaker is open, on the signal that it
 * closed.
 */
export async function leadNotification({ leadId }: LeadNotificationInput): Promise<void> {
  let hasChanged = false;
  setHandler(leadNotificationChanged, () => {
    hasChanged = true;
  });

  for (;;) {
    hasChanged = false;
    const state = await sendLeadNotification({ leadId });
    if (state.decision === 'finish') return;
    if (state.dueAt === null) await condition(() => hasChanged);
    else await condition(() => hasChanged, Math.max(1, Date.parse(state.dueAt) - Date.now()));
  }
}
