import type { DataSource, EntityManager } from 'typeorm';
import type { PhoneRules } from '../api/context';
import { lockUsage, reserveMonthlyQuota } from '../usage/quota';
import { publishLead } from './publish-lead';
import { Lead } from './lead.entity';

/** Leads released per transaction. Kept small, because the client's submissions wait for its lock. */
const BATCH = 100;

/** Releases a client's held leads, oldest first, as far as its monthly limit allows, and publishes them. */
export async function releaseHeldLeads(dataSource: DataSource, clientId: string, phones: PhoneRules): Promise<void> {
  while (await dataSource.transaction((db) => releaseBatch(db, clientId, phones)));
}

/** Releases one batch. Returns whether there may be more. */
async function releaseBatch(db: EntityManager, clientId: string, phones: PhoneRules): Promise<boolean> {
  await lockUsage(db, clientId, ['leads']);
  const lock = { mode: 'pessimistic_write', onLocked: 'skip_locked' } as const;
  const held = await db.find(Lead, { where: { clientId, held: true }, order: { createdAt: 'ASC' }, take: BATCH, lock });
  for (const lead of held) {
    if (!(await reserveMonthlyQuota(db, clientId, 'leads'))) return false;
    await db.update(Lead, { id: lead.id }, { held: false });
    await publishLead(db, lead, phones);
  }
  return held.length === BATCH;
}

/** Releases held leads of every client, because the limits reset each month. */
export async function releaseAllHeldLeads(dataSource: DataSource, phones: PhoneRules): Promise<void> {
  const clients = await dataSource.query<{ id: string }[]>('SELECT DISTINCT client_id AS id FROM leads WHERE held');
  for (const { id } of clients) await releaseHeldLeads(dataSource, id, phones);
}
