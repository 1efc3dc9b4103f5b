import { computeSegments } from '@dripline/contract/rules/message-segments';
import type { EntityManager } from 'typeorm';
import type { Settings } from '../api/context';
import { nextMonthStart, releaseMessageQuota, reserveMonthlyQuota } from '../usage/quota';
import { Enrollment, EnrollmentStatus } from '../enrollments/enrollment.entity';
import { type EnrollmentContext, isOpen, lockEnrollmentContext, waitingState } from '../enrollments/enrollment-state';
import { followVersions } from '../enrollments/follow-versions';
import { reasonToFinish, reasonToHold } from './send-conditions';
import { loadNumberHistory } from './number-limits';
import { type SendClaim, SendDecision } from './message-worker.types';
import { tryProbe } from '../provider/circuit-breaker';
import { recordSendResult } from './record-send-result';
import { renderStep, renderWrittenMessage } from './render-step';
import { wakeNextMessage } from './conversation/wake-next-message';
import { SHARED_SENDER } from '../replies/suppression.entity';
import { reserveSlot } from '../senders/reserve-slot';
import { nameOf } from '../senders/sender.entity';
import { SmsStatus } from './outbound-message.entity';
import { SmsMessage } from './sms-message.entity';

/** The settings that decide whether a message is sent. */
type SendSettings = Partial<
  Pick<Settings, 'databaseRestoredAt' | 'messageCountries' | 'rateLimits' | 'numberLimits' | 'messagesPerSecond'>
>;

/** A message that the provider or Dripline delayed for longer than this is no longer sent. */
const MAX_DELAY_MS = 24 * 60 * 60_000;
/** How long the unresolved attempt of an enrollment that ended waits for the provider, because it is not woken. */
export const ENDED_RETRY_MS = 30_000;
/** Holds that do not count as a delay. When such a hold ends, the message becomes due then, so it does not expire. */
const undelayedHolds = [
  'client_inactive',
  'messages_off',
  'sequence_off',
  'carrier_filtered',
  'sms_limit',
  'paced',
  'sender_rejected',
  'number_limit',
  'flood',
  'earlier_message',
];
/** Holds that do not count as a delay either, but do not restart the time of a message that is already too late. */
const timedHolds = ['quiet_hours', 'daily_limit'];

/**
 * Decides, in one transaction, whether a step is sent now. If so, the message and its use of the monthly limit are
 * committed before the provider is called. A second claim of the same step returns that message with `attemptedBefore`,
 * and the worker looks it up at the provider (`resolveUnknownOutcome` in `services/workflows/src/activities.ts`).
 *
 * @param position the step that the workflow waited for, from 0, or null for whichever is next
 * @param settings messages of enrollments from before `databaseRestoredAt` may have been sent
 */
export async function claimStep(
  db: EntityManager,
  enrollmentId: string,
  position: number | null,
  {
    databaseRestoredAt = null,
    messageCountries,
    rateLimits = false,
    numberLimits,
    messagesPerSecond: sharedRate,
  }: SendSettings = {},
): Promise<SendClaim> {
  const context = await lockEnrollmentContext(db, enrollmentId);
  if (!context) return { decision: SendDecision.finish, reason: 'deleted' };
  const { enrollment, breaker } = context;
  const now = new Date();
  const { existingId, isFirst, limit } = await loadNumberHistory(db, enrollment, rateLimits ? numberLimits : undefined);
  const existing = existingId === null ? null : await db.findOneBy(SmsMessage, { id: existingId });
  // An attempt that may have reached the provider is resolved there first, whatever changed since.
  const isAttempted = existing !== null && existing.attempts > 0;
  const isExpected = (step: number) => position === null || step === position;
  if (isAttempted && isExpected(existing.step)) return reclaimAttempt(db, context, existing, now);
  const { publishedVersion = 0 } = context.sequence ?? {};
  const hasMoved = !isAttempted && (await followVersions(db, enrollment, publishedVersion, now));
  if (hasMoved && existing) await replaceMessage(db, context, existing, isFirst);
  const finishReason = reasonToFinish(context, messageCountries);
  if (finishReason !== null) return finish(db, enrollment, finishReason, existing);
  if (!isExpected(enrollment.nextStep) || enrollment.nextDueAt! > now) return waitingState(enrollment);
  const hold = reasonToHold(context, now) ?? limit;
  if (hold && undelayedHolds.includes(hold.reason)) {
    if (existing) await holdMessage(db, existing, hold.reason);
    return holdStep(db, enrollment, hold.reason, hold.until);
  }
  const isResumed = [...undelayedHolds, ...timedHolds].includes(enrollment.reason ?? '');
  const dueAt = isResumed ? now : enrollment.nextDueAt!;
  if (isResumed) await db.update(Enrollment, { id: enrollment.id }, { nextDueAt: dueAt });
  const draft = createDraft(db, context, isFirst);
  if (isTooLate(dueAt, now)) return expire(db, existing ?? (await db.save(draft)));
  if (hold && timedHolds.includes(hold.reason)) return holdStep(db, enrollment, hold.reason, hold.until);
  // Read before the draft is merged into it.
  const isRetry = existing?.reason === 'sms_limit';
  const message = Object.assign(db.merge(SmsMessage, existing ?? new SmsMessage(), draft), { sender: draft.sender });
  // A cancelled attempt still counts towards the monthly limit.
  const isCounted =
    existing?.claimedAt != null ||
    (await reserveMonthlyQuota(db, enrollment.clientId, 'sms', {
      isRetry,
      segments: message.segments,
    }));
  const passage = isCounted && breaker ? await tryProbe(db) : 'closed';
  const mustWait = passage === 'open';
  const messagesPerSecond = context.sender?.messagesPerSecond ?? sharedRate;
  // A probe is a single message.
  const slot =
    isCounted && messagesPerSecond && passage === 'closed'
      ? await reserveSlot(db, {
          ...{ sender: draft.sender ?? SHARED_SENDER, messagesPerSecond },
          hasWaited: enrollment.reason === 'paced',
        })
      : null;
  // A restored database does not know what was sent later, so the worker looks at the provider first. It skips the
  // messages that the database knows.
  const mayHaveBeenSent = databaseRestoredAt !== null && enrollment.createdAt <= databaseRestoredAt;
  const attempt = { attempts: 1, attemptedAt: mayHaveBeenSent ? enrollment.createdAt : now };
  if (isCounted)
    Object.assign(
      message,
      { status: SmsStatus.queued, reason: null, dueAt, claimedAt: existing?.claimedAt ?? now },
      !mustWait && !slot && attempt,
    );
  await (existing ? db.update(SmsMessage, { id: existing.id }, message) : db.insert(SmsMessage, message));
  if (!isCounted) return holdStep(db, enrollment, 'sms_limit', await nextMonthStart(db, enrollment.clientId));
  if (mustWait) return holdStep(db, enrollment, 'provider_unavailable', null);
  if (slot) {
    await db.update(Enrollment, { id: enrollment.id }, { nextDueAt: slot });
    return holdStep(db, enrollment, 'paced', slot);
  }
  if (enrollment.status !== EnrollmentStatus.active)
    await db.update(Enrollment, { id: enrollment.id }, { status: EnrollmentStatus.active, reason: null });
  const { id, toE164: to, body, sender } = message;
  return {
    decision: SendDecision.send,
    position: enrollment.nextStep,
    isProbe: passage === 'probe',
    message: { id, to, body, sender, ...attempt, attemptedBefore: mayHaveBeenSent },
  };
}

const finishedStatuses: Record<string, EnrollmentStatus> = {
  opted_out: EnrollmentStatus.cancelled,
  number_changed: EnrollmentStatus.cancelled,
  no_consent: EnrollmentStatus.cancelled,
  bad_number: EnrollmentStatus.cancelled,
};

async function finish(
  db: EntityManager,
  enrollment: Enrollment,
  reason: string,
  existing: SmsMessage | null,
): Promise<SendClaim> {
  const status = finishedStatuses[reason] ?? EnrollmentStatus.completed;
  if (existing && enrollment.sequenceId === null) await skipMessage(db, existing, reason);
  if (isOpen(enrollment)) await db.update(Enrollment, { id: enrollment.id }, { status, reason, nextDueAt: null });
  await wakeNextMessage(db, enrollment);
  return { decision: SendDecision.finish, reason };
}

/** Holds an enrollment for a reason: until a time, or with null until the workflow is signalled. */
export async function holdStep(
  db: EntityManager,
  { id, nextStep }: Enrollment,
  reason: string,
  until: Date | null,
): Promise<SendClaim> {
  await db.update(Enrollment, { id }, { status: EnrollmentStatus.held, reason });
  return { decision: SendDecision.hold, position: nextStep, reason, dueAt: until };
}

async function reclaimAttempt(
  db: EntityManager,
  { enrollment, breaker }: EnrollmentContext,
  message: SmsMessage,
  now: Date,
): Promise<SendClaim> {
  if (isTooLate(message.dueAt, now)) return expire(db, message);
  const passage = breaker ? await tryProbe(db) : 'closed';
  if (passage === 'open')
    return isOpen(enrollment)
      ? holdStep(db, enrollment, 'provider_unavailable', null)
      : { decision: SendDecision.hold, position: message.step, dueAt: new Date(now.getTime() + ENDED_RETRY_MS) };
  const { id, toE164: to, body, sender, attempts, attemptedAt } = message;
  return {
    decision: SendDecision.send,
    position: message.step,
    isProbe: passage === 'probe',
    message: { id, to, body, sender, attempts, attemptedAt: attemptedAt!, attemptedBefore: true },
  };
}

const isTooLate = (dueAt: Date, now: Date) => now.getTime() - dueAt.getTime() > MAX_DELAY_MS;

const expire = (db: EntityManager, { id }: SmsMessage) =>
  recordSendResult(db, { messageId: id, status: SmsStatus.failed, reason: 'expired' });

/** Creates the message of the next step, not yet counted towards the monthly limit. */
function createDraft(
  db: EntityManager,
  { enrollment, lead, client, sender, language }: EnrollmentContext,
  isFirst: boolean,
): SmsMessage {
  const step = enrollment.steps[enrollment.nextStep]!;
  const isOfSequence = enrollment.sequenceId !== null;
  const firstIn = isFirst ? language : null;
  const body = isOfSequence
    ? renderStep(step, lead, client, firstIn)
    : renderWrittenMessage(step.message, client, firstIn);
  return db.create(SmsMessage, {
    enrollmentId: enrollment.id,
    step: enrollment.nextStep,
    clientId: client.id,
    campaignId: lead.campaignId,
    smsSequenceId: enrollment.sequenceId,
    leadId: lead.id,
    toE164: enrollment.toE164!,
    sender: nameOf(sender),
    template: isOfSequence ? step.message : null,
    body,
    segments: computeSegments(body).segments,
    dueAt: enrollment.nextDueAt!,
    status: SmsStatus.held,
    reason: 'sms_limit',
  });
}

/** Replaces a message that was not sent by that of the version to which its enrollment moved. */
async function replaceMessage(
  db: EntityManager,
  context: EnrollmentContext,
  message: SmsMessage,
  isFirst: boolean,
): Promise<void> {
  const { enrollment } = context;
  if (!isOpen(enrollment) || enrollment.nextStep >= enrollment.steps.length)
    return skipMessage(db, message, 'new_version');
  await holdMessage(db, message, message.reason ?? 'paced');
  const { template, body, segments, dueAt } = createDraft(db, context, isFirst);
  Object.assign(message, { template, body, segments, dueAt, status: SmsStatus.held, claimedAt: null });
  await db.update(SmsMessage, { id: message.id }, { template, body, segments, dueAt });
}

/** Records that a message is not sent any more. */
async function skipMessage(db: EntityManager, message: SmsMessage, reason: string): Promise<void> {
  if (message.status !== SmsStatus.queued && message.status !== SmsStatus.held) return;
  if (message.claimedAt) await releaseMessageQuota(db, message);
  await db.update(SmsMessage, { id: message.id }, { status: SmsStatus.skipped, reason, claimedAt: null });
}

async function holdMessage(db: EntityManager, message: SmsMessage, reason: string): Promise<void> {
  if (message.claimedAt) await releaseMessageQuota(db, message);
  await db.update(SmsMessage, { id: message.id }, { status: SmsStatus.held, reason, claimedAt: null });
}
