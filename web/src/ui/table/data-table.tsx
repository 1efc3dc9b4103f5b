import { Skeleton, type SystemStyleObject, Table } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { ColumnHeader, type Sorting } from './column-header';
import { tableStyles } from './data-table-card-styles';
import { LoadError } from '../feedback/load-error';
import { NameSkeleton } from '../data/name-skeleton';
import { Card } from '../layout/card';

/** One column of a table; on phones, one line of a card. */
export interface Column<Row, Sort extends string = never> {
  header: string;
  /** The sort key that the header selects. */
  sort?: Sort;
  cell: (row: Row) => ReactNode;
  /** Aligns the cell to the end, for numbers and actions. */
  alignEnd?: boolean;
  /** The cell with the row's buttons. They are muted until the row is hovered or has the focus. */
  actions?: boolean;
  /** The cell that names the row. On phones it is the card's title and has no label. */
  primary?: boolean;
}

/** The props of a table. */
export interface DataTableProps<Row, Sort extends string> {
  /** The rows' plural noun in lower case, such as "clients". */
  itemName: string;
  columns: ReadonlyArray<Column<Row, Sort>>;
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** The key of the row whose object is open beside the table. */
  currentKey?: string | undefined;
  failed: boolean;
  onRetry: () => void;
  empty: ReactNode;
  sorting?: Sorting<Sort>;
  /** Replaces the labelled lines of the cards on phones, by `data-label` of the cells. */
  cardStyles?: SystemStyleObject;
}

const SKELETON_ROWS = ['a', 'b', 'c', 'd'];

/**
 * A table in its four states: loading, failed, empty and full. Roles are explicit because the card layout on phones
 * removes the implicit ones.
 */
export function DataTable<Row, Sort extends string = never>(props: DataTableProps<Row, Sort>) {
  const { itemName, columns, rows, rowKey, currentKey, failed, onRetry, empty, sorting, cardStyles } = props;
  if (!rows && failed) return <Card children={<LoadError subject={`the ${itemName}`} onRetry={onRetry} />} />;
  if (rows?.length === 0) return <Card children={empty} />;
  return (
    <Table.ScrollArea css={cardStyles ? [tableStyles, { mdDown: cardStyles }] : tableStyles}>
      <Table.Root role="table" aria-label={itemName} aria-busy={!rows} size="md">
        <Table.Header role="rowgroup">
          <Table.Row role="row">
            {columns.map(({ header, alignEnd, actions, sort }) => (
              <ColumnHeader key={header} header={header} end={alignEnd || actions} sort={sort} sorting={sorting} />
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body role="rowgroup">
          {rows
            ? rows.map((row) => (
                <DataRow
                  key={rowKey(row)}
                  id={rowKey(row)}
                  isCurrent={rowKey(row) === currentKey}
                  columns={columns}
                  content={(column) => column.cell(row)}
                />
              ))
            : SKELETON_ROWS.map((key) => <DataRow key={key} columns={columns} content={Placeholder} />)}
        </Table.Body>
      </Table.Root>
    </Table.ScrollArea>
  );
}

function Placeholder({ end, primary }: { end?: boolean; primary?: boolean }) {
  if (!primary) return <Skeleton height="4" width="16" maxWidth="100%" marginStart={end ? 'auto' : undefined} />;
  return <NameSkeleton />;
}

interface DataRowProps<Row, Sort extends string> {
  id?: string;
  isCurrent?: boolean;
  columns: ReadonlyArray<Column<Row, Sort>>;
  content: (column: Column<Row, Sort>) => ReactNode;
}

function DataRow<Row, Sort extends string>({ id, isCurrent, columns, content }: DataRowProps<Row, Sort>) {
  return (
    <Table.Row role="row" data-row={id} aria-current={isCurrent || undefined}>
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
