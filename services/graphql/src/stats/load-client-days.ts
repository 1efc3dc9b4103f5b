import type { EntityManager } from 'typeorm';
import type { ClientDay } from './stats.types';

/** A request for the daily figures of one client. */
export interface ClientDaysRequest {
  clientId: string;
  days: number;
}

/**
 * Loads the daily figures of many clients in one statement. Days are those of each client's time zone, and days without
 * activity are included.
 */
export async function loadClientDays(
  db: EntityManager,
  requests: readonly ClientDaysRequest[],
): Promise<ClientDay[][]> {
  const rows = await db.query<({ nth: number } & ClientDay)[]>(
    `WITH requested AS (
       SELECT request.nth, request.days, c.id, c.time_zone, (now() AT TIME ZONE c.time_zone)::date - request.days + 1 AS first
       FROM unnest($1::uuid[], $2::int[]) WITH ORDINALITY AS request (id, days, nth) JOIN clients c ON c.id = request.id
     ), activity AS (
       SELECT r.nth, (l.created_at AT TIME ZONE r.time_zone)::date AS day, count(*) AS leads, 0 AS views, 0 AS scans
       FROM requested r JOIN leads l ON l.client_id = r.id AND l.created_at >= r.first::timestamp AT TIME ZONE r.time_zone AND NOT l.held GROUP BY 1, 2
       UNION ALL
       SELECT r.nth, (v.created_at AT TIME ZONE r.time_zone)::date, 0, count(*), count(*) FILTER (WHERE v.source = 'qr')
       FROM requested r JOIN campaigns c ON c.client_id = r.id
       JOIN views v ON v.campaign_id = c.id AND v.created_at >= r.first::timestamp AT TIME ZONE r.time_zone GROUP BY 1, 2
     )
     SELECT r.nth::int, to_char(r.first + d.n, 'YYYY-MM-DD') AS day,
       coalesce(sum(a.leads), 0)::int AS leads, coalesce(sum(a.views), 0)::int AS views, coalesce(sum(a.scans), 0)::int AS scans
     FROM requested r CROSS JOIN LATERAL generate_series(0, r.days - 1) AS d (n)
     LEFT JOIN activity a ON a.nth = r.nth AND a.day = r.first + d.n
     GROUP BY r.nth, r.first, d.n ORDER BY r.nth, d.n`,
    [requests.map(({ clientId }) => clientId), requests.map(({ days }) => days)],
  );
  const results = requests.map((): ClientDay[] => []);
  for (const { nth, ...day } of rows) results[nth - 1]?.push(day);
  return results;
}
