import { metrics } from '@dripline/runtime/health-server';
import { Counter } from 'prom-client';
import type { DataSource } from 'typeorm';
import { deleteLeads } from '../leads/delete-leads';

/** So many leads go in one transaction: forms of their client wait for it. */
const BATCH = 250;
/** And so many batches at a time, so that a process that is told to stop does. */
const MOST = 20;
const DAY_MS = 24 * 60 * 60 * 1_000;

const purged = new Counter({
  name: 'dripline_purged_total',
  help: 'Leads and submissions that look like spam, deleted as they were older than their client keeps them.',
  labelNames: ['kind'],
  registers: [metrics],
});

/** What a test says otherwise. */
interface Pace {
  now?: Date;
  batch?: number;
  most?: number;
}

/**
 * Deletes what is older than its client keeps it, batch by batch, each by itself: what one run leaves, or breaks off at, the next one finds. A lead whose follow-up is under way waits
 * for its end; one whose follow-up is held, by a switch or a limit, does not, as that may last for ever.
 */
export async function purgeLeads(
  dataSource: DataSource,
  { now = new Date(), batch = BATCH, most = MOST }: Pace = {},
): Promise<void> {
  const clients = await dataSource.query<{ id: string; days: number }[]>(
    'SELECT client_id AS id, lead_days AS days FROM retentions WHERE lead_days IS NOT NULL ORDER BY client_id',
  );
  let left = most;
  for (const { id, days } of clients) {
    const before = new Date(now.getTime() - days * DAY_MS);
    for (const purge of [purgeSpam, purgeOldLeads]) {
      for (let found = batch; found === batch && left > 0;) {
        found = await purge(dataSource, id, before, batch);
        if (found > 0) left -= 1;
      }
    }
  }
}

/** Answers how many it found. */
async function purgeOldLeads(dataSource: DataSource, clientId: string, before: Date, batch: number): Promise<number> {
  const { found, gone } = await dataSource.transaction(async (db) => {
    const old = await db.query<{ id: string }[]>(
      `SELECT id FROM leads l WHERE client_id = $1 AND created_at < $2 AND NOT EXISTS (SELECT FROM enrollments e WHERE e.lead_id = l.id AND e.status = 'active') ORDER BY created_at LIMIT $3`,
      [clientId, before, batch],
    );
    return {
      found: old.length,
      gone:
        old.length === 0
          ? 0
          : await deleteLeads(
              db,
              clientId,
              old.map(({ id }) => id),
            ),
    };
  });
  purged.inc({ kind: 'lead' }, gone);
  return found;
}

async function purgeSpam(dataSource: DataSource, clientId: string, before: Date, batch: number): Promise<number> {
  const [, gone] = await dataSource.query<[unknown[], number]>(
    'DELETE FROM spam_leads WHERE id IN (SELECT id FROM spam_leads WHERE client_id = $1 AND created_at < $2 ORDER BY created_at LIMIT $3)',
    [clientId, before, batch],
  );
  purged.inc({ kind: 'spam' }, gone);
  return gone;
}
