import type { EntityManager } from 'typeorm';
import type { Context, PhoneRules } from '../../api/context';
import { fail } from '../../api/errors';
import { lockUsage, reserveMonthlyQuota } from '../../usage/quota';
import { publishLead } from '../publish-lead';
import { Consent } from '../consent/consent.entity';
import { Lead } from '../lead.entity';
import { SpamLead } from './spam-lead.entity';

/** Turns suspected spam into a lead, counted or held and published as if it arrived now. Idempotent. */
export async function restoreSpamLead(
  { dataSource, outboxRelay, settings }: Context,
  id: string,
  clientId: string,
): Promise<Pick<Lead, 'id' | 'held'>> {
  const restored = await dataSource.transaction(async (db) => {
    // Serializes restorations and submissions of this client, so that the lead is created once.
    await lockUsage(db, clientId, ['leads']);
    const spam = await db.findOneBy(SpamLead, { id });
    if (spam === null) return await db.findOneBy(Lead, { id });
    const { affected } = await db.delete(SpamLead, { id });
    // It was deleted meanwhile, for example by the erasure of a person's data.
    if (!affected) return null;
    return (await findDuplicate(db, spam)) ?? (await createLead(db, spam, settings));
  });
  if (!restored) throw fail('NOT_FOUND', 'Submission not found');
  outboxRelay.wake();
  return restored;
}

/** Finds the lead that a retry of the same submission created. */
async function findDuplicate(db: EntityManager, { campaignId, idempotencyKey }: SpamLead): Promise<Lead | null> {
  return idempotencyKey === null ? null : db.findOneBy(Lead, { campaignId, idempotencyKey });
}

async function createLead(
  db: EntityManager,
  { reason: _, consent, ...submission }: SpamLead,
  phones: PhoneRules,
): Promise<Lead> {
  const held = !(await reserveMonthlyQuota(db, submission.clientId, 'leads'));
  await db.insert(Lead, { ...submission, held });
  const { id, createdAt } = submission;
  if (consent) {
    const { clientId, phoneE164 } = submission;
    await db.insert(Consent, { ...consent, clientId, leadId: id, phoneE164, createdAt });
  }
  const lead = await db.findOneByOrFail(Lead, { id });
  if (!held) await publishLead(db, lead, phones);
  return lead;
}
