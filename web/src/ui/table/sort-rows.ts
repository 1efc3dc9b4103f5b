/** What a list is ordered by: a column's header, and which way. */
export interface Sort {
  header: string;
  descending: boolean;
}

/** What a row is ordered by: texts as people read them, numbers by size. */
export type SortKey<Row> = (row: Row) => string | number;

const texts = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The rows in that order; equal ones stay as they were. */
export function sortRows<Row>(rows: readonly Row[], key: SortKey<Row>, descending: boolean): Row[] {
  const way = descending ? -1 : 1;
  return rows.toSorted((a, b) => way * compare(key(a), key(b)));
}

const compare = (a: string | number, b: string | number) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : texts.compare(String(a), String(b));
