import { HStack, Link, Stack, Text } from '@chakra-ui/react';
import { Link as RouterLink } from 'react-router';
import { InitialsAvatar } from './initials-avatar';

interface AvatarNameProps {
  name: string;
  /** The path that the name links to, if any. */
  to?: string;
  /** A second line in muted text. */
  detail?: string | null | undefined;
}

/** An avatar with initials beside a name, which can be a link. */
export function AvatarName({ name, to, detail }: AvatarNameProps) {
  return (
    <HStack gap="3" minWidth="0">
      <InitialsAvatar name={name} />
      <Stack gap="0" minWidth="0">
        {to === undefined ? (
          <Text textStyle="sm" fontWeight="medium" overflowWrap="anywhere">
            {name}
          </Text>
        ) : (
          <Link asChild fontWeight="medium" color="fg" display="inline" overflowWrap="anywhere">
            <RouterLink to={to}>{name}</RouterLink>
          </Link>
        )}
        {detail && (
          <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
            {detail}
          </Text>
        )}
      </Stack>
    </HStack>
  );
}
