import type { EntityManager } from 'typeorm';
import { fail } from '../failure';
import { Enrollment, EnrollmentStatus } from './enrollment.entity';
import { type FollowUpState, type SendOutcomeInput, StepDecision } from './follow-up.types';
import { waiting } from './follow-up-state';
import { SmsMessage, SmsStatus } from './sms-message.entity';

/** Keeps what became of a text and moves its enrollment to the next step, whose delay counts from now. Saying it twice changes nothing. */
export async function recordSend(db: EntityManager, { messageId, providerId, status, reason }: SendOutcomeInput): Promise<FollowUpState> {
  const message = await db.findOneBy(SmsMessage, { id: messageId });
  const enrollment = message && (await db.findOne(Enrollment, { where: { id: message.enrollmentId }, lock: { mode: 'pessimistic_write' } }));
  if (!enrollment) return { decision: StepDecision.finish, reason: 'deleted' };
  if (status !== SmsStatus.sent && status !== SmsStatus.failed) throw fail('BAD_USER_INPUT', 'status must be sent or failed');
  if (enrollment.nextStep !== message.step) return stateOf(enrollment);
  const now = new Date();
  const sentAt = status === SmsStatus.sent ? now : null;
  await db.update(SmsMessage, { id: messageId }, { status, providerId: providerId ?? null, reason: reason ?? null, sentAt });
  const nextStep = message.step + 1;
  const next = enrollment.steps[nextStep];
  const moved = next
    ? { nextStep, nextDueAt: new Date(now.getTime() + next.delayMinutes * 60_000) }
    : { nextStep, nextDueAt: null, status: EnrollmentStatus.completed, reason: 'done' };
  await db.update(Enrollment, { id: enrollment.id }, moved);
  return stateOf({ ...enrollment, ...moved });
}

function stateOf(enrollment: Enrollment): FollowUpState {
  return enrollment.nextStep < enrollment.steps.length ? waiting(enrollment) : { decision: StepDecision.finish, reason: 'done' };
}
