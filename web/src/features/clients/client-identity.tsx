import { Box, HStack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import type { ClientFieldsFragment } from '../../shared/graphql/generated';
import { toWords } from '../../shared/format';
import { InitialsAvatar } from '../../ui/data/initials-avatar';

interface ClientIdentityProps {
  client: Pick<ClientFieldsFragment, 'businessName' | 'status'>;
  /** At the end, such as the arrows of the client switcher. */
  children?: ReactNode;
}

/** A client's avatar, name and status in one row. */
export function ClientIdentity({ client: { businessName, status }, children }: ClientIdentityProps) {
  return (
    <HStack gap="2" minHeight="11" minWidth="0" paddingInline={{ lg: '2' }} textAlign="start" flex="1">
      <InitialsAvatar name={businessName} shape="square" />
      <Box minWidth="0" flex="1">
        <Text as="span" {...nameStyle} dir="auto">
          {businessName}
        </Text>
        <HStack as="span" gap="1.5" textStyle="xs" color="fg.muted" fontWeight="normal">
          <Box as="span" boxSize="1.5" borderRadius="full" bg={status === 'active' ? 'green.solid' : 'fg.subtle'} />
          {toWords(status)}
        </HStack>
      </Box>
      {children}
    </HStack>
  );
}

const nameStyle = {
  textStyle: 'sm',
  fontWeight: 'semibold',
  lineHeight: '1.25rem',
  lineClamp: { base: '1', lg: '2' },
  overflowWrap: 'anywhere',
  whiteSpace: 'normal',
} as const;
