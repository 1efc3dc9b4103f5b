import { useQuery } from '@apollo/client/react';
import { Button, HStack, Text } from '@chakra-ui/react';
import { ownerMessages } from '../../../messages/leads/lead-owners';
import { sharedMessages } from '../../../messages/shared';
import { useReadOnly } from '../../../shared/dashboard-access';
import { type LeadFieldsFragment, ViewerDocument } from '../../../shared/graphql/generated';
import { Select } from '../../../ui/form/select';
import { NOBODY, type OwnerChoice, useChangeOwner } from './use-change-owner';

interface LeadOwnerProps {
  lead: Pick<LeadFieldsFragment, 'id' | 'clientId' | 'owner'>;
  /** Who can be chosen. */
  owners: readonly OwnerChoice[];
}

/** The owner of one lead, which is saved as soon as it is chosen. Members can make themselves the owner. */
export function LeadOwner({ lead: { id, clientId, owner }, owners }: LeadOwnerProps) {
  const isReadOnly = useReadOnly();
  const change = useChangeOwner(clientId);
  // The dashboard has loaded it.
  const { data } = useQuery(ViewerDocument, { fetchPolicy: 'cache-only' });
  const own = owners.find(({ value }) => value === data?.viewer?.member?.id);
  if (isReadOnly || owners.length === 0)
    return (
      <Text textStyle="sm" dir="auto">
        {owner?.name ?? ownerMessages.nobody}
      </Text>
    );
  return (
    <HStack gap="2" flexWrap="wrap">
      <Select
        size="sm"
        flex="1 1 10rem"
        maxWidth={{ md: '16rem' }}
        dir="auto"
        aria-label={sharedMessages.owner}
        options={owners}
        value={owner?.id ?? NOBODY}
        onChange={({ target }) =>
          void change(
            [id],
            owners.find(({ value }) => value === target.value)!,
          )
        }
      />
      {own && own.value !== owner?.id && (
        <Button size="sm" variant="outline" colorPalette="gray" onClick={() => void change([id], own)}>
          {ownerMessages.assignToMe}
        </Button>
      )}
    </HStack>
  );
}
