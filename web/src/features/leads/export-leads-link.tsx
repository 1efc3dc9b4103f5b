import { useApolloClient } from '@apollo/client/react';
import { Button } from '@chakra-ui/react';
import { SESSION_PARAMETER } from '@dripline/contract/sessions';
import { Download } from 'lucide-react';
import { RecentSignInDocument } from '../../shared/graphql/generated';
import { useSessionRole } from '../../shared/session-role';
import { dashboardMessages } from '../../messages/dashboard';
import { type LeadFilter, toApiFilter } from './lead-query';

/** Returns the address of the filtered and sorted leads as CSV, which the API streams, and a function that downloads it. */
export function useLeadsExport(clientId: string, filter: LeadFilter) {
  const apollo = useApolloClient();
  const query = new URLSearchParams({
    ...Object.fromEntries(
      Object.entries(toApiFilter(filter)).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
    ),
    sort: filter.sort,
    order: filter.order,
  });
  query.set(SESSION_PARAMETER, useSessionRole());
  const href = `/api/clients/${clientId}/leads.csv?${query}`;
  // A download cannot ask for a recent sign-in, so a query asks before it.
  const download = async () => {
    const confirmed = await apollo
      .query({ query: RecentSignInDocument, fetchPolicy: 'no-cache' })
      .then(({ data }) => data?.recentSignIn)
      .catch(() => false);
    if (confirmed) Object.assign(document.createElement('a'), { href, download: 'leads.csv' }).click();
  };
  return { href, download };
}

/** Downloads the filtered and sorted leads as CSV. */
export function ExportLeadsLink({ clientId, filter }: { clientId: string; filter: LeadFilter }) {
  const { href, download } = useLeadsExport(clientId, filter);
  return (
    <Button asChild variant="outline" colorPalette="gray" size="sm">
      <a
        href={href}
        download="leads.csv"
        onClick={(event) => {
          event.preventDefault();
          void download();
        }}
      >
        <Download aria-hidden="true" /> {dashboardMessages.exportLeads}
      </a>
    </Button>
  );
}
