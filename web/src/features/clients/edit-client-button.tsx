import { Button } from '@chakra-ui/react';
import { Pencil } from 'lucide-react';
import { lazy, Suspense } from 'react';
import type { ClientFieldsFragment } from '../../shared/graphql/generated';
import { useAddressedDialog } from '../../shared/dialogs/use-addressed-dialog';
import { consoleMessages } from '../../messages/admin-console';

// Loaded on demand because clients cannot open it.
const EditClientDrawer = lazy(async () => ({ default: (await import('./edit-client-drawer')).EditClientDrawer }));

const dialogs = ['edit'] as const;

/** Opens the client's settings for administrators. */
export function EditClientButton({ client }: { client: ClientFieldsFragment }) {
  const { kind, open, close } = useAddressedDialog(dialogs);
  return (
    <>
      <Button size="sm" onClick={() => open('edit')}>
        <Pencil aria-hidden="true" /> {consoleMessages.editClient}
      </Button>
      {kind && (
        <Suspense>
          <EditClientDrawer client={client} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
