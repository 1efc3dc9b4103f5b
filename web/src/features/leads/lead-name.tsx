import { HStack, Stack, Text } from '@chakra-ui/react';
import type { LeadFieldsFragment } from '@dripline/contract/generated';
import { formatPhone } from '../../phone';
import { InitialsAvatar } from '../../ui/initials-avatar';

/** How a lead is called in lists and titles. */
export const nameOf = (lead: LeadFieldsFragment) =>
  lead.fullName ?? lead.email ?? (lead.phone ? formatPhone(lead.phone) : lead.held ? 'Held lead' : 'Unnamed lead');

/** A lead's initials and name, with one more line of what is known. */
export function LeadName({ lead, detail }: { lead: LeadFieldsFragment; detail?: string | null }) {
  const name = nameOf(lead);
  return (
    <HStack gap="3" minWidth="0">
      <InitialsAvatar name={name} />
      <Stack gap="0" minWidth="0">
        <Text textStyle="sm" fontWeight="medium" overflowWrap="anywhere">
          {name}
        </Text>
        {detail && (
          <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
            {detail}
          </Text>
        )}
      </Stack>
    </HStack>
  );
}
