import { Box, Button, Table } from '@chakra-ui/react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DataTableModel } from './use-data-table';

interface ColumnHeaderProps<Row> {
  column: ReturnType<DataTableModel<Row>['getVisibleLeafColumns']>[number];
  /** What stands before the header. */
  children?: ReactNode;
}

/** A column's header. Sortable columns show a button, except on phones, where the header is visually hidden. */
export function ColumnHeader<Row>({ column, children }: ColumnHeaderProps<Row>) {
  const { header, alignEnd, actions } = column.columnDef.meta!;
  const cellProps = { role: 'columnheader', textAlign: alignEnd || actions ? 'end' : 'start' } as const;
  if (!column.getCanSort())
    return (
      <Table.ColumnHeader {...cellProps}>
        {children}
        {header}
      </Table.ColumnHeader>
    );
  const sorted = column.getIsSorted();
  const Arrow = sorted === 'desc' ? ArrowDown : ArrowUp;
  return (
    <Table.ColumnHeader {...cellProps} aria-sort={sorted ? (sorted === 'desc' ? 'descending' : 'ascending') : 'none'}>
      {children}
      <Box as="span" hideFrom="md">
        {header}
      </Box>
      <Button
        hideBelow="md"
        variant="plain"
        {...sortButtonStyle}
        color={sorted ? 'fg' : 'fg.muted'}
        onClick={column.getToggleSortingHandler()}
      >
        {header}
        {sorted && <Arrow aria-hidden="true" />}
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
