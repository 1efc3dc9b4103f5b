/** A sort order: the column's header and the direction. */
export interface SortOrder {
  header: string;
  descending: boolean;
}

/** Returns the value that a row is sorted by. */
export type SortKey<Row> = (row: Row) => string | number;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Returns the rows sorted by `key`. Equal rows keep their order. */
export function sortRows<Row>(rows: readonly Row[], key: SortKey<Row>, descending: boolean): Row[] {
  const direction = descending ? -1 : 1;
  return rows.toSorted((a, b) => direction * compare(key(a), key(b)));
}

const compare = (a: string | number, b: string | number) =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
