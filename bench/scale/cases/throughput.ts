import { startMessagingHarness } from '@dripline/tests/harness/messaging-harness';
import type { Command } from '@dripline/launcher/command';
import { compareSteps } from '../../message-comparisons';
import { figure, type ScaleRun } from '../scale-run';
import type { TemporalCluster } from '../start-temporal-cluster';

const SIZE = { enrollments: 400, steps: 3 };
const GOAL = 0.9;

/** Compares the messages per second with those of the Temporal SDK alone, with one worker and with two. */
export async function throughput(
  cleanup: Parameters<Command>[0]['cleanup'],
  report: ScaleRun['report'],
  cluster: TemporalCluster,
): Promise<void> {
  const harness = await startMessagingHarness({ TEMPORAL_ADDRESS: cluster.address() });
  cleanup.add(() => harness.stop());
  for (const workers of [1, 2]) {
    if (workers === 2) {
      const worker = await harness.addWorker();
      cleanup.add(() => worker.stop());
    }
    const { name, baselineName, product, baseline } = await compareSteps(harness, SIZE, cluster.address(), workers);
    const ratio = baseline / product;
    report(figure(`with ${workers} worker${workers === 1 ? '' : 's'}: ${name}`, `against ${baselineName}`));
    report({
      name: 'their rate, against the SDK’s',
      measured: ratio.toFixed(2),
      goal: `at least ${GOAL}`,
      isMet: ratio >= GOAL,
    });
  }
}
