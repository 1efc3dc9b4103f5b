import { useQuery } from '@apollo/client/react';
import { Heading, Skeleton, Text } from '@chakra-ui/react';
import { ClientDaysDocument } from '../../shared/graphql/generated';
import { ChartNoAxesColumn } from 'lucide-react';
import { DayChart } from '../../ui/chart/day-chart';
import { EmptyState } from '../../ui/feedback/empty-state';
import { LoadError } from '../../ui/feedback/load-error';
import { Card } from '../../ui/layout/card';
import { retry } from '../../shared/retry';
import { sharedMessages } from '../../messages/shared';

/** A chart of views, QR scans and leads per day for the last 30 days. */
export function ClientTrend({ clientId }: { clientId: string }) {
  const { data, error, refetch } = useQuery(ClientDaysDocument, { variables: { clientId } });
  const days = data?.client.trend.byDay;
  const isEmpty = days?.every(({ leads, views, scans }) => leads + views + scans === 0);
  return (
    <Card as="section" aria-labelledby="trend" padding="5" minWidth="0">
      <Heading as="h2" id="trend" size="md">
        Last 30 days
      </Heading>
      <Text textStyle="sm" color="fg.muted" marginBottom="4">
        Views, QR scans and leads per day
      </Text>
      {!days && error && <LoadError subject="the last 30 days" onRetry={() => retry(refetch())} />}
      {!days && !error && <Skeleton height="15rem" />}
      {days && isEmpty && (
        <EmptyState icon={ChartNoAxesColumn} title="No data yet">
          Views, QR scans and leads appear here after the first visit to a landing page.
        </EmptyState>
      )}
      {days && !isEmpty && (
        <DayChart title="Views, QR scans and leads of the last 30 days" series={series} days={days} />
      )}
    </Card>
  );
}

const series = [
  { key: 'views', label: 'Views', color: 'chart.views', stroke: 'dashed' },
  { key: 'scans', label: 'QR scans', color: 'chart.scans', stroke: 'dotted' },
  { key: 'leads', label: sharedMessages.leads, color: 'chart.leads', stroke: 'solid' },
] as const;
