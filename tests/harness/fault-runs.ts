import { createHash, randomInt } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import type { TextingStage } from './messaging-harness';
import { until } from './until';

/** How many texts each trial has; `npm run test:faults` asks for the full count. */
export const COUNT = Number(process.env['FAULT_RUNS'] ?? 6);
/** Repeats a run: TEST_SEED. */
export const seed = Number(process.env['TEST_SEED'] ?? randomInt(1_000_000));

let drawn = 0;
/** A whole number below `bound`, in a run of one seed always the same ones in the same order. */
export function pick(bound: number): number {
  drawn += 1;
  return createHash('sha256').update(`${seed}:${drawn}`).digest().readUInt32BE() % bound;
}

/** Until every number has so many texts that are settled, one way or the other. */
export async function untilSettled(stage: TextingStage, numbers: string[], texts = 1): Promise<void> {
  await until(async () =>
    (await stage.verdicts(numbers)).every(
      ({ statuses }) => statuses.filter((status) => !['queued', 'held'].includes(status)).length === texts,
    ),
  );
}

/** Writes a trial down for the report, where one is asked for. */
export function note(trial: { count: number; duplicates?: number; lost?: number }): void {
  const file = process.env['FAULT_REPORT'];
  if (file) appendFileSync(file, `${JSON.stringify({ title: expect.getState().currentTestName, seed, ...trial })}\n`);
}

/** Every number has each text exactly once, and the database names the very ids that the ledger does. */
export async function expectOnce(stage: TextingStage, numbers: string[], texts = 1): Promise<void> {
  const verdicts = await stage.verdicts(numbers);
  const sum = (of: (verdict: (typeof verdicts)[number]) => number) =>
    verdicts.reduce((total, verdict) => total + of(verdict), 0);
  const duplicates = sum(({ bodies }) => bodies.length - new Set(bodies).size);
  const lost = sum(({ bodies }) => Math.max(0, texts - new Set(bodies).size));
  note({ count: numbers.length * texts, duplicates, lost });
  const wrong = verdicts.filter(
    ({ taken, recorded }) => taken.length !== texts || [...taken].sort().join() !== [...recorded].sort().join(),
  );
  expect(wrong).toEqual([]);
  const inOrder = Array.from({ length: texts }, (_, step) => `Step ${step}`);
  expect(verdicts.filter(({ bodies }) => bodies.join() !== inOrder.join())).toEqual([]);
}

/** Nothing went to these numbers beyond so many texts. */
export async function expectNoMore(stage: TextingStage, numbers: string[], texts: number): Promise<void> {
  const wrong = (await stage.verdicts(numbers)).filter(({ taken }) => taken.length !== texts);
  note({ count: numbers.length, duplicates: wrong.length, lost: 0 });
  expect(wrong).toEqual([]);
}
