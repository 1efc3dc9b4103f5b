import type { EntityManager } from 'typeorm';
import { type LandingPageChanges, MAX_CHANGED_CLIENTS } from './landing-cache.types';

interface Row {
  position: string;
  isUnknown: boolean;
  clientIds: string[];
}

/**
 * Finds the clients whose landing pages were changed by transactions that were committed after a position was read. The
 * position is the first transaction that had not ended then, so that changes of those that had are found again.
 *
 * @param after null to read only the current position
 */
export async function findLandingPageChanges(db: EntityManager, after: string | null): Promise<LandingPageChanges> {
  const [{ position, isUnknown, clientIds }] = await db.query<[Row]>(
    // A position lies in the future after the database was restored.
    `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS position,
       coalesce($1::xid8 > pg_snapshot_xmax(pg_current_snapshot()), false) AS "isUnknown",
       ARRAY(SELECT client_id FROM landing_page_changes WHERE xid >= $1::xid8 LIMIT ${MAX_CHANGED_CLIENTS + 1}) AS "clientIds"`,
    [after],
  );
  return { position, clientIds: isUnknown || clientIds.length > MAX_CHANGED_CLIENTS ? null : clientIds };
}
