import { useApolloClient, useQuery } from '@apollo/client/react';
import { Box, Button, Flex, Grid, Heading, Stack, Text } from '@chakra-ui/react';
import { Signpost, X } from 'lucide-react';
import { consoleMessages } from '../../../messages/admin-console';
import { analyticsMessages, analyticsToasts } from '../../../messages/agency/analytics';
import { dashboardMessages } from '../../../messages/dashboard';
import { filterMessages } from '../../../messages/leads/lead-filters';
import { sharedMessages } from '../../../messages/shared';
import { CsvDownload } from '../../../shared/csv-download';
import { formatCount, formatRate } from '../../../shared/format';
import {
  type AnalyticsDaysCsvQueryVariables,
  AnalyticsDocument,
  AnalyticsSourcesCsvDocument,
  AnalyticsTotalsDocument,
} from '../../../shared/graphql/generated';
import { retry } from '../../../shared/retry';
import { refreshedOnOpen } from '../../../shared/refreshed-on-open';
import { StatCard } from '../../../ui/data/stat-card';
import { StatGrid } from '../../../ui/data/stat-grid';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { LoadError } from '../../../ui/feedback/load-error';
import { Card } from '../../../ui/layout/card';
import { PageHeader } from '../../../ui/layout/page-header';
import { type SourceStats, SourceTable } from '../source-table';
import { describeChange } from '../trend/trend-periods';
import { addDays } from '../trend/trend-range';
import { RangeOptions, RangeSelect } from '../trend/trend-range-controls';
import { useTrendRange } from '../trend/use-trend-range';
import { AnalyticsTable } from './analytics-table';
import { AnalyticsTrend } from './analytics-trend';
import { CohortCard } from './cohort-card';
import { type AnalyticsDay, sumsOf } from './figures';
import { FunnelCard } from './funnel-card';
import { useAnalyticsScope } from './use-analytics-scope';

/** What all clients achieve in a range of days, and what each client, campaign and source contributes. */
export function AnalyticsPanel() {
  const shownRange = useTrendRange('UTC');
  const { range, today, isCompared } = shownRange;
  const { choice: _choice, from, to, ...selected } = range;
  const { scope, filters, show } = useAnalyticsScope();
  const exported = { ...scope, range: selected };
  const rangeName = `${from}-${to}`;
  const { data, previousData, error, refetch } = useQuery(AnalyticsDocument, {
    variables: exported,
    ...refreshedOnOpen,
  });
  const shown = (data ?? (error ? undefined : previousData))?.analytics;
  const days = shown?.byDay;
  const before = useQuery(AnalyticsTotalsDocument, {
    variables: { ...scope, range: { days: days?.length ?? 1, until: days ? addDays(days[0]!.day, -1) : null } },
    skip: !isCompared || !days,
  });
  // Today of a client, which may not be today in UTC.
  const lastDay = range.until ? today : (days?.at(-1)?.day ?? today);
  const daysBefore = isCompared && days ? before.data?.analytics.byDay : undefined;
  return (
    <Stack gap="4">
      <PageHeader title={consoleMessages.analytics} description={analyticsMessages.description}>
        <RangeSelect {...shownRange} />
      </PageHeader>
      {filters.length > 0 && (
        <Flex gap="2" flexWrap="wrap" align="center">
          <Text textStyle="sm" color="fg.muted">
            {analyticsMessages.only}
          </Text>
          {filters.map(({ name = '…', remove }, nth) => (
            <Button
              key={nth}
              size="xs"
              variant="subtle"
              colorPalette="gray"
              aria-label={filterMessages.remove(name)}
              onClick={remove}
            >
              <span dir="auto">{name}</span> <X aria-hidden="true" />
            </Button>
          ))}
        </Flex>
      )}
      {!shown && error ? (
        <Card children={<LoadError subject="the figures" onRetry={() => retry(refetch())} />} />
      ) : (
        <Stack gap="4" opacity={shown && !data ? 0.6 : 1} aria-busy={!data}>
          <Totals days={days} before={daysBefore} />
          <AnalyticsTrend
            days={days}
            before={daysBefore}
            today={lastDay}
            options={<RangeOptions {...shownRange} shown={days} />}
            exported={exported}
            rangeName={rangeName}
          >
            {before.error && <LoadError subject="the previous period" onRetry={() => retry(before.refetch())} />}
          </AnalyticsTrend>
          {shown && days && (
            <>
              <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }} gap="4">
                <FunnelCard sums={sumsOf(days)} />
                <SourcesCard sources={shown.bySource} exported={exported} rangeName={rangeName} />
              </Grid>
              <CohortCard days={days} />
            </>
          )}
        </Stack>
      )}
      {scope.campaignId === null && (
        <AnalyticsTable
          key={scope.clientId}
          range={selected}
          rangeName={rangeName}
          clientId={scope.clientId}
          onShow={show}
        />
      )}
    </Stack>
  );
}

interface TotalsProps {
  days: readonly AnalyticsDay[] | undefined;
  /** The days of the range before, if they are compared. */
  before: readonly AnalyticsDay[] | undefined;
}

/** Four figures of the range. Compared with the range before, they say how they changed. */
function Totals({ days, before }: TotalsProps) {
  const sums = days && sumsOf(days);
  const sumsBefore = before && sumsOf(before);
  const card = (figure: 'leads' | 'qualified' | 'messages' | 'replies', label: string, detail?: string) => (
    <StatCard
      label={label}
      value={sums?.[figure]}
      detail={sums && sumsBefore ? describeChange(sums[figure], sumsBefore[figure], days.length) : detail}
    />
  );
  const share = (count: number) => formatRate(count, sums?.leads ?? 0);
  return (
    <StatGrid>
      {card('leads', sharedMessages.leads)}
      {card('qualified', sharedMessages.conversions, sums && dashboardMessages.shareOfLeads(share(sums.qualified)))}
      {card('messages', sharedMessages.smsSent, sums && analyticsMessages.optOutsMeanwhile(formatCount(sums.optOuts)))}
      {card('replies', sharedMessages.replies, sums && analyticsMessages.ofLeadsReplied(share(sums.replied)))}
    </StatGrid>
  );
}

interface SourcesCardProps {
  sources: readonly SourceStats[];
  exported: AnalyticsDaysCsvQueryVariables;
  rangeName: string;
}

/** The sources with the most leads. The file has all of them. */
function SourcesCard({ sources, exported, rangeName }: SourcesCardProps) {
  const apollo = useApolloClient();
  return (
    <Card as="section" aria-labelledby="sources" padding="5" minWidth="0">
      <Flex justify="space-between" align="start" gap="3" flexWrap="wrap" marginBottom="4">
        <Box flex="1 1 12rem">
          <Heading as="h2" id="sources" size="md">
            {analyticsMessages.sources}
          </Heading>
          <Text textStyle="sm" color="fg.muted">
            {analyticsMessages.sourcesText}
          </Text>
        </Box>
        {sources.length > 0 && (
          <CsvDownload
            label={analyticsMessages.downloadSources}
            fileName={`sources-${rangeName}.csv`}
            notDownloaded={analyticsToasts.notDownloaded}
            loadPart={async (after) => {
              const variables = { ...exported, after };
              const part = await apollo.query({
                query: AnalyticsSourcesCsvDocument,
                variables,
                fetchPolicy: 'no-cache',
              });
              return part.data!.analyticsSourcesCsv;
            }}
          />
        )}
      </Flex>
      {sources.length === 0 ? (
        <EmptyState icon={Signpost} title={analyticsMessages.noSources} children={analyticsMessages.noSourcesText} />
      ) : (
        <SourceTable sources={sources} />
      )}
    </Card>
  );
}
