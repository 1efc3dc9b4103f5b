import type { ApolloServerPlugin } from '@apollo/server';
import { LANDING_LEASE_MS } from '@dripline/contract/limits';
import { setTimeout as delay } from 'node:timers/promises';
import type { EntityManager } from 'typeorm';
import type { Context } from '../api/context';
import { asAgency } from '../access/scope';
import type { LandingChanges } from './landing.types';

/** Clocks do not run alike to the millisecond. */
const MARGIN_MS = 100;
const FIRST_PAUSE_MS = 4;
const MAX_PAUSE_MS = 64;

/**
 * Answers a door what changed since the version that it knows, at once or when something does, after `holdMs` in any case. Asking is what its lease lasts from, so it is
 * noted before anything is read: a change commits before that and is in the answer, or after it and waits for this door.
 */
export async function followLanding(
  { dataSource, landingWatch }: Context,
  door: string,
  after: string | null,
  holdMs: number,
): Promise<LandingChanges> {
  const db = dataSource.manager;
  await db.query(
    `INSERT INTO landing_doors AS door (id, seen, lease_until)
     SELECT $1, least($2::bigint, version), now() + $3 * interval '1 millisecond' FROM landing_version
     ON CONFLICT (id) DO UPDATE SET seen = excluded.seen, lease_until = excluded.lease_until`,
    [door, after, LANDING_LEASE_MS + MARGIN_MS],
  );
  const next = landingWatch.next(holdMs);
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
  // Where some were forgotten meanwhile, or the database was restored, nobody can say what changed.
  return { version: row.version, handles: row.isWhole ? row.handles : [], isReset: !row.isWhole };
}

/**
 * Has a change answer only once no door can show what was before it: each has said that it knows, or its lease has run out. Whoever asks after the change committed is
 * told of it, so a lease's length after that is always enough.
 */
export const tellDoors: ApolloServerPlugin<Context> = {
  requestDidStart: () =>
    Promise.resolve({
      async willSendResponse({ operation, contextValue: { actor, dataSource } }) {
        const isChange = operation?.operation === 'mutation' && (actor.role === 'admin' || actor.role === 'client');
        if (isChange) await asAgency(() => awaitDoors(dataSource.manager));
      },
    }),
};

async function awaitDoors(db: EntityManager): Promise<void> {
  const until = performance.now() + LANDING_LEASE_MS + MARGIN_MS;
  let version: string | null = null;
  for (let pause = FIRST_PAUSE_MS; performance.now() < until; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    const rows: { version: string; isKnown: boolean }[] = await db
      .query<{ version: string; isKnown: boolean }[]>(
        `SELECT version, NOT EXISTS (SELECT FROM landing_doors WHERE lease_until > now() AND seen < coalesce($1::bigint, version)) AS "isKnown" FROM landing_version`,
        [version],
      )
      .catch(() => []);
    if (rows[0]?.isKnown) return;
    version ??= rows[0]?.version ?? null;
    await delay(pause);
  }
}

/** Forgets what no door will ask for again. */
export async function sweepLanding(db: EntityManager): Promise<void> {
  await db.query(`DELETE FROM landing_changes WHERE created_at < now() - interval '10 minutes'`);
  // Its last batch of views may be sent again for as long as it lives.
  await db.query(`DELETE FROM landing_doors WHERE lease_until < now() - interval '1 day'`);
}
