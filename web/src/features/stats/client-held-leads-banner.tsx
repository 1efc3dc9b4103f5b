import { useQuery } from '@apollo/client/react';
import { ClientStatsDocument } from '../../shared/graphql/generated';
import { plural } from '../../shared/format';
import { Banner } from '../../ui/feedback/banner';

/** Shows how many leads are held because the client reached its monthly lead limit. */
export function ClientHeldLeadsBanner({ clientId }: { clientId: string }) {
  const { data } = useQuery(ClientStatsDocument, { variables: { clientId } });
  const heldLeads = data?.client.stats.heldLeads ?? 0;
  if (heldLeads === 0) return null;
  return (
    <Banner>
      {plural(heldLeads, 'lead is held', 'leads are held')} because the monthly lead limit is reached.{' '}
      {heldLeads === 1 ? 'It is' : 'They are'} released when the limit is raised or a new month starts.
    </Banner>
  );
}
