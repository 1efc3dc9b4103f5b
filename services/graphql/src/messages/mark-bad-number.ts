import type { EntityManager } from 'typeorm';
import { cancelEnrollments } from '../enrollments/cancel-enrollments';
import { Lead } from '../leads/lead.entity';
import type { SmsMessage } from './sms-message.entity';

/** Cancels the enrollments of a number that cannot receive messages, and clears the lead's usable number. */
export async function markBadNumber(db: EntityManager, { clientId, leadId, toE164 }: SmsMessage): Promise<void> {
  await cancelEnrollments(db, toE164, 'bad_number', { clientId });
  await db.update(Lead, { id: leadId, phoneE164: toE164 }, { phoneE164: null });
}
