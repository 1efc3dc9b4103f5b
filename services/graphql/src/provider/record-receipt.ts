import { meaningOfCode } from '@dripline/contract/provider-codes';
import type { DataSource, EntityManager } from 'typeorm';
import { leaveWord } from '../outbox/outbox';
import { emitSmsEvent } from '../webhooks/emit-event';
import { Alert } from '../lead-notifications/lead-notification.entity';
import { recordAlert } from '../lead-notifications/lead-notification-attempts';
import { markBadNumber } from '../messages/mark-bad-number';
import { isTaken } from './is-provider-id-taken';
import { lockNumber, optOut } from '../replies/opt-outs';
import { noteTrouble } from './circuit-breaker';
import { FILTERED, pauseWhereFiltered } from '../sequences/pause-filtered-sequence';
import { recordSend } from '../messages/record-send-result';
import { recordTestText } from '../messages/test-message-attempts';
import { SmsStatus } from '../messages/outbound-message.entity';
import { SmsMessage } from '../messages/sms-message.entity';
import { TestText } from '../messages/test-message.entity';

/** A receipt of the provider. */
export interface Receipt {
  providerId: string;
  /** Our own id of the text, from the address that the receipt came to. */
  messageId: string | null;
  status: string;
  /** The provider's code, where it failed. */
  errorCode: string | null;
}

// Receipts come late, twice and out of order: only a higher one counts.
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
/** The provider took the text, and the phone company did not bring it. */
const undelivered = ['undelivered', 'failed'];

/**
 * Keeps the latest receipt of a text. One for a text whose send nobody has recorded yet is the proof that it was taken.
 * Answers whether the text is known.
 */
export function recordReceipt(
  dataSource: DataSource,
  { providerId, messageId, status, errorCode }: Receipt,
): Promise<boolean> {
  return dataSource.transaction(async (db) => {
    const meaning = meaningOfCode(Number(errorCode ?? 0));
    const message = await lockMessage(db, messageId === null ? { providerId } : { id: messageId }, meaning !== null);
    if (!message) return recordAlertReceipt(db, { providerId, messageId, meaning });
    if (message.providerId === null ? await isTaken(db, providerId, message.id) : message.providerId !== providerId)
      return false;
    if (message.status === SmsStatus.queued) {
      await recordSend(db, { messageId: message.id, providerId, status: SmsStatus.sent });
      await leaveWord(db, 'signal', [message.enrollmentId]);
    } else if (message.reason === 'unknown') {
      await db.update(
        SmsMessage,
        { id: message.id },
        { status: SmsStatus.sent, providerId, reason: null, sentAt: new Date() },
      );
      await emitSmsEvent(db, 'sms.sent', message);
    }
    if ((rank[status] ?? 0) <= (rank[message.deliveryStatus ?? ''] ?? 0)) return true;
    const isOfNumber = meaning === 'opted_out' || meaning === 'bad_number';
    const reason = errorCode && (isOfNumber ? meaning : `carrier_${errorCode}`);
    await db.update(SmsMessage, { id: message.id }, { deliveryStatus: status, ...(reason ? { reason } : {}) });
    if (undelivered.includes(status)) await emitSmsEvent(db, 'sms.failed', message);
    if (reason === FILTERED) await pauseWhereFiltered(db, message);
    if (meaning === 'opted_out') await optOut(db, message.clientId, message.toE164);
    if (meaning === 'bad_number') await markBadNumber(db, message);
    if (meaning === 'trouble') await noteTrouble(db, `twilio_${errorCode}`);
    return true;
  });
}

/** Its enrollment's row first, as whoever records the send does: the two often come at the same moment. Where its number may end, all that is under way to it, always in the same order. */
async function lockMessage(
  db: EntityManager,
  where: { id: string } | { providerId: string },
  isOfNumber: boolean,
): Promise<SmsMessage | null> {
  const found = isOfNumber && (await db.findOneBy(SmsMessage, where));
  if (found) await lockNumber(db, found.clientId, found.toE164);
  const [column, value] = 'id' in where ? ['id', where.id] : ['provider_id', where.providerId];
  await db.query(
    `SELECT FROM enrollments WHERE id = (SELECT enrollment_id FROM sms_messages WHERE ${column} = $1) FOR UPDATE`,
    [value],
  );
  return db.findOneBy(SmsMessage, where);
}

/** A receipt of an alert proves that it was taken; one that says the number opted out counts as such. */
async function recordAlertReceipt(
  db: EntityManager,
  { providerId, messageId, meaning }: Pick<Receipt, 'providerId' | 'messageId'> & { meaning: string | null },
): Promise<boolean> {
  const alert = await db.findOneBy(Alert, messageId === null ? { providerId } : { leadId: messageId });
  if (!alert) return recordTestReceipt(db, { providerId, messageId });
  if (alert.providerId === null ? await isTaken(db, providerId, alert.leadId) : alert.providerId !== providerId)
    return false;
  await recordAlert(db, { messageId: alert.leadId, providerId, status: SmsStatus.sent });
  if (meaning === 'opted_out') await optOut(db, alert.clientId, alert.toE164);
  return true;
}

/** A receipt of a test text proves that it was taken. */
async function recordTestReceipt(
  db: EntityManager,
  { providerId, messageId }: Pick<Receipt, 'providerId' | 'messageId'>,
): Promise<boolean> {
  const test = await db.findOneBy(TestText, messageId === null ? { providerId } : { id: messageId });
  if (!test || (test.providerId !== null && test.providerId !== providerId)) return false;
  return recordTestText(db, { messageId: test.id, providerId, status: SmsStatus.sent });
}
