import { useQuery } from '@apollo/client/react';
import { AdminStatsDocument } from '../../shared/graphql/generated';
import { formatCount } from '../../shared/format';
import { LoadError } from '../../ui/feedback/load-error';
import { Card } from '../../ui/layout/card';
import { retry } from '../../shared/retry';
import { StatCard } from '../../ui/data/stat-card';
import { StatGrid } from '../../ui/data/stat-grid';
import { consoleMessages } from '../../messages/admin-console';
import { sharedMessages } from '../../messages/shared';

/** The agency's four stat cards. */
export function AdminStats() {
  const { data, error, refetch } = useQuery(AdminStatsDocument);
  const stats = data?.adminStats;
  if (error && !stats) return <Card children={<LoadError subject="the totals" onRetry={() => retry(refetch())} />} />;
  return (
    <StatGrid>
      <StatCard label={consoleMessages.totalClients} value={stats?.totalClients} to="?tab=clients" />
      <StatCard label={sharedMessages.activeCampaigns} value={stats?.activeCampaigns} />
      <StatCard
        label={sharedMessages.totalLeads}
        value={stats?.totalLeads}
        detail={stats && stats.heldLeads > 0 ? `${formatCount(stats.heldLeads)} held` : undefined}
        to="?tab=analytics"
      />
      <StatCard label={sharedMessages.smsSent} value={stats?.totalSMSMessages} to="?tab=billing" />
    </StatGrid>
  );
}
