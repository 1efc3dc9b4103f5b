import { Table } from '@chakra-ui/react';
import { Fragment } from 'react';
import { formatCount } from '../../../shared/format';
import { trendMessages } from '../../../messages/trend';
import { keysOf, type Metrics } from './trend-metrics';
import { type Figures, type Period, periodName, totalsOf, valueBefore } from './trend-periods';

interface TrendTableProps<Metric extends string> {
  title: string;
  metrics: Metrics<Metric>;
  periods: readonly Period<Metric>[];
  compared: readonly Period<Metric>[] | undefined;
  today: string;
}

/** The values of a chart. If it compares two ranges, each value is followed by the one before. */
export function TrendTable<Metric extends string>({
  title,
  metrics,
  periods,
  compared,
  today,
}: TrendTableProps<Metric>) {
  const keys = keysOf(metrics);
  const cells = (period: Figures<Metric>, before: Figures<Metric> | undefined) =>
    keys.map((metric) => (
      <Fragment key={metric}>
        <Table.Cell textAlign="end">{formatCount(period[metric])}</Table.Cell>
        {before && (
          <Table.Cell textAlign="end" color="fg.muted">
            {formatCount(before[metric])}
          </Table.Cell>
        )}
      </Fragment>
    ));
  return (
    <Table.ScrollArea role="group" aria-label={title} tabIndex={0} maxHeight="20rem" marginTop="3" borderWidth="1px">
      <Table.Root size="sm" stickyHeader className="tabular" aria-label={title} css={stickyDays}>
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeader scope="col">{periods[0]!.days === 1 ? 'Day' : 'Week'}</Table.ColumnHeader>
            {compared && <Table.ColumnHeader scope="col">{trendMessages.comparedWith}</Table.ColumnHeader>}
            {keys.map((metric) => (
              <Fragment key={metric}>
                <Table.ColumnHeader scope="col" textAlign="end">
                  {metrics[metric].label}
                </Table.ColumnHeader>
                {compared && (
                  <Table.ColumnHeader scope="col" textAlign="end">
                    {valueBefore(metrics[metric].label)}
                  </Table.ColumnHeader>
                )}
              </Fragment>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {periods.map((period, index) => (
            <Table.Row key={period.first}>
              <Table.ColumnHeader scope="row" whiteSpace="nowrap">
                {periodName(period, today)}
              </Table.ColumnHeader>
              {compared && <Table.Cell whiteSpace="nowrap">{periodName(compared[index]!, today)}</Table.Cell>}
              {cells(period, compared?.[index])}
            </Table.Row>
          ))}
        </Table.Body>
        <Table.Footer>
          <Table.Row>
            <Table.ColumnHeader scope="row">Total</Table.ColumnHeader>
            {compared && <Table.Cell />}
            {cells(totalsOf(periods, keys), compared && totalsOf(compared, keys))}
          </Table.Row>
        </Table.Footer>
      </Table.Root>
    </Table.ScrollArea>
  );
}

/** The days stay in view beside figures that need more than the width of a phone. */
const stickyDays = { '& th:first-of-type': { position: 'sticky', insetInlineStart: '0', bg: 'inherit' } } as const;
