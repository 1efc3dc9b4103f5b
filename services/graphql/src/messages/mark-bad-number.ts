import type { EntityManager } from 'typeorm';
import { Lead } from '../leads/lead.entity';
import { cancelEnrollments } from '../replies/opt-outs';
import type { SmsMessage } from './sms-message.entity';

/** The carrier says that this number takes no texts: what is under way to it ends, and the lead has no usable number from now on. */
export async function markBadNumber(db: EntityManager, { clientId, leadId, toE164 }: SmsMessage): Promise<void> {
  await cancelEnrollments(db, clientId, toE164, 'bad_number');
  await db.update(Lead, { id: leadId, phoneE164: toE164 }, { phoneE164: null });
}
