import type { EntityManager } from 'typeorm';
import { OrderDirection } from '../api/connections/ordering';
import type { CsvPart } from '../api/csv-part.types';
import { toCsv } from '../api/to-csv';
import { type AnalyticsRowArgs, findAnalyticsRows } from './analytics.connection';
import type { Figures } from './analytics.types';
import { type AnalyticsScope, loadDays, loadSourcePage } from './load-analytics';

/** Clients, campaigns or sources in one part of a file. */
const PART_SIZE = 500;

const headers: Record<keyof Figures, string> = {
  views: 'Views',
  scans: 'QR scans',
  leads: 'Leads',
  contacted: 'Contacted',
  qualified: 'Qualified or converted',
  converted: 'Converted',
  replied: 'Replied',
  repliedInHour: 'Replied within an hour',
  repliedInDay: 'Replied within a day',
  messages: 'Messages',
  replies: 'Replies',
  optOuts: 'Opt-outs',
};
const figures = Object.keys(headers) as (keyof Figures)[];
const cellsOf = (row: Figures) => figures.map((figure) => String(row[figure]));

/** Writes a part of a comparison as CSV, with a row for each client or campaign, sorted by name. */
export async function analyticsCsv(
  db: EntityManager,
  { by, range, filter, after }: AnalyticsRowArgs,
): Promise<CsvPart> {
  const orderBy = { field: 'name', direction: OrderDirection.asc };
  const { nodes, pageInfo } = await findAnalyticsRows(db, { by, range, filter, orderBy, first: PART_SIZE, after });
  const rows = nodes.map((row) => [row.name, row.id, ...cellsOf(row.figures)]);
  const head = ['Name', 'ID', ...Object.values(headers)];
  return {
    csv: toCsv(after == null ? [head, ...rows] : rows, after == null),
    nextCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
  };
}

/** Writes the figures of each day of a range as CSV. A range is short enough for one part. */
export async function daysCsv(db: EntityManager, scope: AnalyticsScope): Promise<CsvPart> {
  const rows = (await loadDays(db, scope)).map((row) => [row.day, ...cellsOf(row.figures)]);
  return { csv: toCsv([['Day', ...Object.values(headers)], ...rows], true), nextCursor: null };
}

/**
 * Writes a part of the sources as CSV, sorted by source.
 *
 * @param after the last source of the part before, or null for the first part
 */
export async function sourcesCsv(db: EntityManager, scope: AnalyticsScope, after: string | null): Promise<CsvPart> {
  const found = await loadSourcePage(db, scope, after, PART_SIZE + 1);
  const listed = found.slice(0, PART_SIZE);
  const rows = listed.map(({ source, placementName, views, scans, leads }) => [
    source,
    placementName ?? '',
    ...[views, scans, leads].map(String),
  ]);
  const head = ['Source', 'Placement', headers.views, headers.scans, headers.leads];
  return {
    csv: toCsv(after === null ? [head, ...rows] : rows, after === null),
    nextCursor: found.length > PART_SIZE ? listed.at(-1)!.source : null,
  };
}
