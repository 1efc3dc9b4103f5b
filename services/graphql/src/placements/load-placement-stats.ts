import { placementSource } from '@dripline/contract/rules/placement-source';
import type { EntityManager } from 'typeorm';
import type { Placement, PlacementStats } from './placement.entity';

/** Loads the figures of placements in one statement: scans from the counts by source, and leads by their status. */
export async function loadPlacementStats(
  db: EntityManager,
  placements: readonly Pick<Placement, 'id' | 'clientId' | 'code'>[],
): Promise<PlacementStats[]> {
  const rows = await db.query<({ id: string } & PlacementStats)[]>(
    `WITH requested AS (SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS requested (id, client_id, source)
     ), scans AS (
       SELECT requested.id, sum(counts.count)::int AS scans FROM requested JOIN campaigns ON campaigns.client_id = requested.client_id
       JOIN source_counts counts ON counts.campaign_id = campaigns.id AND counts.day = '-infinity' AND counts.source = requested.source AND counts.kind = 'views' GROUP BY 1
     ), leads AS (
       SELECT requested.id, count(*)::int AS leads, (count(*) FILTER (WHERE leads.status IN ('qualified', 'converted')))::int AS qualified,
         (count(*) FILTER (WHERE leads.status = 'converted'))::int AS converted
       FROM requested JOIN leads ON leads.client_id = requested.client_id AND coalesce(leads.source, 'direct') = requested.source AND NOT leads.held GROUP BY 1
     )
     SELECT requested.id, coalesce(scans, 0) AS scans, coalesce(leads, 0) AS leads, coalesce(qualified, 0) AS qualified, coalesce(converted, 0) AS converted
     FROM requested LEFT JOIN scans USING (id) LEFT JOIN leads USING (id)`,
    [
      placements.map(({ id }) => id),
      placements.map(({ clientId }) => clientId),
      placements.map(({ code }) => placementSource(code)),
    ],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return placements.map(({ id }) => byId.get(id)!);
}
