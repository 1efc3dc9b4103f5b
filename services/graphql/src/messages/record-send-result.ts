import { metrics } from '@dripline/runtime/health-server';
import { Counter } from 'prom-client';
import type { EntityManager } from 'typeorm';
import { fail } from '../api/errors';
import { release } from '../usage/usage';
import { markBadNumber } from './mark-bad-number';
import { emitSmsEvent } from '../webhooks/emit-event';
import { dueAfter } from '../sequences/step-due-at';
import { Enrollment, EnrollmentStatus } from '../enrollments/enrollment.entity';
import { type FollowUpState, type SendOutcomeInput, StepDecision } from './message-worker.types';
import { waiting } from '../enrollments/enrollment-state';
import { isTaken } from '../provider/is-provider-id-taken';
import { optOut } from '../replies/opt-outs';
import { SmsStatus } from './outbound-message.entity';
import { SmsMessage } from './sms-message.entity';
import { endTroubleAfter } from '../provider/circuit-breaker';

/** Refusals after which this number is not tried again: nothing of the sequence is left to send. */
const ending = ['opted_out', 'bad_number'];
/** The id is none of a lead’s text, or no longer. */
export const GONE: FollowUpState = { decision: StepDecision.finish, reason: 'deleted' };
/** Nobody can say whether it arrived, so it keeps its place in the limit. */
const unsure = ['unknown'];

const settled = new Counter({
  name: 'dripline_texts_settled_total',
  help: 'Texts of which nothing more is tried, by what became of them: sent, or why not.',
  labelNames: ['outcome'],
  registers: [metrics],
});
// `increase` does not see the first of a series, and an alert waits for the first of these.
settled.inc({ outcome: 'expired' }, 0);

/** Keeps what became of a text and moves its enrollment to the next step, whose delay counts from now. Saying it twice changes nothing. */
export async function recordSend(
  db: EntityManager,
  { messageId, providerId, status, reason }: SendOutcomeInput,
): Promise<FollowUpState> {
  if (status !== SmsStatus.sent && status !== SmsStatus.failed)
    throw fail('BAD_USER_INPUT', 'status must be sent or failed');
  const message = await db
    .createQueryBuilder(SmsMessage, 'message')
    .innerJoinAndSelect('message.enrollment', 'enrollment')
    .where({ id: messageId })
    .setLock('pessimistic_write', undefined, ['enrollment'])
    .getOne();
  if (!message) return GONE;
  const { enrollment } = message;
  if (enrollment.nextStep !== message.step) return stateOf(enrollment);
  if (providerId && (await isTaken(db, providerId, messageId))) throw fail('CONFLICT', 'That is another text');
  const now = new Date();
  const isSent = status === SmsStatus.sent;
  await db.update(
    SmsMessage,
    { id: messageId },
    { status, providerId: providerId ?? null, reason: reason ?? null, sentAt: isSent ? now : null },
  );
  // The limit's row before the provider's, as the claim takes them.
  if (!isSent && message.claimedAt && !unsure.includes(reason ?? ''))
    await release(db, message.clientId, 'sms', message.claimedAt);
  await endTroubleAfter(db, { status, reason });
  if (reason === 'opted_out') await optOut(db, message.clientId, message.toE164);
  if (reason === 'bad_number') await markBadNumber(db, message);
  const nextStep = message.step + 1;
  const next =
    ending.includes(reason ?? '') || !isOpenStatus(enrollment.status) ? undefined : enrollment.steps[nextStep];
  const moved = next
    ? { nextStep, nextDueAt: dueAfter(now, next.delayMinutes), status: EnrollmentStatus.active, reason: null }
    : { nextStep, nextDueAt: null, ...ended(enrollment, reason ?? null) };
  await db.update(Enrollment, { id: enrollment.id }, moved);
  await emitSmsEvent(db, isSent ? 'sms.sent' : 'sms.failed', message);
  settled.inc({ outcome: isSent ? 'sent' : (reason ?? 'failed') });
  return stateOf({ ...enrollment, ...moved });
}

const isOpenStatus = (status: EnrollmentStatus) =>
  status === EnrollmentStatus.active || status === EnrollmentStatus.held;

function ended({ status, reason }: Enrollment, refusal: string | null): Pick<Enrollment, 'status' | 'reason'> {
  if (!isOpenStatus(status)) return { status, reason };
  if (ending.includes(refusal ?? '')) return { status: EnrollmentStatus.cancelled, reason: refusal };
  return { status: EnrollmentStatus.completed, reason: 'done' };
}

function stateOf(enrollment: Enrollment): FollowUpState {
  if (!isOpenStatus(enrollment.status)) return { decision: StepDecision.finish, reason: enrollment.reason };
  return enrollment.nextStep < enrollment.steps.length
    ? waiting(enrollment)
    : { decision: StepDecision.finish, reason: 'done' };
}
