import type { EntityManager } from 'typeorm';
import { findRemainingSteps } from '../../enrollments/follow-versions';
import type { EnrolledStep } from '../../enrollments/enrollment.entity';
import type { VersionStep } from './sequence-version.entity';
import type { EnrolledLeadsGroup, NextMessageTimes, SequenceVersionPreview } from './version-preview.types';

/** Leads that had the same steps and wait for the same one. */
interface Row {
  version: number;
  nextStep: number;
  /** The steps that they had. */
  received: Pick<EnrolledStep, 'key' | 'message'>[];
  /** The delay of the next step, in minutes. */
  delayMinutes: number;
  leads: number;
  first: Date;
  last: Date;
  dueNow: number;
}

/** The leads' own message is compared only where the step has no key. */
const RECEIVED = `(SELECT coalesce(jsonb_agg(CASE WHEN step ? 'key' THEN jsonb_build_object('key', step->'key') ELSE jsonb_build_object('message', step->'message') END ORDER BY position), '[]')
  FROM jsonb_array_elements(e.steps) WITH ORDINALITY AS step (step, position) WHERE position <= e.next_step)`;
const DELAY = `coalesce((e.steps->e.next_step->>'delayMinutes')::int, 0)`;
const OPEN = `e.sequence_id = $1 AND e.status IN ('active', 'held') AND e.next_due_at IS NOT NULL`;

/** Computes where the enrolled leads of a sequence stand, and when they would receive their next messages. */
export async function previewVersion(
  db: EntityManager,
  sequenceId: string,
  steps: readonly VersionStep[],
): Promise<SequenceVersionPreview> {
  const now = new Date();
  const rows = await db.query<Row[]>(
    `SELECT e.sequence_version AS version, e.next_step AS "nextStep", ${RECEIVED} AS received, ${DELAY} AS "delayMinutes",
       count(*)::int AS leads, min(e.next_due_at) AS first, max(e.next_due_at) AS last,
       count(*) FILTER (WHERE e.next_due_at <= $2)::int AS "dueNow"
     FROM enrollments e WHERE ${OPEN} GROUP BY 1, 2, 3, 4 ORDER BY 2, 1 DESC, 3, 4`,
    [sequenceId, now],
  );
  const moves = rows.map(({ received, nextStep, delayMinutes }) => {
    const [next] = findRemainingSteps({ steps: received, nextStep }, steps);
    return next && { step: steps.indexOf(next) + 1, shift: next.delayMinutes - delayMinutes };
  });
  const dueNowIfMoved = await countDueIfMoved(db, { sequenceId, now, rows, moves });
  const groups = rows.map(({ version, nextStep, leads, dueNow, first, last }, index): EnrolledLeadsGroup => {
    const timesAfter = (minutes: number, due: number): NextMessageTimes => {
      const shifted = (time: Date) => new Date(Math.max(time.getTime() + minutes * 60_000, now.getTime()));
      return { first: shifted(first), last: shifted(last), dueNow: due };
    };
    const move = moves[index];
    return {
      ...{ version, step: nextStep + 1, leads, finish: timesAfter(0, dueNow), movedStep: move?.step ?? null },
      move: move ? timesAfter(move.shift, dueNowIfMoved.get(index) ?? 0) : null,
    };
  });
  return { leads: rows.reduce((sum, { leads }) => sum + leads, 0), groups };
}

interface Moves {
  sequenceId: string;
  now: Date;
  rows: Row[];
  /** For each row, by how many minutes a move changes when the next message is due. */
  moves: ({ shift: number } | undefined)[];
}

/** Counts the leads of each row that would be due now if they moved. */
async function countDueIfMoved(
  db: EntityManager,
  { sequenceId, now, rows, moves }: Moves,
): Promise<Map<number, number>> {
  const groups = rows.flatMap(({ version, nextStep, received, delayMinutes }, index) =>
    moves[index] ? [{ index, version, nextStep, received, delayMinutes, shift: moves[index].shift }] : [],
  );
  const counts = await db.query<{ index: number; due: number }[]>(
    `SELECT g.index, count(*)::int AS due FROM enrollments e
     JOIN jsonb_to_recordset($3) AS g (index int, version int, "nextStep" int, received jsonb, "delayMinutes" int, shift int)
       ON g.version = e.sequence_version AND g."nextStep" = e.next_step AND g."delayMinutes" = ${DELAY} AND g.received = ${RECEIVED}
     WHERE ${OPEN} AND e.next_due_at + g.shift * interval '1 minute' <= $2 GROUP BY 1`,
    [sequenceId, now, JSON.stringify(groups)],
  );
  return new Map(counts.map(({ index, due }) => [index, due]));
}
