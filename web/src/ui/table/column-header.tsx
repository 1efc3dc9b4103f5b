import { Box, Button, Table } from '@chakra-ui/react';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';

/** What a table is sorted by, and how to have it sorted otherwise. */
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

/** The name of a column; a button where the table can be sorted by it. Out of sight on phones, it cannot be pressed there. */
export function ColumnHeader<Sort extends string>({ header, end, sort, sorting }: ColumnHeaderProps<Sort>) {
  const place = { role: 'columnheader', textAlign: end ? 'end' : 'start' } as const;
  if (!sorting || sort === undefined) return <Table.ColumnHeader {...place}>{header}</Table.ColumnHeader>;
  const isSorted = sorting.by === sort;
  const Arrow = !isSorted ? ChevronsUpDown : sorting.descending ? ArrowDown : ArrowUp;
  return (
    <Table.ColumnHeader {...place} aria-sort={isSorted ? (sorting.descending ? 'descending' : 'ascending') : 'none'}>
      <Box as="span" hideFrom="md">
        {header}
      </Box>
      <Button
        hideBelow="md"
        variant="plain"
        {...plain}
        color={isSorted ? 'fg' : 'fg.muted'}
        onClick={() => sorting.onSort(sort)}
      >
        {header}
        <Arrow aria-hidden="true" />
      </Button>
    </Table.ColumnHeader>
  );
}

const plain = {
  size: 'xs',
  height: '7',
  minHeight: '7',
  paddingX: '1.5',
  marginX: '-1.5',
  gap: '1',
  _hover: { color: 'fg', bg: 'bg.muted' },
  _icon: { boxSize: '3.5' },
} as const;
