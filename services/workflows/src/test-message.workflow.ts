import type { SendTestInput } from '@dripline/contract/workflows';
import { proxyActivities } from '@temporalio/workflow';
import type { TestTextActivities } from './test-message-activities';

const { sendTestText } = proxyActivities<TestTextActivities>({
  startToCloseTimeout: '20s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '15s' },
});

/** Sends one test message once, and then looks it up at the provider until its outcome is known. */
export async function sendTest({ textId }: SendTestInput): Promise<void> {
  await sendTestText({ textId });
}
