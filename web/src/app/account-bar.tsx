import { useQuery } from '@apollo/client/react';
import { HStack, Text } from '@chakra-ui/react';
import { LogoutButton } from '../features/sessions/logout-button';
import { ViewerDocument } from '../shared/graphql/generated';
import { ColorModeButton } from '../ui/button/color-mode-button';
import { InitialsAvatar } from '../ui/data/initials-avatar';

/** The signed-in administrator's name, the theme switch and, unless the way out is elsewhere, the logout button. */
export function AccountBar({ logoutAs }: { logoutAs?: 'admin' | 'client' }) {
  const { data } = useQuery(ViewerDocument, { fetchPolicy: 'cache-first' });
  const username = logoutAs === 'client' ? undefined : data?.viewer.user?.username;
  return (
    <>
      {username !== undefined && (
        <HStack hideBelow="lg" gap="2" flex="1" minWidth="0" paddingInlineStart="1">
          <InitialsAvatar name={username} />
          <Text textStyle="sm" fontWeight="medium" truncate dir="auto">
            {username}
          </Text>
        </HStack>
      )}
      {logoutAs === 'client' && <LogoutButton as={logoutAs} />}
      <ColorModeButton />
      {logoutAs === 'admin' && <LogoutButton as={logoutAs} />}
    </>
  );
}
