import { HStack, Link, Stack, Text } from '@chakra-ui/react';
import { Link as RouterLink } from 'react-router-dom';
import { InitialsAvatar } from './initials-avatar';

interface AvatarLinkProps {
  name: string;
  to: string;
  /** A second line, quieter. */
  detail?: string;
}

/** Whom a row is about: initials, and the name as the way there. */
export function AvatarLink({ name, to, detail }: AvatarLinkProps) {
  return (
    <HStack gap="3" minWidth="0">
      <InitialsAvatar name={name} />
      <Stack gap="0" minWidth="0">
        <Link asChild fontWeight="medium" color="fg" display="inline" overflowWrap="anywhere">
          <RouterLink to={to}>{name}</RouterLink>
        </Link>
        {detail && (
          <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
            {detail}
          </Text>
        )}
      </Stack>
    </HStack>
  );
}
