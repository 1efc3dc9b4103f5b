import { Box, Button, Table } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';

/** A table's current sort order and the callback that changes it. */
export interface Sorting<Sort extends string> {
  by: Sort;
  descending: boolean;
  onSort: (by: Sort) => void;
}

interface ColumnHeaderProps<Sort extends string> {
  header: string;
  end: boolean | undefined;
  sort: Sort | undefined;
  sorting: Sorting<Sort> | undefined;
}

/** A column's header. Sortable columns show a button, except on phones, where the header is visually hidden. */
export function ColumnHeader<Sort extends string>({ header, end, sort, sorting }: ColumnHeaderProps<Sort>) {
  const cellProps = { role: 'columnheader', textAlign: end ? 'end' : 'start' } as const;
  if (!sorting || sort === undefined) return <Table.ColumnHeader {...cellProps}>{header}</Table.ColumnHeader>;
  const isSorted = sorting.by === sort;
  const Arrow = !isSorted ? ChevronsUpDown : sorting.descending ? ArrowDown : ArrowUp;
  return (
    <Table.ColumnHeader
      {...cellProps}
      aria-sort={isSorted ? (sorting.descending ? 'descending' : 'ascending') : 'none'}
    >
      <Box as="span" hideFrom="md">
        {header}
      </Box>
      <Button
        hideBelow="md"
        variant="plain"
        {...sortButtonStyle}
        color={isSorted ? 'fg' : 'fg.muted'}
        onClick={() => sorting.onSort(sort)}
      >
        {header}
        <Arrow aria-hidden="true" />
      </Button>
    </Table.ColumnHeader>
  );
}

const sortButtonStyle = {
  size: 'xs',
  height: '7',
  minHeight: '7',
  paddingX: '1.5',
  marginX: '-1.5',
  gap: '1',
  _hover: { color: 'fg', bg: 'bg.muted' },
  _icon: { boxSize: '3.5' },
} as const;
