import { HStack, Skeleton, type SystemStyleObject, Table } from '@chakra-ui/react';
import { type ChangeEvent, type KeyboardEvent, memo, type ReactNode, useMemo } from 'react';
import { LoadError } from '../feedback/load-error';
import { NameSkeleton } from '../data/name-skeleton';
import { Card } from '../layout/card';
import { ColumnHeader } from './column-header';
import { tableStyles } from './data-table-card-styles';
import { RowCheckbox } from './row-checkbox';
import { handleRowKey } from './row-keys';
import { type Column, type DataTableModel, useDataTable } from './use-data-table';
import { useLatest } from './use-latest';

/** What a table shows, without its model. */
export interface TableViewProps<Row> {
  /** The rows' plural noun in lower case, such as "clients". */
  itemName: string;
  /** The key of the row whose object is open beside the table. */
  currentKey?: string | undefined;
  failed: boolean;
  onRetry: () => void;
  empty: ReactNode;
  /** Replaces the labelled lines of the cards on phones, by `data-label` of the cells. */
  cardStyles?: SystemStyleObject;
  /** The name of a row in the label of its checkbox. Without it, rows cannot be selected. */
  selectName?: ((row: Row) => string) | undefined;
}

/** The props of a table. */
export interface DataTableProps<Row> extends TableViewProps<Row> {
  columns: ReadonlyArray<Column<Row>>;
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
}

const SKELETON_ROWS = ['a', 'b', 'c', 'd'];

/** A table of rows in the order that they are given in. */
export function DataTable<Row>({ columns, rows, rowKey, ...view }: DataTableProps<Row>) {
  const table = useDataTable({ columns, rows, rowKey }, { enableSorting: false, manualPagination: true });
  return <TableView {...view} table={table} isLoaded={rows !== undefined} />;
}

interface ModelProps<Row> extends TableViewProps<Row> {
  table: DataTableModel<Row>;
  isLoaded: boolean;
}

/**
 * A table in its four states: loading, failed, empty and full. Roles are explicit because the card layout on phones
 * removes the implicit ones.
 */
export function TableView<Row>({ table, isLoaded, itemName, selectName, ...view }: ModelProps<Row>) {
  const { currentKey, failed, onRetry, empty, cardStyles } = view;
  const { rows } = table.getRowModel();
  const visible = table.getVisibleLeafColumns();
  const columns = useMemo(() => visible.map(({ columnDef }) => columnDef.meta as Column<unknown>), [visible]);
  const toggle = useLatest((id: string, event: unknown) => table.getRow(id).getToggleSelectedHandler()(event));
  if (!isLoaded && failed) return <Card children={<LoadError subject={`the ${itemName}`} onRetry={onRetry} />} />;
  if (isLoaded && rows.length === 0) return <Card children={empty} />;
  const isAllSelected = table.getIsAllPageRowsSelected();
  const onKey = (event: KeyboardEvent<HTMLElement>) =>
    handleRowKey(
      event,
      selectName
        ? {
            toggle: (id, shiftKey) => toggle(id, { target: { checked: !table.getRow(id).getIsSelected() }, shiftKey }),
            select: (ids) => ids.forEach((id) => table.getRow(id).toggleSelected(true)),
          }
        : {},
    );
  return (
    <Table.ScrollArea css={cardStyles ? [tableStyles, { mdDown: cardStyles }] : tableStyles}>
      <Table.Root role="table" aria-label={itemName} aria-busy={!isLoaded} size="md">
        <Table.Header role="rowgroup">
          <Table.Row role="row">
            {visible.map((column) => (
              <ColumnHeader key={column.id} column={column}>
                {selectName && column.columnDef.meta?.primary && (
                  <RowCheckbox
                    // Phones hide the header from view.
                    hideBelow="md"
                    label={`Select all ${itemName} on this page`}
                    isChecked={isAllSelected}
                    isMixed={!isAllSelected && table.getIsSomePageRowsSelected()}
                    isDisabled={!isLoaded}
                    onChange={table.getToggleAllPageRowsSelectedHandler()}
                  />
                )}
              </ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body role="rowgroup" onKeyDown={onKey} onKeyUp={onKey}>
          {isLoaded
            ? rows.map((row) => (
                <DataRow
                  key={row.id}
                  id={row.id}
                  row={row.original}
                  isCurrent={row.id === currentKey}
                  isSelected={row.getIsSelected()}
                  columns={columns}
                  selectName={selectName as ((row: unknown) => string) | undefined}
                  onToggle={toggle}
                />
              ))
            : SKELETON_ROWS.map((key) => <RowCells key={key} columns={columns} content={Placeholder} />)}
        </Table.Body>
      </Table.Root>
    </Table.ScrollArea>
  );
}

function Placeholder({ alignEnd, primary }: Pick<Column<unknown>, 'alignEnd' | 'primary'>) {
  if (!primary) return <Skeleton height="4" width="16" maxWidth="100%" marginStart={alignEnd ? 'auto' : undefined} />;
  return <NameSkeleton />;
}

interface DataRowProps {
  id: string;
  row: unknown;
  isCurrent: boolean;
  isSelected: boolean;
  columns: ReadonlyArray<Column<unknown>>;
  selectName?: ((row: unknown) => string) | undefined;
  onToggle: (id: string, event: ChangeEvent) => void;
}

/** A row, which renders again only if it changes: a page has many, and what opens beside them changes often. */
const DataRow = memo(function DataRow({ id, row, columns, selectName, onToggle, ...state }: DataRowProps) {
  const content = (column: Column<unknown>) => {
    const cell = column.cell(row);
    if (!selectName || !column.primary) return cell;
    return (
      <HStack gap={{ base: '1', md: '0.5' }} minWidth="0">
        <RowCheckbox
          label={`Select ${selectName(row)}`}
          isChecked={state.isSelected}
          onChange={(event) => onToggle(id, event)}
        />
        {cell}
      </HStack>
    );
  };
  return <RowCells id={id} columns={columns} content={content} {...state} />;
});

interface RowCellsProps {
  id?: string;
  isCurrent?: boolean;
  isSelected?: boolean;
  columns: ReadonlyArray<Column<unknown>>;
  content: (column: Column<unknown>) => ReactNode;
}

function RowCells({ id, isCurrent, isSelected, columns, content }: RowCellsProps) {
  return (
    <Table.Row
      role="row"
      data-row={id}
      data-selected={isSelected ? '' : undefined}
      aria-current={isCurrent || undefined}
    >
      {columns.map((column) => (
        <Table.Cell
          key={column.header}
          role="cell"
          data-label={column.header}
          data-primary={column.primary ? '' : undefined}
          data-actions={column.actions ? '' : undefined}
          data-number={column.alignEnd && !column.actions ? '' : undefined}
          textAlign={column.alignEnd || column.actions ? 'end' : 'start'}
        >
          {content(column)}
        </Table.Cell>
      ))}
    </Table.Row>
  );
}
