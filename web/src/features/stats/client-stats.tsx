import { useQuery } from '@apollo/client/react';
import { ClientStatsDocument, ClientUsageDocument } from '../../shared/graphql/generated';
import { formatCount, formatRate } from '../../shared/format';
import { LoadError } from '../../ui/feedback/load-error';
import { Card } from '../../ui/layout/card';
import { retry } from '../../shared/retry';
import { StatCard } from '../../ui/data/stat-card';
import { StatGrid } from '../../ui/data/stat-grid';
import { dashboardMessages } from '../../messages/dashboard';
import { sharedMessages } from '../../messages/shared';

/** A client's four stat cards. */
export function ClientStats({ clientId }: { clientId: string }) {
  const { data, error, refetch } = useQuery(ClientStatsDocument, { variables: { clientId } });
  // The panel of this month's usage on the same tab loads it.
  const { data: month } = useQuery(ClientUsageDocument, { variables: { id: clientId }, fetchPolicy: 'cache-only' });
  const stats = data?.client.stats;
  if (error && !stats) return <Card children={<LoadError subject="the totals" onRetry={() => retry(refetch())} />} />;
  const usage = month?.client.usage;
  const thisMonth = (count: number | undefined) =>
    count === undefined ? undefined : `${formatCount(count)} this month`;
  return (
    <StatGrid>
      <StatCard
        label={sharedMessages.totalLeads}
        value={stats?.totalLeads}
        detail={thisMonth(usage?.leadsThisMonth)}
        to="?tab=leads"
      />
      <StatCard
        label={sharedMessages.activeCampaigns}
        value={stats?.activeCampaigns}
        detail={
          usage &&
          `${formatCount(usage.campaignsThisMonth)} of ${formatCount(month.client.monthlyCampaignLimit)} this month`
        }
        to="?tab=campaigns"
      />
      <StatCard
        label={sharedMessages.conversions}
        value={stats?.conversions}
        detail={stats && dashboardMessages.shareOfLeads(formatRate(stats.conversions, stats.totalLeads))}
        // The board, because a list shows one status and these leads have one of two.
        to="?tab=leads&view=board"
      />
      <StatCard
        label={sharedMessages.smsSent}
        value={stats?.totalSMSMessages}
        detail={thisMonth(usage?.smsThisMonth)}
        to="?tab=sms"
      />
    </StatGrid>
  );
}
