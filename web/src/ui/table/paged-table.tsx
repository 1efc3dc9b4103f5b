import { Box, Stack } from '@chakra-ui/react';
import { useState } from 'react';
import { type Column, DataTable, type DataTableProps } from './data-table';
import { Pager } from './pager';
import { Select } from '../form/select';
import { type Sort, type SortKey, sortRows } from './sort-rows';

const PAGE_SIZE = 25;

/** One column, and what the list is ordered by under it. */
export interface PagedColumn<Row> extends Column<Row> {
  sortBy?: SortKey<Row>;
}

interface PagedTableProps<Row> extends Omit<DataTableProps<Row, string>, 'columns' | 'sorting'> {
  columns: ReadonlyArray<PagedColumn<Row>>;
  /** The order it opens in; without one, the order given. */
  firstSort?: Sort;
  /** What the rows were chosen by: when it changes, the first page shows. */
  chosenBy?: string;
}

/** A list that is here as a whole: ordered by its columns, and shown a page at a time. */
export function PagedTable<Row>({ rows, columns, firstSort, chosenBy = '', ...table }: PagedTableProps<Row>) {
  const [sort, setSort] = useState(firstSort);
  const [offset, setOffset] = useState(0);
  const [shown, setShown] = useState(chosenBy);
  if (shown !== chosenBy) {
    setShown(chosenBy);
    setOffset(0);
  }
  const order = (next: Sort | undefined) => {
    setSort(next);
    setOffset(0);
  };
  const sortBy = columns.find(({ header }) => header === sort?.header)?.sortBy;
  const sorted = rows && sort && sortBy ? sortRows(rows, sortBy, sort.descending) : rows;
  const total = rows?.length ?? 0;
  // The last row of the last page may have been deleted.
  const from = Math.min(offset, Math.max(0, Math.ceil(total / PAGE_SIZE) - 1) * PAGE_SIZE);
  return (
    <Stack gap="4">
      {total > 1 && <SortSelect columns={columns} sort={sort} onSort={order} />}
      <DataTable
        {...table}
        columns={columns.map(({ sortBy: key, ...column }) => (key ? { ...column, sort: column.header } : column))}
        rows={sorted?.slice(from, from + PAGE_SIZE)}
        sorting={{
          by: sort?.header ?? '',
          descending: sort?.descending ?? false,
          // Whom numbers are asked of is looked for at their largest.
          onSort: (header) =>
            order({
              header,
              descending:
                sort?.header === header ? !sort.descending : columns.some((one) => one.header === header && one.end),
            }),
        }}
      />
      <Pager offset={from} size={PAGE_SIZE} total={total} onMove={setOffset} />
    </Stack>
  );
}

interface SortSelectProps<Row> {
  columns: ReadonlyArray<PagedColumn<Row>>;
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
}

/** On phones, where a table has no header to press. */
function SortSelect<Row>({ columns, sort, onSort }: SortSelectProps<Row>) {
  const options = columns
    .filter(({ sortBy }) => sortBy)
    .map(({ header, end }) => ({
      value: header,
      label: `Sort by ${header}${end ? ', most first' : ''}`,
      descending: end === true,
    }));
  return (
    <Box hideFrom="md">
      <Select
        aria-label="Sort by"
        bg="bg.panel"
        options={[{ value: '', label: 'Sort by…' }, ...options]}
        value={sort?.header ?? ''}
        onChange={({ target }) => {
          const chosen = options.find(({ value }) => value === target.value);
          onSort(chosen && { header: chosen.value, descending: chosen.descending });
        }}
      />
    </Box>
  );
}
