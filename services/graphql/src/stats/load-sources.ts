import type { EntityManager } from 'typeorm';
import type { SourceResult } from './stats.types';

/** The last so many days of one client, or of one of its campaigns. */
export interface SourcesWanted {
  clientId: string;
  days: number;
  campaignId: string | null;
}

/** Sources that are told one by one; a robot can make up any number. */
const MOST_TOLD = 20;

/**
 * What each source brought many clients, each in its own time zone, in one statement. Whole UTC days were counted as they came; what is read is the rest of the
 * day on which the period begins.
 */
export async function loadSources(db: EntityManager, wanted: readonly SourcesWanted[]): Promise<SourceResult[][]> {
  const rows = await db.query<({ nth: number } & SourceResult)[]>(
    `WITH wanted AS (
       SELECT asked.nth, c.id, asked.campaign_id, ((now() AT TIME ZONE c.time_zone)::date - asked.days + 1)::timestamp AT TIME ZONE c.time_zone AS since
       FROM unnest($1::uuid[], $2::int[], $3::uuid[]) WITH ORDINALITY AS asked (id, days, campaign_id, nth) JOIN clients c ON c.id = asked.id
     ), places AS (
       SELECT w.nth, w.since, k.id, (w.since AT TIME ZONE 'UTC' + interval '1 day' - interval '1 microsecond')::date AS first
       FROM wanted w JOIN campaigns k ON k.client_id = w.id AND (w.campaign_id IS NULL OR k.id = w.campaign_id)
     ), counted AS (
       SELECT p.nth, s.source, s.kind, s.n FROM places p JOIN source_counts s ON s.campaign_id = p.id AND s.day >= p.first
       UNION ALL
       SELECT p.nth, coalesce(v.source, 'direct'), 'views', count(*)
       FROM places p JOIN views v ON v.campaign_id = p.id AND v.created_at >= p.since AND v.created_at < p.first::timestamp AT TIME ZONE 'UTC' GROUP BY 1, 2
       UNION ALL
       SELECT p.nth, coalesce(l.source, 'direct'), 'leads', count(*)
       FROM places p JOIN leads l ON l.campaign_id = p.id AND l.created_at >= p.since AND l.created_at < p.first::timestamp AT TIME ZONE 'UTC' AND NOT l.held GROUP BY 1, 2
     ), results AS (
       SELECT nth, source, coalesce(sum(n) FILTER (WHERE kind = 'views'), 0) AS views, coalesce(sum(n) FILTER (WHERE kind = 'leads'), 0) AS leads
       FROM counted GROUP BY nth, source
     ), ranked AS (
       SELECT *, row_number() OVER (PARTITION BY nth ORDER BY leads DESC, views DESC, source) AS place FROM results WHERE views > 0 OR leads > 0
     )
     SELECT nth::int, CASE WHEN place <= ${MOST_TOLD} THEN source ELSE 'others' END AS source, sum(views)::int AS views, sum(leads)::int AS leads
     FROM ranked GROUP BY 1, 2 ORDER BY nth, min(place)`,
    [
      wanted.map(({ clientId }) => clientId),
      wanted.map(({ days }) => days),
      wanted.map(({ campaignId }) => campaignId),
    ],
  );
  const found = wanted.map((): SourceResult[] => []);
  for (const { nth, ...source } of rows) found[nth - 1]?.push(source);
  return found;
}
