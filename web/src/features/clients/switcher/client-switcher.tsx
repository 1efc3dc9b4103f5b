import { Button } from '@chakra-ui/react';
import { ChevronsUpDown } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { ClientFieldsFragment } from '../../../shared/graphql/generated';
import { consoleMessages } from '../../../messages/admin-console';
import { ClientIdentity } from '../client-identity';
import { rememberClient } from './recent-clients';

const load = () => import('./client-switcher-popover');
// Loaded when it opens, because clients have no switcher and administrators seldom open it.
const ClientSwitcherPopover = lazy(async () => ({ default: (await load()).ClientSwitcherPopover }));

interface ClientSwitcherProps {
  client: Pick<ClientFieldsFragment, 'id' | 'businessName' | 'status'>;
}

/** Shows the current client. Pressing it opens the list of clients. */
export function ClientSwitcher({ client }: ClientSwitcherProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => rememberClient(client.id), [client.id]);
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        colorPalette="gray"
        height="auto"
        padding="0"
        justifyContent="start"
        minWidth="0"
        _icon={{ boxSize: '3.5', color: 'fg.muted' }}
        flex={{ base: '1', lg: 'none' }}
        aria-label={consoleMessages.switchClient(client.businessName)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setOpen(true)}
      >
        <ClientIdentity client={client}>
          <ChevronsUpDown aria-hidden="true" />
        </ClientIdentity>
      </Button>
      {isOpen && (
        <Suspense>
          <ClientSwitcherPopover currentId={client.id} anchor={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
