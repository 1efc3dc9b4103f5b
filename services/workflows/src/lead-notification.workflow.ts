import { type LeadNotificationInput, NOTIFICATION_TASK_QUEUE } from '@dripline/contract/workflows';
import { proxyActivities, sleep } from '@temporalio/workflow';
import type { LeadNotificationActivities } from './activities';

const { sendLeadNotification } = proxyActivities<LeadNotificationActivities>({
  taskQueue: NOTIFICATION_TASK_QUEUE,
  startToCloseTimeout: '20s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** Sends one lead notification: immediately or, while the provider's circuit breaker is open, when it closes. */
export async function leadNotification({ leadId }: LeadNotificationInput): Promise<void> {
  let state = await sendLeadNotification({ leadId });
  while (state.decision !== 'finish') {
    if (state.dueAt) await sleep(Math.max(0, Date.parse(state.dueAt) - Date.now()));
    state = await sendLeadNotification({ leadId });
  }
}
