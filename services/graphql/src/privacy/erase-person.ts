import type { EntityManager } from 'typeorm';
import { In } from 'typeorm';
import { deleteLeads } from '../leads/delete-leads';
import { SpamLead } from '../leads/spam/spam-lead.entity';
import { findOptOuts } from '../replies/suppress';
import { Reply } from '../replies/reply.entity';
import { SmsMessage } from '../messages/sms-message.entity';
import { lockUsage } from '../usage/quota';
import {
  deleteImportRows,
  findLeadIds,
  findSpamLeadIds,
  findPhoneNumbers,
  whereLeadIn,
  type PersonQuery,
} from './find-person';
import type { ErasedPerson } from './person.types';

/**
 * Deletes everything stored about a person except opt-outs, in the caller's transaction. A concurrent submission is
 * either deleted completely or kept completely.
 */
export async function erasePerson(db: EntityManager, person: PersonQuery): Promise<ErasedPerson> {
  // The lock serializes this with form submissions and with restoring spam.
  await lockUsage(db, person.clientId, ['leads']);
  const leadIds = await findLeadIds(db, person);
  const spamIds = await findSpamLeadIds(db, person);
  const where = whereLeadIn(leadIds);
  // Messages and replies are deleted with their lead.
  const messages = await db.count(SmsMessage, { where });
  const replies = await db.count(Reply, { where });
  const numbers = await findPhoneNumbers(db, person, leadIds, spamIds);
  const { length: optOutsKept } = await findOptOuts(db, person.clientId, numbers);
  const { affected } = await db.delete(SpamLead, { id: In(spamIds) });
  await deleteImportRows(db, person, numbers, leadIds);
  const leads = await deleteLeads(db, person.clientId, leadIds);
  return { leads, messages, replies, spamSubmissions: affected ?? 0, optOutsKept };
}
