import type { EntityManager } from 'typeorm';
import { stepDueAt } from '../sequences/step-due-at';
import { EnrolledLeadsAction, type VersionStep } from '../sequences/versions/sequence-version.entity';
import { aggregateSteps, chooseMessages, type StepToChoose } from './choose-messages';
import { isOpen } from './enrollment-state';
import { type EnrolledStep, Enrollment, EnrollmentStatus } from './enrollment.entity';

/** What decides where a lead continues in a version of its sequence. */
export type Progress = Pick<Enrollment, 'nextStep'> & { steps: Pick<EnrolledStep, 'key' | 'message'>[] };

/**
 * Returns the steps of a version that a lead has not had: those after the last one that it had. A lead that had none of
 * them continues at the step with the same number.
 */
export function findRemainingSteps<Step extends VersionStep>(
  { steps, nextStep }: Progress,
  published: readonly Step[],
): Step[] {
  const received = steps.slice(0, nextStep);
  const isReceived = (step: VersionStep) =>
    received.some(({ key, message }) =>
      key === undefined ? [step.message, ...step.variants].includes(message) : key === step.key,
    );
  const last = published.findLastIndex(isReceived);
  return published.slice(last === -1 ? nextStep : last + 1);
}

/**
 * Makes an enrollment follow the versions of its sequence that were published since and move or stop enrolled leads.
 * Call it in the transaction that locks the enrollment. The given enrollment is changed as well.
 *
 * @returns whether the enrollment changed
 */
export async function followVersions(
  db: EntityManager,
  enrollment: Enrollment,
  publishedVersion: number,
  now: Date,
): Promise<boolean> {
  if (!isOpen(enrollment) || enrollment.sequenceVersion >= publishedVersion) return false;
  // The previous release does not store the version of an enrollment, which may follow the newest one.
  const versions = await db.query<{ number: number; enrolledLeads: EnrolledLeadsAction; steps: StepToChoose[] }[]>(
    `SELECT number, enrolled_leads AS "enrolledLeads",
       (SELECT ${aggregateSteps('c.ab_testing_enabled', 'position')}
        FROM ROWS FROM (jsonb_to_recordset(v.steps) AS (key uuid, "delayMinutes" integer, message text, variants text[]))
          WITH ORDINALITY AS step (key, delay_minutes, message, variants, position)) AS steps
     FROM sequence_versions v JOIN clients c ON c.id = v.client_id
     WHERE sequence_id = $1 AND number > $2 AND enrolled_leads <> 'finish' AND ($2 > 0 OR published_at > $3) ORDER BY number`,
    [enrollment.sequenceId, enrollment.sequenceVersion, enrollment.createdAt],
  );
  const newest = versions.at(-1);
  if (!newest) return false;
  const isStopped = versions.some(({ enrolledLeads }) => enrolledLeads === EnrolledLeadsAction.stop);
  const changes = isStopped
    ? { status: EnrollmentStatus.cancelled, reason: 'new_version', nextDueAt: null }
    : moveTo(enrollment, newest.number, newest.steps, now);
  await db.update(Enrollment, { id: enrollment.id }, changes);
  Object.assign(enrollment, changes);
  return true;
}

/** Returns the changes that move an enrollment to a version of its sequence. */
function moveTo(enrollment: Enrollment, version: number, published: StepToChoose[], now: Date): Partial<Enrollment> {
  const { steps, nextStep, nextDueAt, leadId, sequenceId } = enrollment;
  const chosen = chooseMessages(published, version, `${leadId} ${sequenceId}`);
  const remaining = findRemainingSteps(enrollment, published).map((step) => chosen[published.indexOf(step)]!);
  const changes = { sequenceVersion: version, steps: [...steps.slice(0, nextStep), ...remaining] };
  const delayMinutes = remaining[0]?.delayMinutes;
  if (delayMinutes === undefined || nextDueAt === null) return changes;
  const movedDueAt = stepDueAt(nextDueAt, delayMinutes - (steps[nextStep]?.delayMinutes ?? 0));
  // What becomes overdue by the move is due now. What was overdue before stays late, and may expire.
  const earliest = nextDueAt > now ? now : nextDueAt;
  const dueAt = movedDueAt > earliest ? movedDueAt : earliest;
  // A message that is due later does not wait for what held the one before.
  return { ...changes, nextDueAt: dueAt, ...(dueAt > now && { status: EnrollmentStatus.active, reason: null }) };
}
