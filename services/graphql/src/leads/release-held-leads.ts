import type { DataSource, EntityManager } from 'typeorm';
import { enroll } from '../sms/enroll';
import { TriggerEvent } from '../sms/sequence.entity';
import { reserve } from '../usage/usage';
import { Lead } from './lead.entity';

/** Shows as many of a client's held leads as its monthly limit now has room for, oldest first, and starts their sequences. */
export async function releaseHeldLeads(db: EntityManager, clientId: string): Promise<void> {
  const held = await db.find(Lead, { where: { clientId, held: true }, order: { createdAt: 'ASC' }, lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' } });
  for (const lead of held) {
    if (!(await reserve(db, clientId, 'leads'))) return;
    await db.update(Lead, { id: lead.id }, { held: false });
    await enroll(db, lead, TriggerEvent.lead_created);
  }
}

/** The same for every client; a new month makes room without anybody asking. */
export async function releaseAllHeldLeads(dataSource: DataSource): Promise<void> {
  const clients = await dataSource.query<{ id: string }[]>('SELECT DISTINCT client_id AS id FROM leads WHERE held');
  for (const { id } of clients) await dataSource.transaction((db) => releaseHeldLeads(db, id));
}
