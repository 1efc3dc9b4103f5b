import { useQuery } from '@apollo/client/react';
import { Box } from '@chakra-ui/react';
import { ClientDaysDocument, type ClientDaysQuery } from '../../../shared/graphql/generated';
import { ChartNoAxesColumn } from 'lucide-react';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { LoadError } from '../../../ui/feedback/load-error';
import { retry } from '../../../shared/retry';
import { TrendCard } from '../trend-card';
import { TrendChart } from './trend-chart';
import { metrics } from './trend-metrics';
import { addDays } from './trend-range';
import { RangeOptions, RangeSelect } from './trend-range-controls';
import { useTrendRange } from './use-trend-range';

interface ClientTrendProps {
  clientId: string;
  timeZone: string;
}

/** A client's leads, views and QR scans by day, in a range of days that the address names. */
export function ClientTrend({ clientId, timeZone }: ClientTrendProps) {
  const shownRange = useTrendRange(timeZone);
  const { range, today, isCompared } = shownRange;
  const { choice, from: _from, to: _to, ...variables } = range;
  const { data, previousData, error, refetch } = useQuery(ClientDaysDocument, {
    variables: { clientId, ...variables },
  });
  const days = (data ?? (error ? undefined : previousData))?.client.trend.byDay;
  const before = useDaysBefore(clientId, isCompared ? days : undefined);
  const hasData = [...(days ?? []), ...(before.days ?? [])].some((day) => day.leads + day.views + day.scans > 0);
  return (
    <TrendCard select={<RangeSelect {...shownRange} />} options={<RangeOptions {...shownRange} shown={days} />}>
      {!days && error && <LoadError subject="the chart" onRetry={() => retry(refetch())} />}
      {days && !hasData && choice === '30' && (
        <EmptyState icon={ChartNoAxesColumn} title="No data yet">
          Views, QR scans and leads appear here after the first visit to a landing page.
        </EmptyState>
      )}
      {days && (hasData || choice !== '30') && (
        <Box opacity={data ? 1 : 0.6} aria-busy={!data}>
          <TrendChart
            metrics={metrics}
            titleOf={(unit) => `Leads, views and QR scans by ${unit}`}
            days={days}
            before={before.days}
            today={today}
          />
        </Box>
      )}
      {before.error && <LoadError subject="the previous period" onRetry={() => retry(before.refetch())} />}
    </TrendCard>
  );
}

type ClientDay = ClientDaysQuery['client']['trend']['byDay'][number];

/** Loads as many days as are given, up to the day before the first one. The server knows which day is today. */
function useDaysBefore(clientId: string, days: readonly ClientDay[] | undefined) {
  const { data, error, refetch } = useQuery(ClientDaysDocument, {
    variables: { clientId, days: days?.length ?? 0, until: days ? addDays(days[0]!.day, -1) : null },
    skip: !days,
  });
  return { days: days && data?.client.trend.byDay, error: days && error, refetch };
}
