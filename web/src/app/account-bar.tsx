import { useQuery } from '@apollo/client/react';
import { HStack, Text } from '@chakra-ui/react';
import { lazy, Suspense } from 'react';
import { LogoutButton } from '../features/sessions/logout-button';
import { useIsAccount } from '../shared/dashboard-access';
import { ViewerDocument } from '../shared/graphql/generated';
import { ColorModeButton } from '../ui/button/color-mode-button';
import { InitialsAvatar } from '../ui/data/initials-avatar';

// Loaded after the screen, because nothing on it depends on it.
const NotificationsButton = lazy(async () => ({
  default: (await import('../features/leads/notifications/notifications-button')).NotificationsButton,
}));

/**
 * The name of the signed-in administrator or team member, the notifications of a client's account on its own dashboard,
 * the theme switch and, unless the way out is elsewhere, the logout button.
 */
export function AccountBar({ logoutAs }: { logoutAs?: 'admin' | 'client' }) {
  const { data } = useQuery(ViewerDocument, { fetchPolicy: 'cache-first' });
  // Somebody who is signed in as another client has only the link of this dashboard.
  const isAccount = useIsAccount();
  const viewer = data?.viewer;
  const name = logoutAs === 'client' ? viewer?.member?.name : viewer?.user?.username;
  const logout = logoutAs && <LogoutButton as={logoutAs} isWide={name !== undefined} />;
  return (
    <>
      {name !== undefined && (
        <HStack hideBelow="lg" gap="2" flex="1" minWidth="0" paddingInlineStart="1">
          <InitialsAvatar name={name} />
          <Text textStyle="sm" fontWeight="medium" truncate dir="auto">
            {name}
          </Text>
        </HStack>
      )}
      {name === undefined && logout}
      {isAccount && viewer?.client && (
        <Suspense>
          <NotificationsButton
            clientId={viewer.client.id}
            timeZone={viewer.client.timeZone}
            memberId={viewer.member?.id ?? null}
          />
        </Suspense>
      )}
      <ColorModeButton />
      {name !== undefined && logout}
    </>
  );
}
