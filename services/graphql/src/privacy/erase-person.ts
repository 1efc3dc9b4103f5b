import type { EntityManager } from 'typeorm';
import { In } from 'typeorm';
import { deleteLeads } from '../leads/delete-leads';
import { SpamLead } from '../leads/spam/spam-lead.entity';
import { OptOut } from '../replies/opt-out.entity';
import { Reply } from '../replies/reply.entity';
import { SmsMessage } from '../messages/sms-message.entity';
import { lockUsage } from '../usage/usage';
import { findLeadIds, findSpamIds, numbersOf, ofLeads, type Wanted } from './find-person';
import type { ErasedPerson } from './person.types';

/**
 * Erases all that is kept of a person but the opt-outs, in the caller's transaction. A submission that comes at this moment is erased whole, or kept whole as one that came after.
 */
export async function erasePerson(db: EntityManager, wanted: Wanted): Promise<ErasedPerson> {
  // Forms, and what makes leads of spam, come before or after.
  await lockUsage(db, wanted.clientId, ['leads']);
  const leadIds = await findLeadIds(db, wanted);
  const spamIds = await findSpamIds(db, wanted);
  const where = ofLeads(leadIds);
  const texts = await db.count(SmsMessage, { where });
  const replies = await db.count(Reply, { where });
  const optOutsKept = await db.count(OptOut, {
    where: { clientId: wanted.clientId, phoneE164: In(await numbersOf(db, wanted, leadIds, spamIds)) },
  });
  const { affected } = await db.delete(SpamLead, { id: In(spamIds) });
  return { leads: await deleteLeads(db, wanted.clientId, leadIds), texts, replies, spam: affected ?? 0, optOutsKept };
}
