import type { EntityManager } from 'typeorm';
import { MAX_LISTED } from '../stats/load-sources';
import type { DayRange } from '../stats/day-range.types';
import type { SourceStats } from '../stats/stats.types';
import { type DayFigures, type Figures, figureNames } from './analytics.types';

/** The column of `daily_figures` with a figure. */
const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Selects the figures of rows that an expression combines, such as `sum`. */
export const selectFigures = (combine: (column: string) => string) =>
  figureNames.map((name) => `${combine(columnOf(name))} AS "${name}"`).join(', ');

/**
 * Returns SQL of the first and the last day of a range, in the time zone of a client, or in UTC for the agency. All are
 * parameters.
 */
export const rangeOf = (days: string, until: string, clientId: string) =>
  `SELECT last - ${days}::int + 1 AS first, last FROM (SELECT coalesce(${until}::date, (now() AT TIME ZONE
     coalesce((SELECT time_zone FROM clients WHERE id = ${clientId}::uuid), 'UTC'))::date) AS last) ends`;

/** What figures are about: all clients, a client or a campaign, in a range of days. */
export interface AnalyticsScope {
  /** Null for all clients. */
  clientId: string | null;
  /** Null for all campaigns. */
  campaignId: string | null;
  range: DayRange;
}

/** Loads the figures of each day of a range. Its cost depends on the days only. */
export async function loadDays(
  db: EntityManager,
  { clientId, campaignId, range: { days, until } }: AnalyticsScope,
): Promise<DayFigures[]> {
  const scope = campaignId ? 'campaign' : clientId ? 'client' : 'agency';
  const rows = await db.query<({ day: string } & Figures)[]>(
    `WITH range AS (${rangeOf('$1', '$2', '$3')})
     SELECT to_char(range.first + n, 'YYYY-MM-DD') AS day, ${selectFigures((column) => `coalesce(f.${column}, 0)`)}
     FROM range CROSS JOIN generate_series(0, $1::int - 1) n
     LEFT JOIN daily_figures f ON f.scope = $4 AND f.day = range.first + n AND f.id = $5 ORDER BY n`,
    [days, until ?? null, clientId, scope, campaignId ?? clientId ?? ''],
  );
  return rows.map(({ day, ...figures }) => ({ day, figures }));
}

/** Sums the figures of days. */
export function sumOf(days: readonly DayFigures[]): Figures {
  const sum = (name: keyof Figures) => days.reduce((total, { figures }) => total + figures[name], 0);
  return Object.fromEntries(figureNames.map((name) => [name, sum(name)])) as unknown as Figures;
}

/** Loads the views and leads of all clients by source. */
export function loadAgencySources(db: EntityManager, { days, until }: DayRange): Promise<SourceStats[]> {
  return db.query<SourceStats[]>(
    `WITH range AS (${rangeOf('$1', '$2', 'NULL')}
     ), sums AS (
       SELECT id, sum(views) AS views, sum(leads) AS leads FROM daily_figures, range WHERE scope = 'source' AND day BETWEEN range.first AND range.last GROUP BY id
     ), ranked AS (
       SELECT *, row_number() OVER (ORDER BY id = 'others', leads DESC, views DESC, id) AS rank FROM sums WHERE views > 0 OR leads > 0
     )
     SELECT source, placement_name(NULL, source) AS "placementName", views, leads FROM (
       SELECT CASE WHEN rank <= ${MAX_LISTED} THEN id ELSE 'others' END AS source, sum(views)::int AS views, sum(leads)::int AS leads, min(rank) AS rank
       FROM ranked GROUP BY 1
     ) listed ORDER BY rank`,
    [days, until ?? null],
  );
}

/**
 * Loads a page of all sources with views or leads in a range, sorted by source.
 *
 * @param after the last source of the page before, or null for the first page
 */
export function loadSourcePage(
  db: EntityManager,
  { clientId, campaignId, range: { days, until } }: AnalyticsScope,
  after: string | null,
  limit: number,
): Promise<(SourceStats & { scans: number })[]> {
  const counts =
    clientId === null
      ? `SELECT id, views, leads FROM daily_figures, range WHERE scope = 'source' AND day BETWEEN range.first AND range.last`
      : `SELECT source, CASE kind WHEN 'views' THEN count ELSE 0 END, CASE kind WHEN 'leads' THEN count ELSE 0 END
         FROM range, campaigns JOIN source_counts ON campaign_id = campaigns.id
         WHERE client_id = $3 AND ($6::uuid IS NULL OR campaigns.id = $6) AND day BETWEEN range.first AND range.last`;
  return db.query<(SourceStats & { scans: number })[]>(
    `WITH range AS (${rangeOf('$1', '$2', '$3')}), counts (source, views, leads) AS (${counts})
     SELECT source, placement_name($3, source) AS "placementName", sum(views)::int AS views,
       CASE WHEN is_scan(source) THEN sum(views) ELSE 0 END::int AS scans, sum(leads)::int AS leads
     FROM counts WHERE $4::text IS NULL OR source > $4 GROUP BY source HAVING sum(views) > 0 OR sum(leads) > 0 ORDER BY source LIMIT $5`,
    [days, until ?? null, clientId, after, limit, ...(clientId === null ? [] : [campaignId])],
  );
}
