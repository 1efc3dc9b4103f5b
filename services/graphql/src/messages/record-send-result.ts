import { metrics } from '@dripline/runtime/http/health-server';
import { Counter, Histogram } from 'prom-client';
import type { EntityManager } from 'typeorm';
import { fail } from '../api/errors';
import { releaseMessageQuota } from '../usage/quota';
import { followVersions } from '../enrollments/follow-versions';
import { wakeNextMessage } from './conversation/wake-next-message';
import { markBadNumber } from './mark-bad-number';
import { emitSmsEvent } from '../webhooks/emit-event';
import { stepDueAt } from '../sequences/step-due-at';
import { Enrollment, EnrollmentStatus } from '../enrollments/enrollment.entity';
import { type EnrollmentState, type SendResultInput, SendDecision } from './message-worker.types';
import { isOpen, waitingState } from '../enrollments/enrollment-state';
import { findProviderId } from '../provider/is-provider-id-taken';
import { optOut, scopeOf } from '../replies/suppress';
import { SmsStatus } from './outbound-message.entity';
import { SmsMessage } from './sms-message.entity';
import { closeBreakerAfter } from '../provider/circuit-breaker';
import { ProviderBreaker } from '../provider/provider-breaker.entity';

/** Rejections of the number, which cancel the enrollment. */
const numberRejections = ['opted_out', 'bad_number'];
/** The state returned for a message that does not exist, or not any more. */
export const DELETED_STATE: EnrollmentState = { decision: SendDecision.finish, reason: 'deleted' };
/** Outcomes that still count towards the monthly limit, because the message may have been delivered. */
const unknownOutcomes = ['unknown'];

const outcomes = new Counter({
  name: 'dripline_sms_outcomes_total',
  help: 'Messages with a final outcome, by outcome: sent, or the reason.',
  labelNames: ['outcome'],
  registers: [metrics],
});
// Prometheus' `increase` misses the first sample of a series, and an alert rule watches this one.
outcomes.inc({ outcome: 'expired' }, 0);

const delays = new Histogram({
  name: 'dripline_sms_delay_seconds',
  help: 'Time from when a message was due until the provider accepted it.',
  buckets: [1, 5, 15, 30, 60, 300, 1_800, 7_200, 86_400],
  registers: [metrics],
});

/** Records the outcome of sending a message and moves its enrollment to the next step, due from now. Idempotent. */
export async function recordSendResult(
  db: EntityManager,
  { messageId, providerId, status, reason }: SendResultInput,
): Promise<EnrollmentState> {
  if (status !== SmsStatus.sent && status !== SmsStatus.failed)
    throw fail('BAD_USER_INPUT', 'status must be sent or failed.');
  const message: (SmsMessage & { breaker?: ProviderBreaker | null }) | null = await db
    .createQueryBuilder(SmsMessage, 'message')
    .innerJoinAndSelect('message.enrollment', 'enrollment')
    .leftJoin('enrollment.sequence', 'sequence')
    .addSelect(['sequence.id', 'sequence.publishedVersion'])
    .innerJoin('message.client', 'client')
    .addSelect(['client.id', 'client.webhooksEnabled'])
    .leftJoinAndMapOne('message.breaker', ProviderBreaker, 'breaker', 'breaker.id')
    .where({ id: messageId })
    .setLock('pessimistic_write', undefined, ['enrollment'])
    .getOne();
  if (!message) return DELETED_STATE;
  const { enrollment } = message;
  if (enrollment.nextStep !== message.step) return stateOf(enrollment);
  const now = new Date();
  const isSent = status === SmsStatus.sent;
  const { affected } = await db
    .createQueryBuilder()
    .update(SmsMessage)
    .set({ status, providerId: providerId ?? null, reason: reason ?? null, sentAt: isSent ? now : null })
    .where({ id: messageId })
    .andWhere(providerId ? `NOT EXISTS (${findProviderId(':providerId', ':messageId')})` : 'true')
    .setParameters({ providerId, messageId })
    .execute();
  if (affected === 0) throw fail('CONFLICT', 'This provider ID belongs to another message.');
  // Locks the limit's row before the breaker's row, in the same order as a claim, to avoid deadlocks.
  if (!isSent && message.claimedAt && !unknownOutcomes.includes(reason ?? '')) await releaseMessageQuota(db, message);
  if (message.breaker) await closeBreakerAfter(db, { status, reason });
  if (reason === 'opted_out') await optOut(db, message.toE164, 'twilio_21610', scopeOf(message));
  if (reason === 'bad_number') await markBadNumber(db, message);
  const nextStep = message.step + 1;
  const isRejected = numberRejections.includes(reason ?? '');
  Object.assign(enrollment, {
    nextStep,
    nextDueAt: stepDueAt(now, enrollment.steps[nextStep]?.delayMinutes ?? 0),
  });
  if (!isRejected && isOpen(enrollment))
    await followVersions(db, enrollment, enrollment.sequence?.publishedVersion ?? 0, now);
  const hasNext = !isRejected && isOpen(enrollment) && nextStep < enrollment.steps.length;
  const progress = hasNext
    ? { nextStep, nextDueAt: enrollment.nextDueAt, status: EnrollmentStatus.active, reason: null }
    : { nextStep, nextDueAt: null, ...closedStatus(enrollment, reason ?? null) };
  await db.update(Enrollment, { id: enrollment.id }, progress);
  await wakeNextMessage(db, enrollment);
  if (message.client.webhooksEnabled) await emitSmsEvent(db, isSent ? 'sms.sent' : 'sms.failed', message);
  outcomes.inc({ outcome: isSent ? 'sent' : (reason ?? 'failed') });
  if (isSent) delays.observe(Math.max(0, now.getTime() - message.dueAt.getTime()) / 1_000);
  return stateOf({ ...enrollment, ...progress });
}

function closedStatus(enrollment: Enrollment, rejection: string | null): Pick<Enrollment, 'status' | 'reason'> {
  if (!isOpen(enrollment)) return { status: enrollment.status, reason: enrollment.reason };
  if (numberRejections.includes(rejection ?? '')) return { status: EnrollmentStatus.cancelled, reason: rejection };
  return { status: EnrollmentStatus.completed, reason: 'done' };
}

function stateOf(enrollment: Enrollment): EnrollmentState {
  if (!isOpen(enrollment)) return { decision: SendDecision.finish, reason: enrollment.reason };
  return enrollment.nextStep < enrollment.steps.length
    ? waitingState(enrollment)
    : { decision: SendDecision.finish, reason: 'done' };
}
