import { useQuery } from '@apollo/client/react';
import { Box } from '@chakra-ui/react';
import { UserRound } from 'lucide-react';
import { ownerMessages } from '../../../messages/leads/lead-owners';
import { sharedMessages } from '../../../messages/shared';
import { LeadOwnersDocument } from '../../../shared/graphql/generated';
import { refreshedOnOpen } from '../../../shared/refreshed-on-open';
import { MenuButton } from '../../../ui/menu/menu-button';
import { type OwnerChoice, toOwnerChoices } from './use-change-owner';

interface OwnerMenuProps {
  clientId: string;
  onChoose: (owner: OwnerChoice) => void;
}

/** A button that opens the menu of owners of the selected leads. Teams without members have none. Phones show its icon. */
export function OwnerMenu({ clientId, onChoose }: OwnerMenuProps) {
  const { data } = useQuery(LeadOwnersDocument, { variables: { clientId }, ...refreshedOnOpen });
  const choices = toOwnerChoices(data?.client.leadOwners);
  if (choices.length === 0) return null;
  return (
    <MenuButton
      size="sm"
      variant="outline"
      colorPalette="gray"
      flexShrink="0"
      paddingX={{ base: '2', md: '3' }}
      aria-label={ownerMessages.setOwner}
      items={choices}
      onSelect={(chosen) => onChoose(choices.find(({ value }) => value === chosen)!)}
    >
      <UserRound aria-hidden="true" />
      <Box as="span" hideBelow="md">
        {sharedMessages.owner}
      </Box>
    </MenuButton>
  );
}
