import { useQuery } from '@apollo/client/react';
import { ClientStatsDocument } from '../../shared/graphql/generated';
import { plural } from '../../shared/format';
import { dashboardMessages } from '../../messages/dashboard';
import { Banner } from '../../ui/feedback/banner';

interface ClientHeldLeadsBannerProps {
  clientId: string;
  /** Whether the viewer can raise the limit, which administrators can. */
  canRaise: boolean;
}

/** Shows how many leads are held because the client reached its monthly lead limit. */
export function ClientHeldLeadsBanner({ clientId, canRaise }: ClientHeldLeadsBannerProps) {
  const { data } = useQuery(ClientStatsDocument, { variables: { clientId } });
  const heldLeads = data?.client.stats.heldLeads ?? 0;
  if (heldLeads === 0) return null;
  return (
    <Banner action={canRaise ? { to: '?tab=settings', label: dashboardMessages.raiseLimit } : undefined}>
      {plural(heldLeads, 'lead is held', 'leads are held')} because the monthly lead limit is reached.{' '}
      {heldLeads === 1 ? 'It is' : 'They are'} released when the limit is raised or a new month starts.
    </Banner>
  );
}
