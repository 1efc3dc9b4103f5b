import { useQuery } from '@apollo/client/react';
import { ClientStatsDocument } from '../../../shared/graphql/generated';
import { ShieldAlert } from 'lucide-react';
import { formatCount } from '../../../shared/format';
import { LinkButton } from '../../../ui/button/link-button';

/** Links to the spam list and shows how many submissions it has. */
export function SpamLink({ clientId }: { clientId: string }) {
  const { data } = useQuery(ClientStatsDocument, { variables: { clientId } });
  const count = data?.client.stats.spamLeads ?? 0;
  return (
    <LinkButton to="?tab=leads&view=spam" variant="outline" colorPalette="gray" size="sm" className="tabular">
      <ShieldAlert aria-hidden="true" /> Spam{count > 0 && ` (${formatCount(count)})`}
    </LinkButton>
  );
}
