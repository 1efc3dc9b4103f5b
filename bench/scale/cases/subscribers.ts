import type { Command } from '@dripline/launcher/command';
import { readRunFile } from '@dripline/tests/harness/launch';
import { startMessagingHarness } from '@dripline/tests/harness/messaging-harness';
import { runSubscribers } from '@dripline/tests/harness/subscribers';
import { monitor } from '../monitor';
import { atMost, exactly, figure, type ScaleRun } from '../scale-run';
import { p95 } from '../visitors';

const SIZE = { clients: 50, subscribersPerClient: 10, changesPerSecond: 200, seconds: 60 };
const MEMORY_MB = 600;
const RESUMES = 1;

/** Follows many clients at two GraphQL processes, of which one is killed halfway. */
export async function subscribers(
  cleanup: Parameters<Command>[0]['cleanup'],
  report: ScaleRun['report'],
): Promise<void> {
  const harness = await startMessagingHarness();
  cleanup.add(() => harness.stop());
  const other = await harness.addServer();
  const { services } = readRunFile(harness.stack.dataDir);
  const process = { name: 'graphql 1', ...services['graphql']! };
  const memory = monitor([process]);
  const result = await runSubscribers(harness, other, SIZE);
  const peaks = await memory.stop();
  report(figure('subscribers', (SIZE.clients * SIZE.subscribersPerClient).toLocaleString('en')));
  report(figure('changes', `${result.changes.toLocaleString('en')} (${SIZE.changesPerSecond}/s)`));
  report(figure('events', result.events.toLocaleString('en')));
  report(exactly('leads that a subscriber missed', result.missed, 0));
  report(exactly('leads that were reported as new twice', result.duplicates, 0));
  report(exactly('events of another client', result.foreign, 0));
  report(atMost('times that a subscriber resumed', result.resumes, RESUMES, ''));
  report(figure('p95 of the time from the commit to the event', `${Math.round(p95(result.delays))} ms`));
  report(atMost('memory of the process that is not killed', peaks.megabytes[process.name]!, MEMORY_MB, 'MB'));
  report(
    figure('p99 of its event loop delay, slowest five seconds', `${Math.round(peaks.eventLoopMs[process.name]!)} ms`),
  );
}
