import type { EntityManager } from 'typeorm';
import type { ClientDay } from './stats.types';

/** The last so many days of one client. */
export interface DaysWanted {
  clientId: string;
  days: number;
}

/** What each of the last days brought many clients, each in its own time zone, in one statement; a day without anything is there too. */
export async function loadClientDays(db: EntityManager, wanted: readonly DaysWanted[]): Promise<ClientDay[][]> {
  const rows = await db.query<({ nth: number } & ClientDay)[]>(
    `WITH wanted AS (
       SELECT asked.nth, asked.days, c.id, c.time_zone, (now() AT TIME ZONE c.time_zone)::date - asked.days + 1 AS first
       FROM unnest($1::uuid[], $2::int[]) WITH ORDINALITY AS asked (id, days, nth) JOIN clients c ON c.id = asked.id
     ), happened AS (
       SELECT w.nth, (l.created_at AT TIME ZONE w.time_zone)::date AS day, count(*) AS leads, 0 AS views, 0 AS scans
       FROM wanted w JOIN leads l ON l.client_id = w.id AND l.created_at >= w.first::timestamp AT TIME ZONE w.time_zone AND NOT l.held GROUP BY 1, 2
       UNION ALL
       SELECT w.nth, (v.created_at AT TIME ZONE w.time_zone)::date, 0, count(*), count(*) FILTER (WHERE v.source = 'qr')
       FROM wanted w JOIN campaigns c ON c.client_id = w.id
       JOIN views v ON v.campaign_id = c.id AND v.created_at >= w.first::timestamp AT TIME ZONE w.time_zone GROUP BY 1, 2
     )
     SELECT w.nth::int, to_char(w.first + d.n, 'YYYY-MM-DD') AS day,
       coalesce(sum(h.leads), 0)::int AS leads, coalesce(sum(h.views), 0)::int AS views, coalesce(sum(h.scans), 0)::int AS scans
     FROM wanted w CROSS JOIN LATERAL generate_series(0, w.days - 1) AS d (n)
     LEFT JOIN happened h ON h.nth = w.nth AND h.day = w.first + d.n
     GROUP BY w.nth, w.first, d.n ORDER BY w.nth, d.n`,
    [wanted.map(({ clientId }) => clientId), wanted.map(({ days }) => days)],
  );
  const found = wanted.map((): ClientDay[] => []);
  for (const { nth, ...day } of rows) found[nth - 1]?.push(day);
  return found;
}
