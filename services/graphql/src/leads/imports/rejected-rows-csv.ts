import type { EntityManager } from 'typeorm';
import { fieldError } from '../../api/errors';
import type { CsvPart } from '../../api/csv-part.types';
import { toCsv } from '../../api/to-csv';
import type { LeadImport } from './lead-import.entity';

/** Rows in one part of the file. */
const PART_SIZE = 1_000;

/** Writes a part of the rows of an import that have a problem as CSV, in the order of the file. */
export async function rejectedRowsCsv(
  db: EntityManager,
  { id, columns }: LeadImport,
  after?: string | null,
): Promise<CsvPart> {
  if (after != null && !/^\d{1,6}$/.test(after)) throw fieldError('after', 'after: Send the nextCursor of a part.');
  const rows = await db.query<{ position: number; cells: string[]; problem: string }[]>(
    `SELECT position, cells, problem FROM lead_import_rows
     WHERE import_id = $1 AND position > $2 AND problem IS NOT NULL ORDER BY position LIMIT ${PART_SIZE}`,
    [id, Number(after ?? -1)],
  );
  const head = ['Row', 'Problem', ...columns.map(({ name }) => name)];
  const lines = rows.map(({ position, cells, problem }) => [
    String(position + 2),
    problem,
    ...columns.map((_, index) => cells[index] ?? ''),
    // What a row has beyond its columns.
    ...cells.slice(columns.length),
  ]);
  return {
    csv: toCsv(after == null ? [head, ...lines] : lines, after == null),
    nextCursor: rows.length === PART_SIZE ? String(rows.at(-1)!.position) : null,
  };
}
