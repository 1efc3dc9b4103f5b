import { Box, Stack } from '@chakra-ui/react';
import { useState } from 'react';
import { type Column, DataTable, type DataTableProps } from './data-table';
import { Pager } from './pager';
import { Select } from '../form/select';
import { type SortOrder, type SortKey, sortRows } from './sort-rows';

const PAGE_SIZE = 25;

/** A column with the value that its rows are sorted by. */
export interface PagedColumn<Row> extends Column<Row> {
  sortBy?: SortKey<Row>;
}

interface PagedTableProps<Row> extends Omit<DataTableProps<Row, string>, 'columns' | 'sorting'> {
  columns: ReadonlyArray<PagedColumn<Row>>;
  /** The initial sort order. Without it, the rows keep their given order. */
  initialSort?: SortOrder;
  /** The filter that produced the rows. The first page is shown when it changes. */
  filterKey?: string;
}

/** A table that sorts and pages a complete list in the browser. */
export function PagedTable<Row>({ rows, columns, initialSort, filterKey = '', ...table }: PagedTableProps<Row>) {
  const [sort, setSort] = useState(initialSort);
  const [offset, setOffset] = useState(0);
  const [shownFilter, setShownFilter] = useState(filterKey);
  if (shownFilter !== filterKey) {
    setShownFilter(filterKey);
    setOffset(0);
  }
  const changeSort = (next: SortOrder | undefined) => {
    setSort(next);
    setOffset(0);
  };
  const sortBy = columns.find(({ header }) => header === sort?.header)?.sortBy;
  const sorted = rows && sort && sortBy ? sortRows(rows, sortBy, sort.descending) : rows;
  const total = rows?.length ?? 0;
  // The last row of the last page may have been deleted.
  const start = Math.min(offset, Math.max(0, Math.ceil(total / PAGE_SIZE) - 1) * PAGE_SIZE);
  return (
    <Stack gap="4">
      {total > 1 && <SortSelect columns={columns} sort={sort} onSort={changeSort} />}
      <DataTable
        {...table}
        columns={columns.map(({ sortBy: key, ...column }) => (key ? { ...column, sort: column.header } : column))}
        rows={sorted?.slice(start, start + PAGE_SIZE)}
        sorting={{
          by: sort?.header ?? '',
          descending: sort?.descending ?? false,
          // Number columns start with the largest values.
          onSort: (header) =>
            changeSort({
              header,
              descending:
                sort?.header === header
                  ? !sort.descending
                  : columns.some((column) => column.header === header && column.alignEnd),
            }),
        }}
      />
      <Pager offset={start} size={PAGE_SIZE} total={total} onMove={setOffset} />
    </Stack>
  );
}

interface SortSelectProps<Row> {
  columns: ReadonlyArray<PagedColumn<Row>>;
  sort: SortOrder | undefined;
  onSort: (sort: SortOrder | undefined) => void;
}

/** The sort control on phones, where the table has no visible header. */
function SortSelect<Row>({ columns, sort, onSort }: SortSelectProps<Row>) {
  const options = columns
    .filter(({ sortBy }) => sortBy)
    .map(({ header, alignEnd }) => ({
      value: header,
      label: `Sort by ${header}${alignEnd ? ', highest first' : ''}`,
      descending: alignEnd === true,
    }));
  return (
    <Box hideFrom="md">
      <Select
        aria-label="Sort by"
        bg="bg.panel"
        options={[{ value: '', label: 'Sort by…' }, ...options]}
        value={sort?.header ?? ''}
        onChange={({ target }) => {
          const option = options.find(({ value }) => value === target.value);
          onSort(option && { header: option.value, descending: option.descending });
        }}
      />
    </Box>
  );
}
