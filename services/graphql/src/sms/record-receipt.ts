import type { DataSource, EntityManager, FindOptionsWhere } from 'typeorm';
import { leaveWord } from '../outbox/outbox';
import { Enrollment } from './enrollment.entity';
import { recordSend } from './record-send';
import { SmsMessage, SmsStatus } from './sms-message.entity';

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
const rank: Record<string, number> = { accepted: 1, scheduled: 1, queued: 2, sending: 3, sent: 4, delivered: 5, undelivered: 5, failed: 5, read: 6 };

/**
 * Keeps the latest receipt of a text. One for a text whose send nobody has recorded yet is the proof that it was taken.
 * Answers whether the text is known.
 */
export function recordReceipt(dataSource: DataSource, { providerId, messageId, status, errorCode }: Receipt): Promise<boolean> {
  return dataSource.transaction(async (db) => {
    const message = await lockMessage(db, messageId === null ? { providerId } : { id: messageId });
    if (!message || (message.providerId !== null && message.providerId !== providerId)) return false;
    if (message.status === SmsStatus.queued) {
      await recordSend(db, { messageId: message.id, providerId, status: SmsStatus.sent });
      await leaveWord(db, 'signal', [message.enrollmentId]);
    } else if (message.reason === 'unknown') {
      await db.update(SmsMessage, { id: message.id }, { status: SmsStatus.sent, providerId, reason: null, sentAt: new Date() });
    }
    if ((rank[status] ?? 0) <= (rank[message.deliveryStatus ?? ''] ?? 0)) return true;
    await db.update(SmsMessage, { id: message.id }, { deliveryStatus: status, ...(errorCode ? { reason: `carrier_${errorCode}` } : {}) });
    return true;
  });
}

/** Its enrollment's row first, as whoever records the send does: the two often come at the same moment. */
async function lockMessage(db: EntityManager, where: FindOptionsWhere<SmsMessage>): Promise<SmsMessage | null> {
  const found = await db.findOneBy(SmsMessage, where);
  if (!found) return null;
  await db.findOne(Enrollment, { where: { id: found.enrollmentId }, lock: { mode: 'pessimistic_write' } });
  return db.findOneBy(SmsMessage, { id: found.id });
}
