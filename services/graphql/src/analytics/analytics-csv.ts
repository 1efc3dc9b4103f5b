import type { EntityManager } from 'typeorm';
import { OrderDirection } from '../api/connections/ordering';
import type { CsvPart } from '../api/csv-part.types';
import { toCsv } from '../api/to-csv';
import { type AnalyticsRowArgs, findAnalyticsRows } from './analytics.connection';
import type { Figures } from './analytics.types';

/** Clients or campaigns in one part of the file. */
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

/** Writes a part of a comparison as CSV, with a row for each client or campaign, sorted by name. */
export async function analyticsCsv(
  db: EntityManager,
  { by, range, filter, after }: AnalyticsRowArgs,
): Promise<CsvPart> {
  const orderBy = { field: 'name', direction: OrderDirection.asc };
  const { nodes, pageInfo } = await findAnalyticsRows(db, { by, range, filter, orderBy, first: PART_SIZE, after });
  const rows = nodes.map((row) => [row.name, row.id, ...figures.map((figure) => String(row.figures[figure]))]);
  const head = ['Name', 'ID', ...Object.values(headers)];
  return {
    csv: toCsv(after == null ? [head, ...rows] : rows, after == null),
    nextCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
  };
}
