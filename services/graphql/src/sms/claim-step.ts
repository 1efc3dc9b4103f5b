import { fillMergeFields } from '@dripline/contract/fill-merge-fields';
import type { EntityManager } from 'typeorm';
import { nextMonth, reserve } from '../usage/usage';
import { Enrollment, EnrollmentStatus } from './enrollment.entity';
import { type FollowUp, loadFollowUp, reasonToFinish, reasonToHold, waiting } from './follow-up-state';
import { type StepClaim, StepDecision } from './follow-up.types';
import { SmsMessage, SmsStatus } from './sms-message.entity';

/**
 * Decides, in one transaction, whether a step goes out now. Where it does, its record and its place in the monthly limit are
 * committed before the provider hears of it; a second claim of the same step finds that record and says so.
 */
export async function claimStep(db: EntityManager, enrollmentId: string, position: number): Promise<StepClaim> {
  const followUp = await loadFollowUp(db, enrollmentId, true);
  if (!followUp) return { decision: StepDecision.finish, reason: 'deleted' };
  const { enrollment } = followUp;
  const finished = reasonToFinish(followUp);
  if (finished !== null) {
    if (isOpen(enrollment)) await db.update(Enrollment, { id: enrollment.id }, { status: EnrollmentStatus.completed, reason: finished, nextDueAt: null });
    return { decision: StepDecision.finish, reason: finished };
  }
  if (enrollment.nextStep !== position || enrollment.nextDueAt! > new Date()) return waiting(enrollment);
  const hold = reasonToHold(followUp);
  if (hold !== null) return holdStep(db, enrollment, hold, null);
  const text = await claimText(db, followUp);
  if (text === null) return holdStep(db, enrollment, 'sms_limit', await nextMonth(db, enrollment.clientId));
  await db.update(Enrollment, { id: enrollment.id }, { status: EnrollmentStatus.active, reason: null });
  return { decision: StepDecision.send, position, text };
}

function isOpen({ status }: Enrollment): boolean {
  return status === EnrollmentStatus.active || status === EnrollmentStatus.held;
}

async function holdStep(db: EntityManager, { id, nextStep }: Enrollment, reason: string, until: Date | null): Promise<StepClaim> {
  await db.update(Enrollment, { id }, { status: EnrollmentStatus.held, reason });
  return { decision: StepDecision.hold, position: nextStep, reason, dueAt: until };
}

async function claimText(db: EntityManager, { enrollment, lead, client }: FollowUp): Promise<StepClaim['text']> {
  const key = { enrollmentId: enrollment.id, step: enrollment.nextStep };
  const known = await db.findOneBy(SmsMessage, key);
  if (known?.attemptedAt) return { id: known.id, to: known.toE164, body: known.body, attemptedBefore: true };
  const hasRoom = await reserve(db, client.id, 'sms');
  const message = db.create(SmsMessage, {
    ...known,
    ...key,
    clientId: client.id,
    campaignId: lead.campaignId,
    smsSequenceId: enrollment.sequenceId,
    leadId: lead.id,
    toE164: lead.phoneE164!,
    body: fillMergeFields(enrollment.steps[enrollment.nextStep]!.message, {
      answers: lead.formData,
      fullName: lead.fullName,
      businessName: client.businessName,
    }),
    dueAt: enrollment.nextDueAt!,
    status: hasRoom ? SmsStatus.queued : SmsStatus.held,
    reason: hasRoom ? null : 'sms_limit',
    attemptedAt: hasRoom ? new Date() : null,
  });
  const { id, toE164, body } = await db.save(message);
  return hasRoom ? { id, to: toE164, body, attemptedBefore: false } : null;
}
