import { createHash } from 'node:crypto';
import type { VersionStep } from '../sequences/versions/sequence-version.entity';
import type { EnrolledStep } from './enrollment.entity';

/** A step whose message is chosen for each lead. */
export type StepToChoose = VersionStep & {
  /** Identifies the messages that are compared. Null if there is only one. */
  comparison: string | null;
};

/**
 * Returns SQL that aggregates steps with the columns `key`, `delay_minutes`, `message` and `variants` to JSON.
 *
 * @param isTesting the SQL condition that messages are compared
 * @param order the SQL expression that orders the steps
 */
export const aggregateSteps = (isTesting: string, order: string) =>
  `coalesce(json_agg(json_build_object('key', key, 'delayMinutes', delay_minutes, 'message', message, 'variants', CASE WHEN ${isTesting} THEN variants ELSE '{}' END,
    'comparison', CASE WHEN ${isTesting} THEN comparison_of(message, variants) END) ORDER BY ${order}), '[]')`;

/** Chooses one of the messages of each step by a hash of the lead and sequence, and of the step's position. */
export function chooseMessages(
  steps: readonly StepToChoose[],
  version: number,
  leadAndSequence: string,
): EnrolledStep[] {
  return steps.map(({ key, delayMinutes, message, variants, comparison }, position) => {
    const hash = createHash('sha256').update(`${leadAndSequence} ${position}`).digest().readUInt32BE();
    const chosen = [message, ...variants][hash % (variants.length + 1)]!;
    return { key, version, delayMinutes, message: chosen, ...(comparison !== null && { comparison }) };
  });
}
