import { useQuery } from '@apollo/client/react';
import { ClientStatsDocument } from '../../shared/graphql/generated';
import { plural } from '../../shared/format';
import { Banner } from '../../ui/feedback/banner';

/** Says how many of a client's leads wait because its monthly limit is used up. */
export function ClientHeldBanner({ clientId }: { clientId: string }) {
  const { data } = useQuery(ClientStatsDocument, { variables: { clientId } });
  const held = data?.clientStats.heldLeads ?? 0;
  if (held === 0) return null;
  return (
    <Banner>
      {plural(held, 'lead is held', 'leads are held')} because the monthly lead limit is used up.{' '}
      {held === 1 ? 'It is' : 'They are'} released when the limit is raised or a new month begins.
    </Banner>
  );
}
