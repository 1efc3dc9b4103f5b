import type { EntityManager } from 'typeorm';
import type { SourceStats } from './stats.types';

/** A request for the sources of one client, or of one of its campaigns. */
export interface SourcesKey {
  clientId: string;
  days: number;
  /** The last day, or null for today. */
  until?: string | null;
  campaignId: string | null;
}

/** Sources that are listed individually. Anyone can invent sources, so the rest is combined. */
export const MAX_LISTED = 20;

/** Loads the views and leads per source of many clients in one statement, from `source_counts`. */
export async function loadSources(db: EntityManager, requests: readonly SourcesKey[]): Promise<SourceStats[][]> {
  const rows = await db.query<({ nth: number } & SourceStats)[]>(
    `WITH requested AS (
       SELECT request.nth, c.id, request.campaign_id, request.days, coalesce(request.until, (now() AT TIME ZONE c.time_zone)::date) - request.days + 1 AS first
       FROM unnest($1::uuid[], $2::int[], $3::uuid[], $4::date[]) WITH ORDINALITY AS request (id, days, campaign_id, until, nth) JOIN clients c ON c.id = request.id
     ), results AS (
       SELECT r.nth, s.source, coalesce(sum(s.count) FILTER (WHERE s.kind = 'views'), 0) AS views, coalesce(sum(s.count) FILTER (WHERE s.kind = 'leads'), 0) AS leads
       FROM requested r JOIN campaigns k ON k.client_id = r.id AND (r.campaign_id IS NULL OR k.id = r.campaign_id)
       JOIN source_counts s ON s.campaign_id = k.id AND s.day BETWEEN r.first AND r.first + r.days - 1 GROUP BY 1, 2
     ), ranked AS (
       SELECT *, row_number() OVER (PARTITION BY nth ORDER BY source = 'others', leads DESC, views DESC, source) AS rank FROM results WHERE views > 0 OR leads > 0
     )
     SELECT listed.nth, source, placement_name(requested.id, source) AS "placementName", views, leads FROM (
       SELECT nth::int, CASE WHEN rank <= ${MAX_LISTED} THEN source ELSE 'others' END AS source, sum(views)::int AS views, sum(leads)::int AS leads, min(rank) AS rank
       FROM ranked GROUP BY 1, 2
     ) listed JOIN requested ON requested.nth = listed.nth ORDER BY listed.nth, rank`,
    [
      requests.map(({ clientId }) => clientId),
      requests.map(({ days }) => days),
      requests.map(({ campaignId }) => campaignId),
      requests.map(({ until }) => until ?? null),
    ],
  );
  const results = requests.map((): SourceStats[] => []);
  for (const { nth, ...source } of rows) results[nth - 1]?.push(source);
  return results;
}
