import type { DataSource, EntityManager } from 'typeorm';
import type { PhoneRules } from '../api/context';
import { lockUsage, reserve } from '../usage/usage';
import { announceLead } from './publish-lead';
import { Lead } from './lead.entity';

/** As many as one transaction releases: submissions of the client wait for it. */
const BATCH = 100;

/** Shows as many of a client's held leads as its monthly limit now has room for, oldest first, and starts their sequences. */
export async function releaseHeldLeads(dataSource: DataSource, clientId: string, phones: PhoneRules): Promise<void> {
  while (await dataSource.transaction((db) => releaseSome(db, clientId, phones)));
}

/** Answers whether there may be more to release. */
async function releaseSome(db: EntityManager, clientId: string, phones: PhoneRules): Promise<boolean> {
  await lockUsage(db, clientId, ['leads']);
  const lock = { mode: 'pessimistic_write', onLocked: 'skip_locked' } as const;
  const held = await db.find(Lead, { where: { clientId, held: true }, order: { createdAt: 'ASC' }, take: BATCH, lock });
  for (const lead of held) {
    if (!(await reserve(db, clientId, 'leads'))) return false;
    await db.update(Lead, { id: lead.id }, { held: false });
    await announceLead(db, lead, phones);
  }
  return held.length === BATCH;
}

/** The same for every client; a new month makes room without anybody asking. */
export async function releaseAllHeldLeads(dataSource: DataSource, phones: PhoneRules): Promise<void> {
  const clients = await dataSource.query<{ id: string }[]>('SELECT DISTINCT client_id AS id FROM leads WHERE held');
  for (const { id } of clients) await releaseHeldLeads(dataSource, id, phones);
}
