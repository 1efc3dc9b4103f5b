import type { EntityManager } from 'typeorm';
import { Enrollment, EnrollmentStatus } from '../enrollments/enrollment.entity';
import { type EnrollmentState, type SendClaim, SendDecision } from './message-worker.types';
import { ENDED_RETRY_MS, holdStep } from './claim-step';
import { lockEnrollmentContext, waitingState } from '../enrollments/enrollment-state';
import { reasonToFinish, reasonToHold } from './send-conditions';
import { isOwnSenderRejected, rejectSender } from '../senders/reject-sender';
import { openBreaker } from '../provider/circuit-breaker';
import { recordSendResult } from './record-send-result';
import { SmsStatus } from './outbound-message.entity';
import { SmsMessage } from './sms-message.entity';

/** Maximum attempts to send one message whose outcome is unknown. */
export const MAX_ATTEMPTS = 2;
/** How long a worker waits when another worker claimed the attempt first. */
export const RETRY_DELAY_MS = 15_000;

/**
 * Claims one more attempt at a message that was not found at the provider. One of several concurrent callers gets it.
 * After `MAX_ATTEMPTS` attempts or an opt-out, the message fails with the reason `unknown`.
 */
export async function claimRetry(db: EntityManager, messageId: string, attempts: number): Promise<SendClaim> {
  const message = await db.findOneBy(SmsMessage, { id: messageId });
  const context = message && (await lockEnrollmentContext(db, message.enrollmentId));
  if (!context) return { decision: SendDecision.finish, reason: 'deleted' };
  if (attempts >= MAX_ATTEMPTS || reasonToFinish(context) !== null)
    return recordSendResult(db, { messageId, status: SmsStatus.failed, reason: 'unknown' });
  const hold = reasonToHold(context, new Date());
  if (hold && hold.reason !== 'provider_unavailable') return holdStep(db, context.enrollment, hold.reason, hold.until);
  const attempt = { attempts: attempts + 1, attemptedAt: new Date() };
  const { affected } = await db.update(SmsMessage, { id: messageId, attempts, status: SmsStatus.queued }, attempt);
  if (!affected) return { ...waitingState(context.enrollment), dueAt: new Date(Date.now() + RETRY_DELAY_MS) };
  const { id, toE164: to, body, sender, step } = message;
  return {
    decision: SendDecision.send,
    position: step,
    message: { id, to, body, sender, ...attempt, attemptedBefore: false },
  };
}

/** Cancels an attempt that certainly did not reach the provider, so that the next claim does not look for it there. */
export async function cancelSendAttempt(db: EntityManager, messageId: string, attempts: number): Promise<boolean> {
  const { affected } = await db.update(
    SmsMessage,
    { id: messageId, attempts, status: SmsStatus.queued },
    { attempts: attempts - 1 },
  );
  return affected === 1;
}

/**
 * Opens the circuit breaker because the provider rejects the account or cannot be reached, and all messages wait. If it
 * rejects a client's own sender, only the messages of that client wait.
 */
export async function reportProviderOutage(
  db: EntityManager,
  messageId: string,
  reason: string,
): Promise<EnrollmentState> {
  const message = await db.findOneByOrFail(SmsMessage, { id: messageId });
  await db.findOne(Enrollment, { where: { id: message.enrollmentId }, lock: { mode: 'pessimistic_write' } });
  const isOwnSender = isOwnSenderRejected(message, reason);
  if (!isOwnSender) await openBreaker(db, reason);
  // The sender was changed meanwhile.
  else if (!(await rejectSender(db, message, reason)))
    return { decision: SendDecision.wait, position: message.step, dueAt: new Date() };
  const hold = isOwnSender ? 'sender_rejected' : 'provider_unavailable';
  const { affected } = await db.update(
    Enrollment,
    { id: message.enrollmentId, status: EnrollmentStatus.active },
    { status: EnrollmentStatus.held, reason: hold },
  );
  const dueAt = affected ? null : new Date(Date.now() + ENDED_RETRY_MS);
  return { decision: SendDecision.hold, position: message.step, reason: hold, dueAt };
}
