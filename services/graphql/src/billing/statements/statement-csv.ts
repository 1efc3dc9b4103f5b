import type { EntityManager } from 'typeorm';
import { findConnection } from '../../api/connections/connections';
import { OrderDirection } from '../../api/connections/ordering';
import type { CsvPart } from '../../api/csv-part.types';
import { toCsv } from '../../api/to-csv';
import { usageList } from '../usage.connection';
import { type BilledUsage, type LoadedStatement, toStatement } from './load-statement';
import { itemNames } from './statement-text';

/** Clients in one part of the file. */
const PART_SIZE = 1_000;

/** Writes a statement as CSV: a row for each line, and the total. */
export function statementCsv({ businessName, month, status, currency, lines, total }: LoadedStatement): string {
  const common = [businessName, month, status];
  return toCsv(
    [
      ['Client', 'Month', 'Status', 'Item', 'Quantity', 'Rate', 'Amount', 'Currency'],
      ...lines.map(({ item, quantity, rate, amount }) => [
        ...common,
        itemNames[item],
        String(quantity),
        rate ?? '',
        amount ?? '',
        currency ?? '',
      ]),
      [...common, 'Total', '', '', total ?? '', currency ?? ''],
    ],
    true,
  );
}

/** Writes a part of the statements of all clients as CSV, with a row for each client, sorted by name. */
export async function statementsCsv(
  db: EntityManager,
  month: string | null | undefined,
  after: string | null | undefined,
): Promise<CsvPart> {
  const orderBy = { field: 'businessName', direction: OrderDirection.asc };
  const list = usageList({ month, orderBy });
  const { nodes, pageInfo } = await findConnection(db, list, { first: PART_SIZE, after });
  const rows = nodes.map((row) => {
    const { businessName, status, currency, lines, total } = toStatement(row as BilledUsage);
    const [fee, leads, segments] = lines.map(({ quantity, rate, amount }) => [
      String(quantity),
      rate ?? '',
      amount ?? '',
    ]);
    return [businessName, row.id, row.month, status, fee![2]!, ...leads!, ...segments!, total ?? '', currency ?? ''];
  });
  const head = [
    ...['Client', 'Client ID', 'Month', 'Status', 'Base fee', 'Leads', 'Rate per lead', 'Amount of leads'],
    ...['Segments', 'Rate per segment', 'Amount of segments', 'Total', 'Currency'],
  ];
  return {
    csv: toCsv(after == null ? [head, ...rows] : rows, after == null),
    nextCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
  };
}
