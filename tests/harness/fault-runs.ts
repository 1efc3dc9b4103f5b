import { eventually } from '@dripline/runtime/testing/eventually';
import { createHash, randomInt } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { LONG_WAIT, type MessagingHarness } from './messaging-harness';

/** Number of messages in each fault test. `npm run test:faults` sets the full number. */
export const FAULT_RUNS = Number(process.env['FAULT_RUNS'] ?? 6);
/** Seed of `randomBelow`. Set TEST_SEED to repeat a run. */
export const seed = Number(process.env['TEST_SEED'] ?? randomInt(1_000_000));

let drawCount = 0;
/** Returns a pseudo-random whole number below `bound`. A seed always gives the same sequence of numbers. */
export function randomBelow(bound: number): number {
  drawCount += 1;
  return createHash('sha256').update(`${seed}:${drawCount}`).digest().readUInt32BE() % bound;
}

/** Waits until each number has this many messages with a final status. */
export async function waitForFinalStatus(harness: MessagingHarness, numbers: string[], messages = 1): Promise<void> {
  const isFinal = ({ statuses }: { statuses: string[] }) =>
    statuses.filter((status) => !['queued', 'held'].includes(status)).length === messages;
  await eventually(
    async () => expect((await harness.deliveryRecords(numbers)).filter((record) => !isFinal(record))).toEqual([]),
    { timeout: LONG_WAIT },
  );
}

/** Adds the result of the current test to the file FAULT_REPORT, if it is set. */
export function recordFaultRun(run: { count: number; duplicates?: number; lost?: number }): void {
  const file = process.env['FAULT_REPORT'];
  if (file) appendFileSync(file, `${JSON.stringify({ title: expect.getState().currentTestName, seed, ...run })}\n`);
}

/**
 * Expects that each number got each message exactly once and in order, and that the
 * database has the same ids as the ledger.
 */
export async function expectExactlyOnce(harness: MessagingHarness, numbers: string[], messages = 1): Promise<void> {
  const deliveryRecords = await harness.deliveryRecords(numbers);
  const sum = (count: (record: (typeof deliveryRecords)[number]) => number) =>
    deliveryRecords.reduce((total, record) => total + count(record), 0);
  const duplicates = sum(({ bodies }) => bodies.length - new Set(bodies).size);
  const lost = sum(({ bodies }) => Math.max(0, messages - new Set(bodies).size));
  recordFaultRun({ count: numbers.length * messages, duplicates, lost });
  const wrong = deliveryRecords.filter(
    ({ accepted, recorded }) =>
      accepted.length !== messages || [...accepted].sort().join() !== [...recorded].sort().join(),
  );
  expect(wrong).toEqual([]);
  const inOrder = Array.from({ length: messages }, (_, step) => `Step ${step}`);
  expect(deliveryRecords.filter(({ bodies }) => bodies.join() !== inOrder.join())).toEqual([]);
}

/** Expects that each number got exactly this many messages. */
export async function expectMessageCount(
  harness: MessagingHarness,
  numbers: string[],
  messages: number,
): Promise<void> {
  const wrong = (await harness.deliveryRecords(numbers)).filter(({ accepted }) => accepted.length !== messages);
  recordFaultRun({ count: numbers.length, duplicates: wrong.length, lost: 0 });
  expect(wrong).toEqual([]);
}
