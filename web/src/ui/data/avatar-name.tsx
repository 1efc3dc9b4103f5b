import { HStack, Link, Stack, Text } from '@chakra-ui/react';
import { Link as RouterLink } from 'react-router';
import { type AvatarShape, InitialsAvatar } from './initials-avatar';

interface AvatarNameProps {
  name: string;
  /** The path that the name links to, if any. */
  to?: string;
  /** A second line in muted text. */
  detail?: string | null | undefined;
  /** Makes the name a button. */
  onOpen?: (() => void) | undefined;
  shape?: AvatarShape;
}

/** An avatar with initials beside a name, which can be a link. */
export function AvatarName({ name, to, detail, onOpen, shape = 'round' }: AvatarNameProps) {
  return (
    <HStack gap="2.5" minWidth="0">
      <InitialsAvatar name={name} shape={shape} />
      <Stack gap="0" minWidth={{ base: '0', md: '5rem', xl: '6.5rem' }}>
        {onOpen ? (
          <Link asChild {...linkStyle}>
            <button type="button" dir="auto" onClick={onOpen}>
              {name}
            </button>
          </Link>
        ) : to === undefined ? (
          <Text textStyle="sm" fontWeight="medium" overflowWrap="anywhere" lineClamp="2" dir="auto">
            {name}
          </Text>
        ) : (
          <Link asChild {...linkStyle} dir="auto">
            <RouterLink to={to}>{name}</RouterLink>
          </Link>
        )}
        {detail && (
          <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere" lineClamp="1" dir="auto">
            {detail}
          </Text>
        )}
      </Stack>
    </HStack>
  );
}

const linkStyle = {
  textStyle: 'sm',
  fontWeight: 'medium',
  color: 'fg',
  lineClamp: '2',
  textAlign: 'start',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
} as const;
