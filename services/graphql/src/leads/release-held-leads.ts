import type { DataSource, EntityManager } from 'typeorm';
import type { PhoneRules } from '../api/context';
import type { NextPage } from '../outbox/bulk-work';
import { lockUsage, reserveMonthlyQuota } from '../usage/quota';
import { publishLead } from './publish-lead';
import { Lead } from './lead.entity';

/** Leads released per transaction. Kept small, because the client's submissions wait for its lock. */
const BATCH = 100;

/**
 * Releases a page of a client's held leads, oldest first, as far as its monthly limit allows, and publishes them.
 */
export async function releasePage(
  dataSource: DataSource,
  clientId: string,
  phones: PhoneRules,
  size = BATCH,
): Promise<NextPage> {
  const hasMore = await dataSource.transaction((db) => releaseBatch(db, clientId, phones, size));
  return hasMore ? {} : null;
}

/** Releases one batch. Returns whether there may be more. */
async function releaseBatch(db: EntityManager, clientId: string, phones: PhoneRules, size: number): Promise<boolean> {
  await lockUsage(db, clientId, ['leads']);
  const lock = { mode: 'pessimistic_write', onLocked: 'skip_locked' } as const;
  const held = await db.find(Lead, { where: { clientId, held: true }, order: { createdAt: 'ASC' }, take: size, lock });
  for (const lead of held) {
    if (!(await reserveMonthlyQuota(db, clientId, 'leads', { isRetry: true }))) return false;
    await db.update(Lead, { id: lead.id }, { held: false });
    await publishLead(db, lead, phones);
  }
  return held.length === size;
}

/** Enqueues the release of the held leads of every client whose limit has room, because limits reset each month. */
export async function enqueueReleases(dataSource: DataSource): Promise<void> {
  await dataSource.query(
    `INSERT INTO outbox (kind, client_id, subject_id, is_bulk)
     SELECT DISTINCT 'release_leads', c.id, c.id, true FROM lead_counts held JOIN clients c ON c.id = held.client_id
     LEFT JOIN usage_counters u ON u.client_id = c.id AND u.kind = 'leads' AND u.month = date_trunc('month', now() AT TIME ZONE c.time_zone)
     WHERE held.held AND held.leads > 0 AND coalesce(u.used, 0) < c.monthly_lead_limit
     ON CONFLICT (subject_id, kind) DO NOTHING`,
  );
}
