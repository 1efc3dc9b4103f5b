import { ClientComparisonDocument } from '../../shared/graphql/generated';
import type { ColumnSort } from '@tanstack/react-table';
import { Building2 } from 'lucide-react';
import { paths } from '../../shared/paths';
import { AvatarName } from '../../ui/data/avatar-name';
import { EmptyState } from '../../ui/feedback/empty-state';
import { PagedTable } from '../../ui/table/paged-table';
import type { Column } from '../../ui/table/use-data-table';
import { useWholeList } from '../../shared/use-whole-list';
import { consoleMessages } from '../../messages/admin-console';
import type { ClientComparisonRow } from './client-comparison-row';

interface CompareClientsProps {
  columns: ReadonlyArray<Column<ClientComparisonRow>>;
  firstSort?: ColumnSort;
  /** Selects and orders the compared clients. Defaults to all clients. */
  select?: (clients: readonly ClientComparisonRow[]) => readonly ClientComparisonRow[];
}

const nameColumn: Column<ClientComparisonRow> = {
  header: consoleMessages.client,
  primary: true,
  sortBy: ({ businessName }) => businessName,
  cell: ({ id, businessName }) => <AvatarName shape="square" name={businessName} to={paths.adminClient.href(id)} />,
};

const allClients = (clients: readonly ClientComparisonRow[]) => clients;

/** A table that compares the agency's clients. */
export function ClientComparisonTable({ columns, firstSort, select = allClients }: CompareClientsProps) {
  const { items, error, refetch } = useWholeList(ClientComparisonDocument, {}, ({ clients }) => clients);
  return (
    <PagedTable
      itemName="clients"
      columns={[nameColumn, ...columns]}
      rows={items && select(items)}
      rowKey={({ id }) => id}
      failed={error !== undefined}
      onRetry={() => void refetch()}
      empty={
        <EmptyState
          icon={Building2}
          title={consoleMessages.noClients}
          children={`Add clients under ${consoleMessages.clientManagement}.`}
        />
      }
      {...(firstSort ? { initialSort: firstSort } : {})}
    />
  );
}
