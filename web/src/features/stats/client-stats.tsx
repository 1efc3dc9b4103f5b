import { useQuery } from '@apollo/client/react';
import { ClientStatsDocument } from '../../shared/graphql/generated';
import { Megaphone, MessageSquareText, Target, Users } from 'lucide-react';
import { formatRate } from '../../shared/format';
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
  const stats = data?.client.stats;
  if (error && !stats) return <Card children={<LoadError subject="the totals" onRetry={() => retry(refetch())} />} />;
  return (
    <StatGrid>
      <StatCard label={sharedMessages.totalLeads} icon={Users} value={stats?.totalLeads} />
      <StatCard label={sharedMessages.activeCampaigns} icon={Megaphone} value={stats?.activeCampaigns} />
      <StatCard
        label={sharedMessages.conversions}
        icon={Target}
        value={stats?.conversions}
        detail={stats && dashboardMessages.shareOfLeads(formatRate(stats.conversions, stats.totalLeads))}
      />
      <StatCard label={sharedMessages.smsSent} icon={MessageSquareText} value={stats?.totalSMSMessages} />
    </StatGrid>
  );
}
