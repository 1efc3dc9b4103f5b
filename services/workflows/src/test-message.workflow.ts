import type { SendTestInput } from '@dripline/contract/workflows';
import { proxyActivities } from '@temporalio/workflow';
import type { TestTextActivities } from './test-message-activities';

const { sendTestText } = proxyActivities<TestTextActivities>({
  startToCloseTimeout: '20s',
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '15s' },
});

/** The life of one test text: it is handed over once, and then looked for until it is known what became of it. */
export async function sendTest({ textId }: SendTestInput): Promise<void> {
  await sendTestText({ textId });
}
