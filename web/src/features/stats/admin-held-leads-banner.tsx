import { useQuery } from '@apollo/client/react';
import { AdminStatsDocument } from '../../shared/graphql/generated';
import { plural } from '../../shared/format';
import { paths } from '../../shared/paths';
import { dashboardMessages } from '../../messages/dashboard';
import { Banner } from '../../ui/feedback/banner';

/** Shows how many leads are held because clients reached their monthly lead limits. */
export function AdminHeldLeadsBanner() {
  const { data } = useQuery(AdminStatsDocument);
  const heldLeads = data?.adminStats.heldLeads ?? 0;
  if (heldLeads === 0) return null;
  return (
    <Banner action={{ to: paths.limits.href(), label: dashboardMessages.raiseLimit }}>
      {plural(heldLeads, 'lead is held', 'leads are held')} because a client reached its monthly lead limit. Raise the
      limit to release {heldLeads === 1 ? 'it' : 'them, oldest first'}.
    </Banner>
  );
}
