import type { DataSource } from 'typeorm';
import { leaveWord } from '../outbox/outbox';
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
    const where = messageId === null ? { providerId } : { id: messageId };
    const message = await db.findOne(SmsMessage, { where, lock: { mode: 'pessimistic_write' } });
    if (!message || (message.providerId !== null && message.providerId !== providerId)) return false;
    if (message.status === SmsStatus.queued || message.reason === 'unknown') {
      await recordSend(db, { messageId: message.id, providerId, status: SmsStatus.sent });
      await db.update(SmsMessage, { id: message.id }, { status: SmsStatus.sent, providerId, reason: null, sentAt: message.sentAt ?? new Date() });
      await leaveWord(db, 'signal', [message.enrollmentId]);
    }
    if ((rank[status] ?? 0) <= (rank[message.deliveryStatus ?? ''] ?? 0)) return true;
    await db.update(SmsMessage, { id: message.id }, { deliveryStatus: status, ...(errorCode ? { reason: `carrier_${errorCode}` } : {}) });
    return true;
  });
}
