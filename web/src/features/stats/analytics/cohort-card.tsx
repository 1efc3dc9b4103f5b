import { Box, Heading, Table, Text } from '@chakra-ui/react';
import { analyticsMessages } from '../../../messages/agency/analytics';
import { sharedMessages } from '../../../messages/shared';
import { formatCount, formatDay, formatRate } from '../../../shared/format';
import { Card } from '../../../ui/layout/card';
import { formatDays } from '../trend/trend-periods';
import { type AnalyticsDay, type Cohort, cohortsOf, type FigureName } from './figures';

const shares: ReadonlyArray<{ figure: FigureName; label: string }> = [
  { figure: 'replied', label: sharedMessages.replied },
  { figure: 'repliedInHour', label: analyticsMessages.inHour },
  { figure: 'repliedInDay', label: analyticsMessages.inDay },
  { figure: 'contacted', label: analyticsMessages.contacted },
  { figure: 'qualified', label: analyticsMessages.qualified },
  { figure: 'converted', label: analyticsMessages.converted },
];

const nameOf = ({ first, last }: Cohort) => (first === last ? formatDay(first) : formatDays(first, last));

/** What has become of the leads of each week, or of each day of a short range. */
export function CohortCard({ days }: { days: readonly AnalyticsDay[] }) {
  return (
    <Card as="section" aria-labelledby="cohorts" padding="5" minWidth="0">
      <Heading as="h2" id="cohorts" size="md">
        {analyticsMessages.cohorts}
      </Heading>
      <Text textStyle="sm" color="fg.muted">
        {analyticsMessages.cohortsText}
      </Text>
      <Table.ScrollArea role="group" aria-labelledby="cohorts" tabIndex={0} maxHeight="24rem" marginTop="3">
        <Table.Root size="sm" className="tabular" aria-labelledby="cohorts">
          <Table.Header>
            <Table.Row bg="bg.panel">
              <Table.ColumnHeader scope="col" paddingStart="0">
                {analyticsMessages.arrival}
              </Table.ColumnHeader>
              <Table.ColumnHeader scope="col" textAlign="end">
                {sharedMessages.leads}
              </Table.ColumnHeader>
              {shares.map(({ figure, label }) => (
                <Table.ColumnHeader key={figure} scope="col" textAlign="end">
                  {label}
                </Table.ColumnHeader>
              ))}
            </Table.Row>
          </Table.Header>
          <Table.Body>
            {cohortsOf(days).map((cohort) => (
              <Table.Row key={cohort.first} bg="bg.panel">
                <Table.ColumnHeader scope="row" whiteSpace="nowrap" fontWeight="medium" paddingStart="0">
                  {nameOf(cohort)}
                </Table.ColumnHeader>
                <Table.Cell textAlign="end">{formatCount(cohort.sums.leads)}</Table.Cell>
                {shares.map(({ figure }) => (
                  <ShareCell key={figure} count={cohort.sums[figure]} of={cohort.sums.leads} />
                ))}
              </Table.Row>
            ))}
          </Table.Body>
        </Table.Root>
      </Table.ScrollArea>
    </Card>
  );
}

/** A share of leads, on a background whose strength follows it. */
const ShareCell = ({ count, of }: { count: number; of: number }) => (
  <Table.Cell textAlign="end" position="relative">
    {count > 0 && (
      <Box position="absolute" inset="0" bg="chart.leads" opacity={(count / of) * 0.25} aria-hidden="true" />
    )}
    <Text as="span" position="relative" color={count === 0 ? 'fg.muted' : undefined}>
      {of === 0 ? '—' : formatRate(count, of)}
    </Text>
  </Table.Cell>
);
