import { Box, Stack } from '@chakra-ui/react';
import type { ColumnSort, SortingState } from '@tanstack/react-table';
import { useState } from 'react';
import { Select } from '../form/select';
import { type DataTableProps, TableView } from './data-table';
import { Pager } from './pager';
import { type DataTableModel, useDataTable } from './use-data-table';

const PAGE_SIZE = 25;

interface PagedTableProps<Row> extends DataTableProps<Row> {
  /** The initial sort order. Without it, the rows keep their given order. */
  initialSort?: ColumnSort;
  /** The filter that produced the rows. The first page is shown when it changes. */
  filterKey?: string;
}

/** A table that sorts and pages a complete list in the browser. */
export function PagedTable<Row>({ rows, columns, rowKey, initialSort, filterKey = '', ...view }: PagedTableProps<Row>) {
  const [sorting, setSorting] = useState<SortingState>(initialSort ? [initialSort] : []);
  const [chosenPage, setChosenPage] = useState(0);
  const [shownFilter, setShownFilter] = useState(filterKey);
  if (shownFilter !== filterKey) {
    setShownFilter(filterKey);
    setChosenPage(0);
  }
  const total = rows?.length ?? 0;
  // The last row of the last page may have been deleted.
  const pageIndex = Math.min(chosenPage, Math.max(0, Math.ceil(total / PAGE_SIZE) - 1));
  const table = useDataTable(
    { columns, rows, rowKey },
    {
      state: { sorting, pagination: { pageIndex, pageSize: PAGE_SIZE } },
      onSortingChange: (update) => {
        setSorting(update);
        setChosenPage(0);
      },
    },
  );
  return (
    <Stack gap="4">
      {total > 1 && <SortSelect table={table} sorting={sorting} />}
      <TableView {...view} table={table} isLoaded={rows !== undefined} />
      <Pager
        offset={pageIndex * PAGE_SIZE}
        size={PAGE_SIZE}
        total={total}
        onMove={(offset) => setChosenPage(offset / PAGE_SIZE)}
      />
    </Stack>
  );
}

/** The sort control on phones, where the table has no visible header. */
function SortSelect<Row>({ table, sorting }: { table: DataTableModel<Row>; sorting: SortingState }) {
  const columns = table.getAllLeafColumns().filter((column) => column.getCanSort());
  const options = columns.map(({ id, columnDef: { meta } }) => ({
    value: id,
    label: `Sort by ${meta!.header}${meta!.alignEnd ? ', highest first' : ''}`,
  }));
  return (
    <Box hideFrom="md">
      <Select
        aria-label="Sort by"
        bg="bg.panel"
        options={[{ value: '', label: 'Sort by…' }, ...options]}
        value={sorting[0]?.id ?? ''}
        onChange={({ target: { value } }) => {
          const column = columns.find(({ id }) => id === value);
          table.setSorting(column ? [{ id: value, desc: column.getFirstSortDir() === 'desc' }] : []);
        }}
      />
    </Box>
  );
}
