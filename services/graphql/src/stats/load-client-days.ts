import type { EntityManager } from 'typeorm';
import type { ClientDay } from './stats.types';

/** A request for the daily figures of one client. */
export interface ClientDaysRequest {
  clientId: string;
  days: number;
  /** The last day, or null for today. */
  until?: string | null;
}

/**
 * Loads the daily figures of many clients in one statement, from `source_counts`. Days without activity are included.
 */
export async function loadClientDays(
  db: EntityManager,
  requests: readonly ClientDaysRequest[],
): Promise<ClientDay[][]> {
  const rows = await db.query<({ nth: number } & ClientDay)[]>(
    `WITH requested AS (
       SELECT request.nth, request.days, c.id, coalesce(request.until, (now() AT TIME ZONE c.time_zone)::date) - request.days + 1 AS first
       FROM unnest($1::uuid[], $2::int[], $3::date[]) WITH ORDINALITY AS request (id, days, until, nth) JOIN clients c ON c.id = request.id
     ), activity AS (
       SELECT r.nth, s.day, sum(s.count) FILTER (WHERE s.kind = 'leads') AS leads, sum(s.count) FILTER (WHERE s.kind = 'views') AS views,
         sum(s.count) FILTER (WHERE s.kind = 'views' AND is_scan(s.source)) AS scans
       FROM requested r JOIN campaigns c ON c.client_id = r.id JOIN source_counts s ON s.campaign_id = c.id AND s.day BETWEEN r.first AND r.first + r.days - 1 GROUP BY 1, 2
     )
     SELECT r.nth::int, to_char(r.first + d.n, 'YYYY-MM-DD') AS day,
       coalesce(a.leads, 0)::int AS leads, coalesce(a.views, 0)::int AS views, coalesce(a.scans, 0)::int AS scans
     FROM requested r CROSS JOIN LATERAL generate_series(0, r.days - 1) AS d (n)
     LEFT JOIN activity a ON a.nth = r.nth AND a.day = r.first + d.n
     ORDER BY r.nth, d.n`,
    [
      requests.map(({ clientId }) => clientId),
      requests.map(({ days }) => days),
      requests.map(({ until }) => until ?? null),
    ],
  );
  const results = requests.map((): ClientDay[] => []);
  for (const { nth, ...day } of rows) results[nth - 1]?.push(day);
  return results;
}
