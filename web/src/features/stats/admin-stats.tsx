import { useQuery } from '@apollo/client/react';
import { AdminStatsDocument } from '@dripline/contract/generated';
import { Building2, Megaphone, MessageSquareText, Users } from 'lucide-react';
import { LoadError } from '../../ui/load-error';
import { Panel } from '../../ui/panel';
import { retry } from '../../ui/retry';
import { StatCard } from '../../ui/stat-card';
import { StatGrid } from '../../ui/stat-grid';
import { consoleWords } from '../../words/console';
import { sharedWords } from '../../words/shared';

/** The agency's four stat cards. */
export function AdminStats() {
  const { data, error, refetch } = useQuery(AdminStatsDocument);
  const stats = data?.adminStats;
  if (error && !stats) return <Panel children={<LoadError what="the totals" onRetry={() => retry(refetch())} />} />;
  return (
    <StatGrid>
      <StatCard label={consoleWords.totalClients} icon={Building2} value={stats?.totalClients} />
      <StatCard label={sharedWords.activeCampaigns} icon={Megaphone} value={stats?.activeCampaigns} />
      <StatCard label={sharedWords.totalLeads} icon={Users} value={stats?.totalLeads} />
      <StatCard label={sharedWords.smsSent} icon={MessageSquareText} value={stats?.totalSMSMessages} />
    </StatGrid>
  );
}
