import type { ApolloServerPlugin } from '@apollo/server';
import { LANDING_LEASE_MS } from '@dripline/contract/limits';
import { setTimeout as delay } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import type { Context } from '../api/context';
import { asSystem } from '../access/scope';
import type { LandingChanges } from './landing.types';

/** Allowance for clocks that run at different speeds. */
const MARGIN_MS = 100;
const FIRST_PAUSE_MS = 4;
const MAX_PAUSE_MS = 64;

/**
 * Long-polls for landing page changes: returns at once if there are any, else at the next change or after `holdMs`.
 * The request renews the cache's lease before it reads, so that every change is either in the response or waits for
 * this cache.
 *
 * @param after the last version that the cache received, or null if it is empty
 */
export async function followLandingChanges(
  { dataSource, landingChanges }: Context,
  cacheId: string,
  after: string | null,
  holdMs: number,
): Promise<LandingChanges> {
  const db = dataSource.manager;
  await db.query(
    `INSERT INTO landing_caches AS cache (id, acknowledged_version, lease_until)
     SELECT $1, least($2::bigint, version), now() + $3 * interval '1 millisecond' FROM landing_version
     ON CONFLICT (id) DO UPDATE SET acknowledged_version = excluded.acknowledged_version, lease_until = excluded.lease_until`,
    [cacheId, after, LANDING_LEASE_MS + MARGIN_MS],
  );
  const next = landingChanges.next(holdMs);
  const changes = await changesSince(db, after);
  if (changes.isReset || changes.handles.length > 0) return changes;
  await next;
  return changesSince(db, after);
}

async function changesSince(db: EntityManager, after: string | null): Promise<LandingChanges> {
  const [row] = await db.query<[{ version: string; handles: string[]; isWhole: boolean }]>(
    `SELECT v.version, array_remove(array_agg(DISTINCT c.handle), NULL) AS handles, coalesce(count(c.version) = v.version - $1::bigint, false) AS "isWhole"
     FROM landing_version v LEFT JOIN landing_changes c ON c.version > $1::bigint GROUP BY v.version`,
    [after],
  );
  // If changes were deleted meanwhile or the database was restored, the cache must be cleared.
  return { version: row.version, handles: row.isWhole ? row.handles : [], isReset: !row.isWhole };
}

/**
 * Delays the response to a mutation until no landing cache can serve a page from before it: every cache has
 * acknowledged the change, or its lease has expired. Waiting for the length of a lease is therefore always enough.
 */
export const awaitLandingCaches: ApolloServerPlugin<Context> = {
  requestDidStart: () =>
    Promise.resolve({
      async willSendResponse({ operation, contextValue: { actor, dataSource } }) {
        const isChange = operation?.operation === 'mutation' && (actor.role === 'admin' || actor.role === 'client');
        if (isChange) await asSystem(() => awaitCaches(dataSource.manager));
      },
    }),
};

async function awaitCaches(db: EntityManager): Promise<void> {
  const deadline = performance.now() + LANDING_LEASE_MS + MARGIN_MS;
  let version: string | null = null;
  for (let pause = FIRST_PAUSE_MS; performance.now() < deadline; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    const rows: { version: string; isAcknowledged: boolean }[] = await db
      .query<{ version: string; isAcknowledged: boolean }[]>(
        `SELECT version, NOT EXISTS (SELECT FROM landing_caches WHERE lease_until > now() AND acknowledged_version < coalesce($1::bigint, version)) AS "isAcknowledged" FROM landing_version`,
        [version],
      )
      .catch(() => []);
    if (rows[0]?.isAcknowledged) return;
    version ??= rows[0]?.version ?? null;
    await delay(pause);
  }
}

/** Deletes old changes and expired caches. */
export async function sweepLandingChanges(db: EntityManager): Promise<void> {
  await db.query(`DELETE FROM landing_changes WHERE created_at < now() - interval '10 minutes'`);
  // Kept for a day, because a cache may send its last batch of views again.
  await db.query(`DELETE FROM landing_caches WHERE lease_until < now() - interval '1 day'`);
}
