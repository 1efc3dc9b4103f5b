import { Box, createListCollection, Listbox, Popover, Portal, Skeleton, Text } from '@chakra-ui/react';
import { type RefObject, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ClientsDocument } from '../../../shared/graphql/generated';
import { paths } from '../../../shared/paths';
import { useWholeList } from '../../../shared/use-whole-list';
import { InitialsAvatar } from '../../../ui/data/initials-avatar';
import { consoleMessages } from '../../../messages/admin-console';
import { filterClients } from '../filter-clients';
import { recentClients, recentFirst } from './recent-clients';

interface ClientSwitcherPopoverProps {
  currentId: string;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** A searchable list of clients, the recent ones first. Choosing one opens the same tab of its dashboard. */
export function ClientSwitcherPopover({ currentId, anchor, onClose }: ClientSwitcherPopoverProps) {
  const { items } = useWholeList(ClientsDocument, {}, ({ clients }) => clients);
  const [search, setSearch] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const others = items?.filter(({ id }) => id !== currentId) ?? [];
  const collection = createListCollection({
    items: recentFirst(filterClients(others, search.trim()), recentClients()),
    itemToValue: ({ id }) => id,
    itemToString: ({ businessName }) => businessName,
  });
  const open = (id: string) => {
    onClose();
    const tab = params.get('tab');
    void navigate(`${paths.adminClient.href(id)}${tab ? `?tab=${tab}` : ''}`);
  };
  return (
    <Popover.Root
      open
      onOpenChange={({ open: isOpen }) => isOpen || onClose()}
      positioning={{ placement: 'bottom-start', getAnchorRect: () => anchor.current?.getBoundingClientRect() ?? null }}
      initialFocusEl={() => input.current}
      finalFocusEl={() => anchor.current}
    >
      <Portal>
        <Popover.Positioner>
          <Popover.Content width="20rem" maxWidth="calc(100vw - 2rem)" aria-label={consoleMessages.clients}>
            <Listbox.Root
              collection={collection}
              value={[]}
              onSelect={({ value }) => open(value)}
              aria-label={consoleMessages.clients}
            >
              <Listbox.Input
                ref={input}
                aria-label={consoleMessages.findClient}
                placeholder={consoleMessages.findClient}
                value={search}
                onChange={(event) => setSearch(event.target.value)}
                css={searchStyle}
              />
              <Listbox.Content maxHeight="20rem" borderWidth="0" padding="1">
                {collection.items.map((client) => (
                  <Listbox.Item item={client} key={client.id} minHeight="9" gap="2.5">
                    <InitialsAvatar name={client.businessName} shape="square" />
                    <Listbox.ItemText flex="1" truncate dir="auto">
                      {client.businessName}
                    </Listbox.ItemText>
                    {client.status === 'inactive' && (
                      <Box as="span" boxSize="1.5" borderRadius="full" bg="fg.subtle" aria-hidden="true" />
                    )}
                  </Listbox.Item>
                ))}
                {!items && <Skeleton height="9" margin="1" />}
                {items && collection.size === 0 && (
                  <Text padding="2" textStyle="sm" color="fg.muted">
                    {consoleMessages.noClients}
                  </Text>
                )}
              </Listbox.Content>
            </Listbox.Root>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}

const searchStyle = {
  width: 'full',
  height: '11',
  paddingX: '3',
  textStyle: 'sm',
  bg: 'transparent',
  outline: '0',
  borderBottomWidth: '1px',
};
