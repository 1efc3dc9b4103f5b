import type { EntityManager } from 'typeorm';
import { nextMonth, reserve } from '../usage/usage';
import { Enrollment, EnrollmentStatus } from './enrollment.entity';
import { type FollowUp, isOpen, loadFollowUp, reasonToFinish, reasonToHold, waiting } from './follow-up-state';
import { type StepClaim, StepDecision } from './follow-up.types';
import { recordSend } from './record-send';
import { renderStep } from './render-step';
import { SmsMessage, SmsStatus } from './sms-message.entity';

/** How long a text that could not be handed over is tried; later it would only puzzle. */
const TRY_MS = 24 * 60 * 60_000;

/**
 * Decides, in one transaction, whether a step goes out now. Where it does, its record and its place in the monthly limit are
 * committed before the provider hears of it; a second claim of the same step finds that record and says so.
 */
export async function claimStep(db: EntityManager, enrollmentId: string, position: number): Promise<StepClaim> {
  const followUp = await loadFollowUp(db, enrollmentId, true);
  if (!followUp) return { decision: StepDecision.finish, reason: 'deleted' };
  const { enrollment } = followUp;
  const known = await db.findOneBy(SmsMessage, { enrollmentId, step: enrollment.nextStep });
  // What may have reached the provider is settled with it, whatever happened since.
  if (known && known.attempts > 0 && known.step === position) return claimAgain(db, known);
  const finished = reasonToFinish(followUp);
  if (finished !== null) return finish(db, enrollment, finished);
  if (enrollment.nextStep !== position || enrollment.nextDueAt! > new Date()) return waiting(enrollment);
  const hold = reasonToHold(followUp, new Date());
  if (hold !== null) return holdStep(db, enrollment, hold.reason, hold.until);
  const text = await claimText(db, followUp, known);
  if (text === null) return holdStep(db, enrollment, 'sms_limit', await nextMonth(db, enrollment.clientId));
  await db.update(Enrollment, { id: enrollment.id }, { status: EnrollmentStatus.active, reason: null });
  return { decision: StepDecision.send, position, text };
}

const finishedBy: Record<string, EnrollmentStatus> = { opted_out: EnrollmentStatus.cancelled, bad_number: EnrollmentStatus.cancelled };

async function finish(db: EntityManager, enrollment: Enrollment, reason: string): Promise<StepClaim> {
  const status = finishedBy[reason] ?? EnrollmentStatus.completed;
  if (isOpen(enrollment)) await db.update(Enrollment, { id: enrollment.id }, { status, reason, nextDueAt: null });
  return { decision: StepDecision.finish, reason };
}

async function holdStep(db: EntityManager, { id, nextStep }: Enrollment, reason: string, until: Date | null): Promise<StepClaim> {
  await db.update(Enrollment, { id }, { status: EnrollmentStatus.held, reason });
  return { decision: StepDecision.hold, position: nextStep, reason, dueAt: until };
}

async function claimAgain(db: EntityManager, message: SmsMessage): Promise<StepClaim> {
  if (message.createdAt.getTime() < Date.now() - TRY_MS) {
    return recordSend(db, { messageId: message.id, status: SmsStatus.failed, reason: 'expired' });
  }
  const { id, toE164: to, body, attempts, attemptedAt } = message;
  return { decision: StepDecision.send, position: message.step, text: { id, to, body, attempts, attemptedAt: attemptedAt!, attemptedBefore: true } };
}

async function claimText(db: EntityManager, { enrollment, lead, client }: FollowUp, known: SmsMessage | null): Promise<StepClaim['text']> {
  // A queued text that did not reach the provider has its place in the limit already.
  const hasRoom = known?.status === SmsStatus.queued || (await reserve(db, client.id, 'sms'));
  const attemptedAt = new Date();
  const message = db.create(SmsMessage, {
    ...known,
    enrollmentId: enrollment.id,
    step: enrollment.nextStep,
    clientId: client.id,
    campaignId: lead.campaignId,
    smsSequenceId: enrollment.sequenceId,
    leadId: lead.id,
    toE164: lead.phoneE164!,
    body: renderStep(enrollment.steps[enrollment.nextStep]!, lead, client),
    dueAt: enrollment.nextDueAt!,
    status: hasRoom ? SmsStatus.queued : SmsStatus.held,
    reason: hasRoom ? null : 'sms_limit',
    attempts: hasRoom ? 1 : 0,
    attemptedAt: hasRoom ? attemptedAt : null,
  });
  const { id, toE164: to, body } = await db.save(message);
  return hasRoom ? { id, to, body, attempts: 1, attemptedAt, attemptedBefore: false } : null;
}
