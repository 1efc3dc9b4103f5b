import {
  type ColumnDef,
  columnVisibilityFeature,
  createPaginatedRowModel,
  createSortedRowModel,
  metaHelper,
  type ReactTable,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  type SortFn,
  tableFeatures,
  type TableOptions,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useMemo } from 'react';

/** One column of a table; on phones, one line of a card. */
export interface Column<Row> {
  header: string;
  /** The column's name in the sort order and among the hidden columns. Defaults to the header. */
  id?: string;
  /** The value that rows are sorted by. Columns without it cannot be sorted. */
  sortBy?: (row: Row) => string | number | null;
  /** Whether the largest value comes first when the column is first sorted. Columns with numbers do so. */
  descendingFirst?: boolean;
  cell: (row: Row) => ReactNode;
  /** Aligns the cell to the end, for numbers and actions. */
  alignEnd?: boolean;
  /** The cell with the row's buttons. They are muted until the row is hovered or has the focus. */
  actions?: boolean;
  /** The cell that names the row. On phones it is the card's title and has no label. */
  primary?: boolean;
}

const features = tableFeatures({
  rowSortingFeature,
  rowPaginationFeature,
  columnVisibilityFeature,
  rowSelectionFeature,
  sortedRowModel: createSortedRowModel(),
  paginatedRowModel: createPaginatedRowModel(),
  columnMeta: metaHelper<Column<never>>(),
});

/** A table of TanStack Table with the features that this app uses. */
export type DataTableModel<Row> = ReactTable<typeof features, Row & object>;

interface DataTableData<Row> {
  columns: ReadonlyArray<Column<Row>>;
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
}

const noRows: never[] = [];

/** Creates the model of a table. By default, its rows keep the order that they are given in, on one page. */
export function useDataTable<Row>(
  { columns, rows, rowKey }: DataTableData<Row>,
  options: Partial<TableOptions<typeof features, Row & object>> = {},
): DataTableModel<Row> {
  return useTable<typeof features, Row & object>({
    features,
    data: (rows as readonly (Row & object)[] | undefined) ?? noRows,
    columns: useMemo(() => columns.map(toColumnDef), [columns]),
    getRowId: rowKey,
    enableSortingRemoval: false,
    enableMultiSort: false,
    autoResetPageIndex: false,
    ...options,
  });
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const toColumnDef = <Row>(column: Column<Row>): ColumnDef<typeof features, Row & object> => ({
  id: column.id ?? column.header,
  ...(column.sortBy && { accessorFn: column.sortBy }),
  sortFn: compare as SortFn<typeof features, Row & object>,
  sortDescFirst: column.descendingFirst ?? column.alignEnd ?? false,
  meta: column as Column<never>,
});

interface Values {
  getValue: (id: string) => unknown;
}

/** Compares numbers by size, and texts as people do: case-insensitively, with the numbers in them by size. */
const compare = (one: Values, other: Values, id: string): number => {
  const [a, b] = [one.getValue(id), other.getValue(id)];
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
};
