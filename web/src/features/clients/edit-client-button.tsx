import { Button } from '@chakra-ui/react';
import { Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { ClientFieldsFragment } from '../../shared/graphql/generated';
import { consoleMessages } from '../../messages/admin-console';

// Loaded on demand because clients cannot open it.
const EditClientDrawer = lazy(async () => ({ default: (await import('./edit-client-drawer')).EditClientDrawer }));

/** Opens the client's settings for administrators. */
export function EditClientButton({ client }: { client: ClientFieldsFragment }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <Pencil aria-hidden="true" /> {consoleMessages.editClient}
      </Button>
      {isOpen && (
        <Suspense>
          <EditClientDrawer client={client} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
