import { Text } from '@chakra-ui/react';
import { abTestMessages } from '../../messages/campaigns/ab-tests';
import { sharedMessages } from '../../messages/shared';
import { formatCount } from '../../shared/format';
import type { PlaybookFieldsFragment } from '../../shared/graphql/generated';
import type { Column } from '../../ui/table/use-data-table';

type Row = Pick<PlaybookFieldsFragment, 'figures'>;

const figureColumn = (header: string, figure: 'views' | 'leads' | 'qualified'): Column<Row> => ({
  header,
  alignEnd: true,
  cell: ({ figures }) => (
    <Text as="span" textStyle="sm" className="tabular">
      {formatCount(figures[figure])}
    </Text>
  ),
});

/** The columns with the results of a playbook or of one of its copies. */
export const figureColumns = [
  figureColumn(abTestMessages.views, 'views'),
  figureColumn(sharedMessages.leads, 'leads'),
  figureColumn(sharedMessages.conversions, 'qualified'),
];
