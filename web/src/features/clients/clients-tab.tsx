import { Button, Stack } from '@chakra-ui/react';
import { ClientsDocument } from '../../shared/graphql/generated';
import { Plus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { PageHeader } from '../../ui/layout/page-header';
import { SearchField } from '../../ui/form/search-field';
import { ResetSecondFactorDialog } from '../../shared/dialogs/reset-second-factor-dialog';
import { NotFoundDialog } from '../../shared/dialogs/not-found-dialog';
import { useAddressedDialog, useOpened } from '../../shared/dialogs/use-addressed-dialog';
import { useWholeList } from '../../shared/use-whole-list';
import { consoleMessages } from '../../messages/admin-console';
import { AddClientDialog } from './add-client-dialog';
import { ClientsTable } from './clients-table';
import { DeleteClientDialog } from './delete-client-dialog';
import { EditClientDrawer } from './edit-client-drawer';
import { filterClients } from './filter-clients';
import { type ClientAccess, HandOverDialog } from './hand-over-dialog';
import type { ClientRow } from './client-row';

/** The filter is shown for more clients than this. */
const FILTER_THRESHOLD = 10;

const dialogs = ['add', 'edit', 'reset', 'delete'] as const;

/** The Client Management tab: stat cards, the clients table and its dialogs. */
export function ClientsTab({ stats }: { stats: ReactNode }) {
  const { items, isComplete, error, refetch } = useWholeList(ClientsDocument, {}, ({ clients }) => clients);
  const [typed, setTyped] = useState('');
  const [access, setAccess] = useState<ClientAccess | null>(null);
  const { kind, id, open, close } = useAddressedDialog(dialogs);
  const client = useOpened<ClientRow>(`${kind} ${id}`).keep(items?.find((item) => item.id === id));
  const search = typed.trim();
  const filter = useRef<HTMLInputElement>(null);
  const clearFilter = () => {
    setTyped('');
    filter.current?.focus();
  };
  const clear = (
    <Button size="sm" variant="outline" onClick={clearFilter}>
      Clear filter
    </Button>
  );
  return (
    <Stack gap="4">
      <PageHeader title={consoleMessages.clientManagement}>
        <Button size="sm" onClick={() => open('add')}>
          <Plus aria-hidden="true" /> {consoleMessages.addClient}
        </Button>
      </PageHeader>
      {stats}
      {items && (items.length > FILTER_THRESHOLD || search) && (
        <SearchField
          ref={filter}
          label="Filter clients"
          placeholder="Filter by name, email or phone"
          value={typed}
          onChange={setTyped}
        />
      )}
      <ClientsTable
        clients={items && filterClients(items, search)}
        search={search}
        failed={error !== undefined}
        onRetry={() => void refetch()}
        emptyAction={search && clear}
        onEdit={(row) => open('edit', row.id)}
        onReset={(row) => open('reset', row.id)}
        onDelete={(row) => open('delete', row.id)}
      />
      {kind === 'add' && <AddClientDialog onCreated={setAccess} onClose={close} />}
      {/* Only after the other dialog has closed, because leaving while a password is shown asks for confirmation. */}
      {access && !kind && <HandOverDialog {...access} onClose={() => setAccess(null)} />}
      {client && kind === 'edit' && <EditClientDrawer client={client} onClose={close} />}
      {client && kind === 'reset' && (
        <ResetSecondFactorDialog id={client.id} name={client.businessName} onClose={close} />
      )}
      {client && kind === 'delete' && <DeleteClientDialog client={client} onClose={close} />}
      {id !== '' && isComplete && !client && <NotFoundDialog what="client" onClose={close} />}
    </Stack>
  );
}
