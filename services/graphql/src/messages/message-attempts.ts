import type { EntityManager } from 'typeorm';
import { Enrollment, EnrollmentStatus } from '../enrollments/enrollment.entity';
import { type FollowUpState, type StepClaim, StepDecision } from './message-worker.types';
import { holdStep } from './claim-step';
import { loadFollowUp, reasonToFinish, reasonToHold, waiting } from '../enrollments/enrollment-state';
import { noteTrouble } from '../provider/circuit-breaker';
import { recordSend } from './record-send-result';
import { SmsStatus } from './outbound-message.entity';
import { SmsMessage } from './sms-message.entity';

/** No text is handed over more often than this where nobody can say whether it arrived. */
export const MOST_ATTEMPTS = 2;
/** How long one that came too late waits before it asks again. */
export const STEP_BACK_MS = 15_000;

/**
 * Asks for one more attempt after the one before could not be found at the provider. Of several that ask at once, one may.
 * Nobody is asked a third time, nor after the lead opted out: the text then counts as unknown.
 */
export async function retryText(db: EntityManager, messageId: string, attempts: number): Promise<StepClaim> {
  const message = await db.findOneBy(SmsMessage, { id: messageId });
  const followUp = message && (await loadFollowUp(db, message.enrollmentId, true));
  if (!followUp) return { decision: StepDecision.finish, reason: 'deleted' };
  if (attempts >= MOST_ATTEMPTS || reasonToFinish(followUp) !== null)
    return recordSend(db, { messageId, status: SmsStatus.failed, reason: 'unknown' });
  const hold = reasonToHold(followUp, new Date());
  if (hold && hold.reason !== 'provider_trouble') return holdStep(db, followUp.enrollment, hold.reason, hold.until);
  const attempt = { attempts: attempts + 1, attemptedAt: new Date() };
  const { affected } = await db.update(SmsMessage, { id: messageId, attempts, status: SmsStatus.queued }, attempt);
  if (!affected) return { ...waiting(followUp.enrollment), dueAt: new Date(Date.now() + STEP_BACK_MS) };
  const { id, toE164: to, body, step } = message;
  return { decision: StepDecision.send, position: step, text: { id, to, body, ...attempt, attemptedBefore: false } };
}

/** Takes an attempt back that certainly did not reach the provider: the next claim is as if it had not been. */
export async function withdrawAttempt(db: EntityManager, messageId: string, attempts: number): Promise<boolean> {
  const { affected } = await db.update(
    SmsMessage,
    { id: messageId, attempts, status: SmsStatus.queued },
    { attempts: attempts - 1 },
  );
  return affected === 1;
}

/** The provider refused us as a whole, or is not there: all texts wait. */
export async function reportTrouble(db: EntityManager, messageId: string, reason: string): Promise<FollowUpState> {
  const message = await db.findOneByOrFail(SmsMessage, { id: messageId });
  await db.findOne(Enrollment, { where: { id: message.enrollmentId }, lock: { mode: 'pessimistic_write' } });
  const until = await noteTrouble(db, reason);
  await db.update(
    Enrollment,
    { id: message.enrollmentId, status: EnrollmentStatus.active },
    { status: EnrollmentStatus.held, reason: 'provider_trouble' },
  );
  return { decision: StepDecision.hold, position: message.step, reason: 'provider_trouble', dueAt: until };
}
