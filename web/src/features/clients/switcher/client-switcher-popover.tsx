import { Box, Input, Link, Skeleton, Text } from '@chakra-ui/react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link as RouterLink, useNavigate, useSearchParams } from 'react-router';
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

/**
 * A searchable list of clients, the recent ones first. Choosing one opens the same tab of its dashboard; Enter in the
 * search opens the first, as soon as the clients are loaded. The browser's own popover, because Chakra's would be a
 * part of every screen's first load.
 */
export function ClientSwitcherPopover({ currentId, anchor, onClose }: ClientSwitcherPopoverProps) {
  const { items } = useWholeList(ClientsDocument, {}, ({ clients }) => clients);
  const [search, setSearch] = useState('');
  const [submittedSearch, setSubmittedSearch] = useState<string>();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const popover = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const { bottom, left } = anchor.current!.getBoundingClientRect();
    Object.assign(popover.current!.style, { top: `${bottom + 4}px`, left: `${left}px` });
    popover.current!.showPopover();
    input.current!.focus();
  }, [anchor]);
  const others = items?.filter(({ id }) => id !== currentId) ?? [];
  const clients = recentFirst(filterClients(others, search.trim()), recentClients());
  const tab = params.get('tab');
  const hrefOf = (id: string) => `${paths.adminClient.href(id)}${tab ? `?tab=${tab}` : ''}`;
  const first = search === submittedSearch ? clients[0] : undefined;
  const firstHref = first && hrefOf(first.id);
  // An effect, because Enter may be pressed before the clients are loaded.
  useEffect(() => {
    if (firstHref === undefined) return;
    onClose();
    void navigate(firstHref);
  }, [firstHref, navigate, onClose]);
  return (
    <Box
      ref={popover}
      popover="auto"
      role="dialog"
      aria-label={consoleMessages.clients}
      css={popoverStyle}
      onToggle={(event) => event.newState === 'closed' && onClose()}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setSubmittedSearch(search);
        }}
      >
        <Input
          ref={input}
          type="search"
          variant="flushed"
          paddingX="3"
          aria-label={consoleMessages.findClient}
          placeholder={consoleMessages.findClient}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </form>
      <Box as="ul" listStyleType="none" padding="1" maxHeight="20rem" overflowY="auto">
        {clients.map(({ id, businessName, status }) => (
          <li key={id}>
            <Link asChild css={clientStyle}>
              <RouterLink to={hrefOf(id)} onClick={onClose}>
                <InitialsAvatar name={businessName} shape="square" />
                <Text as="span" flex="1" truncate dir="auto">
                  {businessName}
                </Text>
                {status === 'inactive' && (
                  <Box as="span" boxSize="1.5" borderRadius="full" bg="fg.subtle" aria-hidden="true" />
                )}
              </RouterLink>
            </Link>
          </li>
        ))}
      </Box>
      {!items && <Skeleton height="9" margin="1" />}
      {items && clients.length === 0 && (
        <Text padding="3" textStyle="sm" color="fg.muted">
          {consoleMessages.noClients}
        </Text>
      )}
    </Box>
  );
}

const popoverStyle = {
  position: 'fixed',
  inset: 'auto',
  margin: '0',
  width: '20rem',
  maxWidth: 'calc(100vw - 4rem)',
  bg: 'bg.panel',
  color: 'fg',
  shadow: 'float',
  borderRadius: 'l3',
  overflow: 'hidden',
};

const clientStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: '2.5',
  minHeight: '9',
  paddingX: '2',
  borderRadius: 'l2',
  textStyle: 'sm',
  color: 'fg',
  _hover: { bg: 'bg.muted', textDecoration: 'none' },
  '@media (pointer: coarse)': { minHeight: '11' },
};
