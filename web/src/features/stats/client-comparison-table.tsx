import { useQuery } from '@apollo/client/react';
import { ClientsComparedDocument } from '../../shared/graphql/generated';
import { Building2 } from 'lucide-react';
import { paths } from '../../shared/paths';
import { AvatarName } from '../../ui/data/avatar-name';
import { EmptyState } from '../../ui/feedback/empty-state';
import { type PagedColumn, PagedTable } from '../../ui/table/paged-table';
import type { Sort } from '../../ui/table/sort-rows';
import { consoleWords } from '../../messages/admin-console';
import type { ComparedClient } from './client-comparison-row';

interface CompareClientsProps {
  columns: ReadonlyArray<PagedColumn<ComparedClient>>;
  firstSort?: Sort;
  /** Which of the clients are compared, and in what order; all of them where left out. */
  choose?: (clients: readonly ComparedClient[]) => readonly ComparedClient[];
}

const name: PagedColumn<ComparedClient> = {
  header: consoleWords.client,
  primary: true,
  sortBy: ({ businessName }) => businessName,
  cell: ({ id, businessName }) => <AvatarName name={businessName} to={paths.adminClient.href(id)} />,
};

const everyone = (clients: readonly ComparedClient[]) => clients;

/** The agency's clients side by side. */
export function CompareClients({ columns, firstSort, choose = everyone }: CompareClientsProps) {
  const { data, error, refetch } = useQuery(ClientsComparedDocument);
  return (
    <PagedTable
      what="clients"
      columns={[name, ...columns]}
      rows={data && choose(data.clients)}
      rowKey={({ id }) => id}
      failed={error !== undefined}
      onRetry={() => void refetch()}
      empty={
        <EmptyState
          icon={Building2}
          title={consoleWords.noClients}
          children={`Clients are added under ${consoleWords.clientManagement}.`}
        />
      }
      {...(firstSort ? { firstSort } : {})}
    />
  );
}
