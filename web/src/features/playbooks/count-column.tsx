import { Text } from '@chakra-ui/react';
import { formatCount } from '../../shared/format';
import type { Column } from '../../ui/table/use-data-table';

/** Returns a column with a number of each row. */
export function countColumn<Row>(header: string, countOf: (row: Row) => number): Column<Row> {
  return {
    header,
    alignEnd: true,
    cell: (row) => (
      <Text as="span" textStyle="sm" className="tabular">
        {formatCount(countOf(row))}
      </Text>
    ),
  };
}
