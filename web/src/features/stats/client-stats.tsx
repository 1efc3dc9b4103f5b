import { useQuery } from '@apollo/client/react';
import { ClientStatsDocument } from '../../shared/graphql/generated';
import { Megaphone, MessageSquareText, Target, Users } from 'lucide-react';
import { formatRate } from '../../shared/format';
import { LoadError } from '../../ui/feedback/load-error';
import { Panel } from '../../ui/layout/card';
import { retry } from '../../shared/retry';
import { StatCard } from '../../ui/data/stat-card';
import { StatGrid } from '../../ui/data/stat-grid';
import { dashboardWords } from '../../messages/dashboard';
import { sharedWords } from '../../messages/shared';

/** A client's four stat cards. */
export function ClientStats({ clientId }: { clientId: string }) {
  const { data, error, refetch } = useQuery(ClientStatsDocument, { variables: { clientId } });
  const stats = data?.clientStats;
  if (error && !stats) return <Panel children={<LoadError what="the totals" onRetry={() => retry(refetch())} />} />;
  return (
    <StatGrid>
      <StatCard label={sharedWords.totalLeads} icon={Users} value={stats?.totalLeads} />
      <StatCard label={sharedWords.activeCampaigns} icon={Megaphone} value={stats?.activeCampaigns} />
      <StatCard
        label={sharedWords.conversions}
        icon={Target}
        value={stats?.conversions}
        detail={stats && dashboardWords.shareOfLeads(formatRate(stats.conversions, stats.totalLeads))}
      />
      <StatCard label={sharedWords.smsSent} icon={MessageSquareText} value={stats?.totalSMSMessages} />
    </StatGrid>
  );
}
