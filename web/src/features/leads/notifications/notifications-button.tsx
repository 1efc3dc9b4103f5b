import { useQuery } from '@apollo/client/react';
import { Box, IconButton } from '@chakra-ui/react';
import { Bell } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { notificationMessages } from '../../../messages/leads/notifications';
import { ViewerDocument } from '../../../shared/graphql/generated';

const load = () => import('./notifications-panel');
const NotificationsPanel = lazy(async () => ({ default: (await load()).NotificationsPanel }));

interface NotificationsButtonProps {
  clientId: string;
  timeZone: string;
  /** The signed-in member. Null for the client's own account. */
  memberId: string | null;
}

/** The bell with the number of notifications that the account has not seen, which stays current. It opens their list. */
export function NotificationsButton({ clientId, ...panel }: NotificationsButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // Loaded with the account, and kept current by the stream of the dashboard.
  const { data } = useQuery(ViewerDocument, { fetchPolicy: 'cache-only' });
  const state = data?.viewer?.client?.notificationState;
  const unseen = state?.unseen ?? 0;
  const count = unseen > 99 ? '99+' : String(unseen);
  return (
    <>
      <IconButton
        ref={button}
        variant="ghost"
        colorPalette="gray"
        size="sm"
        position="relative"
        aria-label={unseen > 0 ? notificationMessages.withNew(count) : notificationMessages.notifications}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setOpen(true)}
      >
        <Bell />
        {unseen > 0 && (
          <Box as="span" aria-hidden="true" className="tabular" css={countStyle}>
            {count}
          </Box>
        )}
      </IconButton>
      {isOpen && (
        <Suspense>
          <NotificationsPanel
            clientId={clientId}
            seenAt={state?.seenAt ?? null}
            anchor={button}
            onClose={() => setOpen(false)}
            {...panel}
          />
        </Suspense>
      )}
    </>
  );
}

const countStyle = {
  position: 'absolute',
  top: '0',
  insetInlineEnd: '-0.5',
  minWidth: '4',
  paddingX: '1',
  borderRadius: 'full',
  bg: 'brand.solid',
  color: 'brand.contrast',
  fontSize: '0.625rem',
  lineHeight: '1rem',
  fontWeight: 'semibold',
} as const;
