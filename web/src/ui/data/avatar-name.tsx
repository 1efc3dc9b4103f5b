import { HStack, Link, Stack, Text } from '@chakra-ui/react';
import { Link as RouterLink } from 'react-router-dom';
import { InitialsAvatar } from './initials-avatar';

interface AvatarNameProps {
  name: string;
  /** Where the name leads, if anywhere. */
  to?: string;
  /** A second line, quieter. */
  detail?: string | null | undefined;
}

/** Whom a row is about: initials and the name, which may be the way there. */
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
