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
  /** Selects and orders the compared clients. Defaults to all clients. */
  choose?: (clients: readonly ComparedClient[]) => readonly ComparedClient[];
}

const nameColumn: PagedColumn<ComparedClient> = {
  header: consoleWords.client,
  primary: true,
  sortBy: ({ businessName }) => businessName,
  cell: ({ id, businessName }) => <AvatarName name={businessName} to={paths.adminClient.href(id)} />,
};

const allClients = (clients: readonly ComparedClient[]) => clients;

/** A table that compares the agency's clients. */
export function CompareClients({ columns, firstSort, choose = allClients }: CompareClientsProps) {
  const { data, error, refetch } = useQuery(ClientsComparedDocument);
  return (
    <PagedTable
      what="clients"
      columns={[nameColumn, ...columns]}
      rows={data && choose(data.clients)}
      rowKey={({ id }) => id}
      failed={error !== undefined}
      onRetry={() => void refetch()}
      empty={
        <EmptyState
          icon={Building2}
          title={consoleWords.noClients}
          children={`Add clients under ${consoleWords.clientManagement}.`}
        />
      }
      {...(firstSort ? { firstSort } : {})}
    />
  );
}
