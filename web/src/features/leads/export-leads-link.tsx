import { useApolloClient } from '@apollo/client/react';
import { Button } from '@chakra-ui/react';
import { SESSION_PARAMETER } from '@dripline/contract/sessions';
import { Download } from 'lucide-react';
import type { MouseEvent } from 'react';
import { RecentSignInDocument } from '../../shared/graphql/generated';
import { useSessionRole } from '../../shared/session-role';
import { dashboardMessages } from '../../messages/dashboard';
import { type LeadFilter, toApiFilter } from './lead-query';

/** Downloads the filtered and sorted leads as CSV, streamed from the API. */
export function ExportLeadsLink({ clientId, filter }: { clientId: string; filter: LeadFilter }) {
  const apollo = useApolloClient();
  const query = new URLSearchParams({
    ...Object.fromEntries(
      Object.entries(toApiFilter(filter)).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
    ),
    sort: filter.sort,
    order: filter.order,
  });
  query.set(SESSION_PARAMETER, useSessionRole());
  // A download cannot ask for a recent sign-in, so a query asks before it.
  const download = async (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    const { href } = event.currentTarget;
    const confirmed = await apollo
      .query({ query: RecentSignInDocument, fetchPolicy: 'no-cache' })
      .then(({ data }) => data?.recentSignIn)
      .catch(() => false);
    if (confirmed) Object.assign(document.createElement('a'), { href, download: 'leads.csv' }).click();
  };
  return (
    <Button asChild variant="outline" colorPalette="gray" size="sm">
      <a
        href={`/api/clients/${clientId}/leads.csv?${query}`}
        download="leads.csv"
        onClick={(event) => void download(event)}
      >
        <Download aria-hidden="true" /> {dashboardMessages.exportLeads}
      </a>
    </Button>
  );
}
