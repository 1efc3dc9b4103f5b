import { useApolloClient } from '@apollo/client/react';
import { Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { analyticsMessages, analyticsToasts } from '../../../messages/agency/analytics';
import { CsvDownload } from '../../../shared/csv-download';
import { AnalyticsDaysCsvDocument, type AnalyticsDaysCsvQueryVariables } from '../../../shared/graphql/generated';
import { Select } from '../../../ui/form/select';
import { TrendCard } from '../trend-card';
import { TrendChart } from '../trend/trend-chart';
import { keysOf } from '../trend/trend-metrics';
import { type AnalyticsDay, type AnalyticsMetric, analyticsMetrics } from './figures';

interface AnalyticsTrendProps {
  days: readonly AnalyticsDay[] | undefined;
  /** The days of the range before, if they are compared. */
  before: readonly AnalyticsDay[] | undefined;
  today: string;
  /** Above the chart. */
  options: ReactNode;
  /** What is exported. */
  exported: AnalyticsDaysCsvQueryVariables;
  /** The first and the last day, for the name of the file. */
  rangeName: string;
  /** Below the chart. */
  children: ReactNode;
}

/** All figures over time. One of them is chosen for the bars, and the others are lines. */
export function AnalyticsTrend({ days, before, today, options, exported, rangeName, children }: AnalyticsTrendProps) {
  const apollo = useApolloClient();
  const { figure, showFigure } = useFigure();
  const select = (
    <Flex gap="2" flexWrap="wrap" flex={{ base: '1 1 100%', md: 'none' }}>
      <Select
        aria-label={analyticsMessages.figure}
        size="sm"
        width={{ base: 'auto', md: '10rem' }}
        flex={{ base: '1', md: 'none' }}
        bg="bg.panel"
        options={figureChoices}
        value={figure}
        onChange={({ target }) => showFigure(target.value)}
      />
      <CsvDownload
        label={analyticsMessages.downloadDays}
        fileName={`days-${rangeName}.csv`}
        notDownloaded={analyticsToasts.notDownloaded}
        loadPart={async () => {
          const { data } = await apollo.query({
            query: AnalyticsDaysCsvDocument,
            variables: exported,
            fetchPolicy: 'no-cache',
          });
          return data!.analyticsDaysCsv;
        }}
      />
    </Flex>
  );
  return (
    <TrendCard title={analyticsMessages.trend} height={chartHeight} select={select} options={options}>
      {days && (
        <TrendChart
          metrics={startingWith(figure)}
          titleOf={analyticsMessages.trendBy}
          days={days.map(toTrendDay)}
          before={before?.map(toTrendDay)}
          today={today}
        />
      )}
      {children}
    </TrendCard>
  );
}

const chartHeight = { base: '877px', md: '623px' };
const figureChoices = keysOf(analyticsMetrics).map((value) => ({ value, label: analyticsMetrics[value].label }));
const toTrendDay = ({ day, figures }: AnalyticsDay) => ({ ...figures, day });

/** Returns all figures with one of them first. */
const startingWith = (figure: AnalyticsMetric) => ({
  ...({ [figure]: analyticsMetrics[figure] } as object),
  ...analyticsMetrics,
});

/** Reads the figure of the bars from the address, and returns a function that chooses another one. */
function useFigure() {
  const [params, setParams] = useSearchParams();
  const named = params.get('figure');
  const showFigure = (next: string) =>
    setParams(
      (current) => {
        const changed = new URLSearchParams(current);
        if (next === 'leads') changed.delete('figure');
        else changed.set('figure', next);
        return changed;
      },
      { preventScrollReset: true },
    );
  return { figure: keysOf(analyticsMetrics).find((figure) => figure === named) ?? 'leads', showFigure };
}
