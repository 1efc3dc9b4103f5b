import { errorScopeOf } from '@dripline/contract/provider-codes';
import type { DataSource, EntityManager } from 'typeorm';
import { runPrepared } from '../database/run-prepared';
import { enqueue } from '../outbox/enqueue';
import { emitSmsEvent } from '../webhooks/emit-event';
import { LeadNotification } from '../lead-notifications/lead-notification.entity';
import { recordLeadNotification } from '../lead-notifications/lead-notification-attempts';
import { markBadNumber } from '../messages/mark-bad-number';
import { isProviderIdTaken } from './is-provider-id-taken';
import { optOut, scopeOf } from '../replies/suppress';
import { isOwnSenderRejected, rejectSender } from '../senders/reject-sender';
import { openBreaker } from './circuit-breaker';
import { FILTERED, pauseFilteredSequence } from '../sequences/pause-filtered-sequence';
import { recordSendResult } from '../messages/record-send-result';
import { recordTestMessage } from '../messages/test-message-attempts';
import { SmsStatus } from '../messages/outbound-message.entity';
import { SmsMessage } from '../messages/sms-message.entity';
import { TestMessage } from '../messages/test-message.entity';

/** A delivery receipt from the provider. */
export interface Receipt {
  providerId: string;
  /** The message's id, from the callback URL. */
  messageId: string | null;
  status: string;
  /** The provider's error code, if the delivery failed. */
  errorCode: string | null;
}

// Receipts arrive late, twice and out of order, so only a higher rank changes the status.
const rank: Record<string, number> = {
  accepted: 1,
  scheduled: 1,
  queued: 2,
  sending: 3,
  sent: 4,
  delivered: 5,
  undelivered: 5,
  failed: 5,
  read: 6,
};
/** Statuses of messages that the provider accepted and the carrier did not deliver. */
const undeliveredStatuses = ['undelivered', 'failed'];

/** After an attempt, how long the activity runs at most. In milliseconds. */
const ACTIVITY_MS = 20_000;

const PROGRESS = {
  name: 'receipt-progress',
  text: `UPDATE sms_messages SET delivery_status = $3
    WHERE id = $1 AND provider_id = $2 AND status = 'sent' AND (delivery_status IS NULL OR delivery_status = ANY($4)) RETURNING id`,
};

/**
 * Records a delivery receipt. A receipt of a message whose send was not recorded proves that the provider accepted it.
 *
 * @returns whether the message is known
 */
export async function recordReceipt(dataSource: DataSource, receipt: Receipt): Promise<boolean> {
  return (await recordProgress(dataSource.manager, receipt)) || recordOther(dataSource, receipt);
}

/** Records the most frequent receipt in one statement: a new status of a message that the provider accepted. */
async function recordProgress(
  db: EntityManager,
  { providerId, messageId, status, errorCode }: Receipt,
): Promise<boolean> {
  if (messageId === null || errorCode !== null || !(status in rank) || undeliveredStatuses.includes(status))
    return false;
  const lower = Object.keys(rank).filter((other) => rank[other]! < rank[status]!);
  const updated = await runPrepared(db, PROGRESS, [messageId, providerId, status, lower]);
  return updated.length === 1;
}

function recordOther(dataSource: DataSource, { providerId, messageId, status, errorCode }: Receipt): Promise<boolean> {
  return dataSource.transaction(async (db) => {
    const errorScope = errorScopeOf(Number(errorCode ?? 0));
    const { message, isHeld } = await lockMessage(
      db,
      messageId === null ? { providerId } : { id: messageId },
      errorScope !== null,
    );
    if (!message) return recordLeadNotificationReceipt(db, { providerId, messageId, errorCode, errorScope });
    if (
      message.providerId === null
        ? await isProviderIdTaken(db, providerId, message.id)
        : message.providerId !== providerId
    )
      return false;
    if (message.status === SmsStatus.queued) {
      await recordSendResult(db, { messageId: message.id, providerId, status: SmsStatus.sent });
      // An active enrollment that has just attempted to send still runs its activity, which returns the new state.
      if (isHeld || Date.now() - message.attemptedAt!.getTime() > ACTIVITY_MS)
        await enqueue(db, 'signal', message.clientId, message.enrollmentId);
    } else if (message.reason === 'unknown') {
      await db.update(
        SmsMessage,
        { id: message.id },
        { status: SmsStatus.sent, providerId, reason: null, sentAt: new Date() },
      );
      await emitSmsEvent(db, 'sms.sent', message);
    }
    if ((rank[status] ?? 0) <= (rank[message.deliveryStatus ?? ''] ?? 0)) return true;
    const concernsNumber = errorScope === 'opted_out' || errorScope === 'bad_number';
    const reason = errorCode && (concernsNumber ? errorScope : `carrier_${errorCode}`);
    await db.update(SmsMessage, { id: message.id }, { deliveryStatus: status, ...(reason ? { reason } : {}) });
    if (undeliveredStatuses.includes(status)) await emitSmsEvent(db, 'sms.failed', message);
    if (reason === FILTERED) await pauseFilteredSequence(db, message);
    if (errorScope === 'opted_out') await optOut(db, message.toE164, `twilio_${errorCode}`, scopeOf(message));
    if (errorScope === 'bad_number') await markBadNumber(db, message);
    if (isOwnSenderRejected(message, `twilio_${errorCode}`)) await rejectSender(db, message, `twilio_${errorCode}`);
    else if (errorScope === 'account' || errorScope === 'sender') await openBreaker(db, `twilio_${errorCode}`);
    return true;
  });
}

/**
 * Loads a message and locks its enrollment, because recording the send and its receipt often happen at once.
 * If the receipt concerns the number, all enrollments of the number are locked first, always in the same order.
 */
async function lockMessage(
  db: EntityManager,
  where: { id: string } | { providerId: string },
  concernsNumber: boolean,
): Promise<{ message: SmsMessage | null; isHeld: boolean }> {
  const message = concernsNumber && (await db.findOneBy(SmsMessage, where));
  if (message) await lockEnrollmentsOfNumber(db, message.toE164);
  const [column, value] = 'id' in where ? ['id', where.id] : ['provider_id', where.providerId];
  const [enrollment] = await db.query<{ isHeld: boolean }[]>(
    `SELECT status = 'held' AS "isHeld" FROM enrollments WHERE id = (SELECT enrollment_id FROM sms_messages WHERE ${column} = $1) FOR UPDATE`,
    [value],
  );
  return { message: await db.findOneBy(SmsMessage, where), isHeld: enrollment?.isHeld ?? false };
}

/** Locks the open enrollments of a number until the transaction ends, in id order to avoid deadlocks. */
async function lockEnrollmentsOfNumber(db: EntityManager, phoneE164: string): Promise<void> {
  await db.query(
    `SELECT id FROM enrollments WHERE to_e164 = $1 AND status IN ('active', 'held') ORDER BY id FOR UPDATE`,
    [phoneE164],
  );
}

/** Records a receipt of a lead notification: the provider accepted it. An opt-out error opts the number out. */
async function recordLeadNotificationReceipt(
  db: EntityManager,
  {
    providerId,
    messageId,
    errorCode,
    errorScope,
  }: Pick<Receipt, 'providerId' | 'messageId' | 'errorCode'> & { errorScope: string | null },
): Promise<boolean> {
  const notification = await db.findOneBy(
    LeadNotification,
    messageId === null ? { providerId } : { leadId: messageId },
  );
  if (!notification) return recordTestReceipt(db, { providerId, messageId });
  if (
    notification.providerId === null
      ? await isProviderIdTaken(db, providerId, notification.leadId)
      : notification.providerId !== providerId
  )
    return false;
  await recordLeadNotification(db, { messageId: notification.leadId, providerId, status: SmsStatus.sent });
  if (errorScope === 'opted_out') await optOut(db, notification.toE164, `twilio_${errorCode}`);
  return true;
}

/** Records a receipt of a test message: the provider accepted it. */
async function recordTestReceipt(
  db: EntityManager,
  { providerId, messageId }: Pick<Receipt, 'providerId' | 'messageId'>,
): Promise<boolean> {
  const test = await db.findOneBy(TestMessage, messageId === null ? { providerId } : { id: messageId });
  if (!test || (test.providerId !== null && test.providerId !== providerId)) return false;
  return recordTestMessage(db, { messageId: test.id, providerId, status: SmsStatus.sent });
}
