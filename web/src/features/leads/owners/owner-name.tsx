import { HStack, Text } from '@chakra-ui/react';
import { ownerMessages } from '../../../messages/leads/lead-owners';
import { InitialsAvatar } from '../../../ui/data/initials-avatar';

/** The owner of a lead within a list. Where `isShort` applies, only the initials are seen. */
export const OwnerName = ({ name, isShort }: { name: string; isShort?: boolean }) => (
  <HStack gap="1.5" minWidth="0" title={ownerMessages.ownedBy(name)}>
    <InitialsAvatar name={name} size="20px" />
    <Text as="span" truncate dir="auto" css={isShort ? shortStyle : {}}>
      {name}
    </Text>
  </HStack>
);

/** Tables have no room for the name, except on phones, where they show cards, and on wide screens. */
const shortStyle = { '@media (min-width: 48rem) and (max-width: 95.99rem)': { srOnly: true } };
