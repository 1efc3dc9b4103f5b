import { useQuery } from '@apollo/client/react';
import { AdminStatsDocument } from '../../shared/graphql/generated';
import { Building2, Megaphone, MessageSquareText, Users } from 'lucide-react';
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
      <StatCard label={consoleMessages.totalClients} icon={Building2} value={stats?.totalClients} />
      <StatCard label={sharedMessages.activeCampaigns} icon={Megaphone} value={stats?.activeCampaigns} />
      <StatCard label={sharedMessages.totalLeads} icon={Users} value={stats?.totalLeads} />
      <StatCard label={sharedMessages.smsSent} icon={MessageSquareText} value={stats?.totalSMSMessages} />
    </StatGrid>
  );
}
