import { Table } from '@chakra-ui/react';
import { Fragment } from 'react';
import { formatCount } from '../../../shared/format';
import { trendMessages } from '../../../messages/trend';
import { metricKeys, metrics } from './trend-metrics';
import { type Metric, type Period, periodName, totalsOf, valueBefore } from './trend-periods';

interface TrendTableProps {
  title: string;
  periods: readonly Period[];
  compared: readonly Period[] | undefined;
  today: string;
}

/** The values of a chart. If it compares two ranges, each value is followed by the one before. */
export function TrendTable({ title, periods, compared, today }: TrendTableProps) {
  const cells = (period: Record<Metric, number>, before: Record<Metric, number> | undefined) =>
    metricKeys.map((metric) => (
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
      <Table.Root size="sm" stickyHeader className="tabular" aria-label={title}>
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeader scope="col">{periods[0]!.days === 1 ? 'Day' : 'Week'}</Table.ColumnHeader>
            {compared && <Table.ColumnHeader scope="col">{trendMessages.comparedWith}</Table.ColumnHeader>}
            {metricKeys.map((metric) => (
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
            {cells(totalsOf(periods), compared && totalsOf(compared))}
          </Table.Row>
        </Table.Footer>
      </Table.Root>
    </Table.ScrollArea>
  );
}
