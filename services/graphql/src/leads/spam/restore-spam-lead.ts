import type { EntityManager } from 'typeorm';
import type { Context, PhoneRules } from '../../api/context';
import { fail } from '../../api/errors';
import { lockUsage, reserve } from '../../usage/usage';
import { announceLead } from '../publish-lead';
import { Consent } from '../consent/consent.entity';
import { Lead } from '../lead.entity';
import { SpamLead } from './spam-lead.entity';

/** Makes a lead of what only looked like spam: it is counted or held, and its sequences start, as if it came now. Doing it twice changes nothing. */
export async function restoreSpamLead(
  { dataSource, followUps, settings }: Context,
  id: string,
  clientId: string,
): Promise<Pick<Lead, 'id' | 'held'>> {
  const restored = await dataSource.transaction(async (db) => {
    // Whoever restores or submits for this client waits here, so that what follows happens once.
    await lockUsage(db, clientId, ['leads']);
    const spam = await db.findOneBy(SpamLead, { id });
    if (spam === null) return await db.findOneBy(Lead, { id });
    const { affected } = await db.delete(SpamLead, { id });
    // Whoever deleted it meanwhile, an erasure of its person maybe, was first.
    if (!affected) return null;
    return (await findTwin(db, spam)) ?? (await takeAsLead(db, spam, settings));
  });
  if (!restored) throw fail('NOT_FOUND', 'Submission not found');
  followUps.nudge();
  return restored;
}

/** A lead that the same submission made after all, when it was sent again. */
async function findTwin(db: EntityManager, { campaignId, idempotencyKey }: SpamLead): Promise<Lead | null> {
  return idempotencyKey === null ? null : db.findOneBy(Lead, { campaignId, idempotencyKey });
}

async function takeAsLead(
  db: EntityManager,
  { reason: _, consent, ...submission }: SpamLead,
  phones: PhoneRules,
): Promise<Lead> {
  const held = !(await reserve(db, submission.clientId, 'leads'));
  await db.insert(Lead, { ...submission, held });
  const { id, createdAt } = submission;
  if (consent) await db.insert(Consent, { ...consent, leadId: id, createdAt });
  const lead = await db.findOneByOrFail(Lead, { id });
  if (!held) await announceLead(db, lead, phones);
  return lead;
}
