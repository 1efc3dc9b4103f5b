import type { EntityManager } from 'typeorm';
import type { SourceStats } from './stats.types';

/** A request for the sources of one client, or of one of its campaigns. */
export interface SourcesKey {
  clientId: string;
  days: number;
  campaignId: string | null;
}

/** Sources that are listed individually. Anyone can invent sources, so the rest is combined. */
const MAX_LISTED = 20;

/**
 * Loads the views and leads per source of many clients in one statement, each in its own time zone. Whole UTC days come
 * from `source_counts`; only the remainder of the first day is counted from the rows.
 */
export async function loadSources(db: EntityManager, requests: readonly SourcesKey[]): Promise<SourceStats[][]> {
  const rows = await db.query<({ nth: number } & SourceStats)[]>(
    `WITH requested AS (
       SELECT request.nth, c.id, request.campaign_id, ((now() AT TIME ZONE c.time_zone)::date - request.days + 1)::timestamp AT TIME ZONE c.time_zone AS since
       FROM unnest($1::uuid[], $2::int[], $3::uuid[]) WITH ORDINALITY AS request (id, days, campaign_id, nth) JOIN clients c ON c.id = request.id
     ), periods AS (
       SELECT r.nth, r.since, k.id, (r.since AT TIME ZONE 'UTC' + interval '1 day' - interval '1 microsecond')::date AS first
       FROM requested r JOIN campaigns k ON k.client_id = r.id AND (r.campaign_id IS NULL OR k.id = r.campaign_id)
     ), counted AS (
       SELECT p.nth, s.source, s.kind, s.count AS n FROM periods p JOIN source_counts s ON s.campaign_id = p.id AND s.day >= p.first
       UNION ALL
       SELECT p.nth, coalesce(v.source, 'direct'), 'views', count(*)
       FROM periods p JOIN views v ON v.campaign_id = p.id AND v.created_at >= p.since AND v.created_at < p.first::timestamp AT TIME ZONE 'UTC' GROUP BY 1, 2
       UNION ALL
       SELECT p.nth, coalesce(l.source, 'direct'), 'leads', count(*)
       FROM periods p JOIN leads l ON l.campaign_id = p.id AND l.created_at >= p.since AND l.created_at < p.first::timestamp AT TIME ZONE 'UTC' AND NOT l.held GROUP BY 1, 2
     ), results AS (
       SELECT nth, source, coalesce(sum(n) FILTER (WHERE kind = 'views'), 0) AS views, coalesce(sum(n) FILTER (WHERE kind = 'leads'), 0) AS leads
       FROM counted GROUP BY nth, source
     ), ranked AS (
       SELECT *, row_number() OVER (PARTITION BY nth ORDER BY leads DESC, views DESC, source) AS rank FROM results WHERE views > 0 OR leads > 0
     )
     SELECT nth::int, CASE WHEN rank <= ${MAX_LISTED} THEN source ELSE 'others' END AS source, sum(views)::int AS views, sum(leads)::int AS leads
     FROM ranked GROUP BY 1, 2 ORDER BY nth, min(rank)`,
    [
      requests.map(({ clientId }) => clientId),
      requests.map(({ days }) => days),
      requests.map(({ campaignId }) => campaignId),
    ],
  );
  const results = requests.map((): SourceStats[] => []);
  for (const { nth, ...source } of rows) results[nth - 1]?.push(source);
  return results;
}
