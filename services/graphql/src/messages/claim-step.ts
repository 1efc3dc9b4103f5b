import type { EntityManager } from 'typeorm';
import { nextMonth, release, reserve } from '../usage/usage';
import { Enrollment, EnrollmentStatus } from '../enrollments/enrollment.entity';
import {
  type FollowUp,
  isOpen,
  loadFollowUp,
  reasonToFinish,
  reasonToHold,
  waiting,
} from '../enrollments/enrollment-state';
import { type StepClaim, StepDecision } from './message-worker.types';
import { waitForTrouble } from '../provider/circuit-breaker';
import { recordSend } from './record-send-result';
import { renderStep } from './render-step';
import { SmsStatus } from './outbound-message.entity';
import { SmsMessage } from './sms-message.entity';

/** How late a text may be for the provider's sake or ours; later it would only puzzle. */
const LATEST_MS = 24 * 60 * 60_000;
/** What somebody of the business changes: such a wait is no delay, and at its end the text is due anew. */
const chosen = ['client_inactive', 'texts_off', 'sequence_off', 'filtered', 'sms_limit'];

/**
 * Decides, in one transaction, whether a step goes out now. Where it does, its record and its place in the monthly limit are
 * committed before the provider hears of it; a second claim of the same step finds that record and says so.
 */
export async function claimStep(
  db: EntityManager,
  enrollmentId: string,
  position: number,
  restoredTo: Date | null = null,
): Promise<StepClaim> {
  const followUp = await loadFollowUp(db, enrollmentId, true);
  if (!followUp) return { decision: StepDecision.finish, reason: 'deleted' };
  const { enrollment, trouble } = followUp;
  const now = new Date();
  const texts = await db.findBy(SmsMessage, { leadId: enrollment.leadId });
  const known = texts.find((text) => text.enrollmentId === enrollmentId && text.step === enrollment.nextStep) ?? null;
  // What may have reached the provider is settled with it, whatever happened since.
  if (known && known.attempts > 0 && known.step === position) return claimAgain(db, followUp, known, now);
  const finished = reasonToFinish(followUp);
  if (finished !== null) return finish(db, enrollment, finished);
  if (enrollment.nextStep !== position || enrollment.nextDueAt! > now) return waiting(enrollment);
  const hold = reasonToHold(followUp, now);
  if (hold && chosen.includes(hold.reason)) {
    if (known) await giveBack(db, known, hold.reason);
    return holdStep(db, enrollment, hold.reason, hold.until);
  }
  const isLetGo = chosen.includes(enrollment.reason ?? '');
  const dueAt = isLetGo ? now : enrollment.nextDueAt!;
  if (isLetGo) await db.update(Enrollment, { id: enrollment.id }, { nextDueAt: dueAt });
  const fresh = newText(db, followUp, !texts.some(({ status }) => status === SmsStatus.sent));
  if (isTooLate(dueAt, now)) return expire(db, known ?? (await db.save(fresh)));
  if (hold?.reason === 'quiet_hours') return holdStep(db, enrollment, hold.reason, hold.until);
  const text = db.merge(SmsMessage, known ?? new SmsMessage(), fresh);
  // One that did not reach the provider kept its place in the month's limit.
  const hasPlace = known?.claimedAt != null || (await reserve(db, enrollment.clientId, 'sms'));
  const until = hasPlace && trouble ? await waitForTrouble(db, trouble) : null;
  // After a restore it may have gone already, unknown to us: then it is looked for before it is sent.
  const mayHaveGone = restoredTo !== null && enrollment.createdAt <= restoredTo;
  const attempt = { attempts: 1, attemptedAt: mayHaveGone ? restoredTo : now };
  if (hasPlace)
    Object.assign(
      text,
      { status: SmsStatus.queued, reason: null, dueAt, claimedAt: known?.claimedAt ?? now },
      until === null && attempt,
    );
  await db.save(text);
  if (!hasPlace) return holdStep(db, enrollment, 'sms_limit', await nextMonth(db, enrollment.clientId));
  if (until !== null) return holdStep(db, enrollment, 'provider_trouble', until);
  if (enrollment.status !== EnrollmentStatus.active)
    await db.update(Enrollment, { id: enrollment.id }, { status: EnrollmentStatus.active, reason: null });
  const { id, toE164: to, body } = text;
  return { decision: StepDecision.send, position, text: { id, to, body, ...attempt, attemptedBefore: mayHaveGone } };
}

const finishedBy: Record<string, EnrollmentStatus> = {
  opted_out: EnrollmentStatus.cancelled,
  bad_number: EnrollmentStatus.cancelled,
};

async function finish(db: EntityManager, enrollment: Enrollment, reason: string): Promise<StepClaim> {
  const status = finishedBy[reason] ?? EnrollmentStatus.completed;
  if (isOpen(enrollment)) await db.update(Enrollment, { id: enrollment.id }, { status, reason, nextDueAt: null });
  return { decision: StepDecision.finish, reason };
}

/** The step waits, for that reason; a time says until when. */
export async function holdStep(
  db: EntityManager,
  { id, nextStep }: Enrollment,
  reason: string,
  until: Date | null,
): Promise<StepClaim> {
  await db.update(Enrollment, { id }, { status: EnrollmentStatus.held, reason });
  return { decision: StepDecision.hold, position: nextStep, reason, dueAt: until };
}

async function claimAgain(
  db: EntityManager,
  { enrollment, trouble }: FollowUp,
  message: SmsMessage,
  now: Date,
): Promise<StepClaim> {
  if (isTooLate(message.dueAt, now)) return expire(db, message);
  const until = trouble && (await waitForTrouble(db, trouble));
  if (until)
    return isOpen(enrollment)
      ? holdStep(db, enrollment, 'provider_trouble', until)
      : { decision: StepDecision.hold, position: message.step, dueAt: until };
  const { id, toE164: to, body, attempts, attemptedAt } = message;
  return {
    decision: StepDecision.send,
    position: message.step,
    text: { id, to, body, attempts, attemptedAt: attemptedAt!, attemptedBefore: true },
  };
}

const isTooLate = (dueAt: Date, now: Date) => now.getTime() - dueAt.getTime() > LATEST_MS;

const expire = (db: EntityManager, { id }: SmsMessage) =>
  recordSend(db, { messageId: id, status: SmsStatus.failed, reason: 'expired' });

/** The text as it would go now, without a place in the limit. */
function newText(db: EntityManager, { enrollment, lead, client }: FollowUp, isFirst: boolean): SmsMessage {
  return db.create(SmsMessage, {
    enrollmentId: enrollment.id,
    step: enrollment.nextStep,
    clientId: client.id,
    campaignId: lead.campaignId,
    smsSequenceId: enrollment.sequenceId,
    leadId: lead.id,
    toE164: lead.phoneE164!,
    body: renderStep(enrollment.steps[enrollment.nextStep]!, lead, client, isFirst),
    dueAt: enrollment.nextDueAt!,
    status: SmsStatus.held,
    reason: 'sms_limit',
  });
}

async function giveBack(db: EntityManager, { id, clientId, claimedAt }: SmsMessage, reason: string): Promise<void> {
  if (claimedAt) await release(db, clientId, 'sms', claimedAt);
  await db.update(SmsMessage, { id }, { status: SmsStatus.held, reason, claimedAt: null });
}
