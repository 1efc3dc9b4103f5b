import { metrics } from '@dripline/runtime/http/health-server';
import { Counter } from 'prom-client';
import type { DataSource } from 'typeorm';
import { deleteLeads } from '../leads/delete-leads';

/** Rows deleted per transaction. Form submissions to the client wait for the transaction. */
const BATCH = 250;
const DAY_MS = 24 * 60 * 60 * 1_000;

const purged = new Counter({
  name: 'dripline_leads_purged_total',
  help: 'Leads and spam submissions deleted because their retention period ended, by kind.',
  labelNames: ['kind'],
  registers: [metrics],
});

/** Overrides for tests. */
interface PurgeOptions {
  now?: Date;
  batchSize?: number;
}

/**
 * Deletes leads and spam submissions whose retention period has ended, in batches of one transaction each, taking turns
 * between clients. Leads with an active enrollment are kept until it ends. A held enrollment does not defer deletion,
 * because it may be held indefinitely.
 */
export async function purgeLeads(
  dataSource: DataSource,
  signal: AbortSignal,
  { now = new Date(), batchSize = BATCH }: PurgeOptions = {},
): Promise<void> {
  let policies = await dataSource.query<{ id: string; days: number }[]>(
    'SELECT client_id AS id, lead_days AS days FROM retention_policies WHERE lead_days IS NOT NULL ORDER BY client_id',
  );
  while (policies.length > 0) {
    const unfinished: typeof policies = [];
    for (const policy of policies) {
      if (signal.aborted) return;
      const before = new Date(now.getTime() - policy.days * DAY_MS);
      const spam = await purgeSpam(dataSource, policy.id, before, batchSize);
      const leads = await purgeOldLeads(dataSource, policy.id, before, batchSize);
      if (spam === batchSize || leads === batchSize) unfinished.push(policy);
    }
    policies = unfinished;
  }
}

/** Deletes one batch of leads. Returns the number of expired leads it found. */
async function purgeOldLeads(dataSource: DataSource, clientId: string, before: Date, batch: number): Promise<number> {
  const { found, deleted } = await dataSource.transaction(async (db) => {
    const expired = await db.query<{ id: string }[]>(
      `SELECT id FROM leads l WHERE client_id = $1 AND created_at < $2 AND NOT EXISTS (SELECT FROM enrollments e WHERE e.lead_id = l.id AND e.status = 'active') ORDER BY created_at LIMIT $3`,
      [clientId, before, batch],
    );
    return {
      found: expired.length,
      deleted:
        expired.length === 0
          ? 0
          : await deleteLeads(
              db,
              clientId,
              expired.map(({ id }) => id),
            ),
    };
  });
  purged.inc({ kind: 'lead' }, deleted);
  return found;
}

async function purgeSpam(dataSource: DataSource, clientId: string, before: Date, batch: number): Promise<number> {
  const [, deleted] = await dataSource.query<[unknown[], number]>(
    'DELETE FROM spam_leads WHERE id IN (SELECT id FROM spam_leads WHERE client_id = $1 AND created_at < $2 ORDER BY created_at LIMIT $3)',
    [clientId, before, batch],
  );
  purged.inc({ kind: 'spam' }, deleted);
  return deleted;
}
