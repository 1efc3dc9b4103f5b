import type { SendTestMessageInput } from '@dripline/contract/workflows';
import { proxyActivities } from '@temporalio/workflow';
import type { TestMessageActivities } from './test-message-activities';

const activities = proxyActivities<TestMessageActivities>({
  startToCloseTimeout: '20s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '15s' },
});

/** Sends one test message once, and then looks it up at the provider until its outcome is known. */
export async function sendTestMessage({ messageId }: SendTestMessageInput): Promise<void> {
  await activities.sendTestMessage({ messageId });
}
