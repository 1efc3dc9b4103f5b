import { Link, Stack, Text } from '@chakra-ui/react';
import type { LeadFieldsFragment } from '../../shared/graphql/generated';
import { formatPhone } from '../../shared/phone';

interface LeadContactProps {
  lead: Pick<LeadFieldsFragment, 'email' | 'phone'> & { held?: boolean };
}

/** A lead's phone number and email. */
export function LeadContact({ lead }: LeadContactProps) {
  if (lead.held && !lead.email && !lead.phone) return <Text color="fg.muted">Hidden while held</Text>;
  return (
    <Stack gap="0" minWidth={{ base: '0', xl: '44' }}>
      {lead.phone && (
        <Link href={`tel:${lead.phone}`} color="fg" whiteSpace="nowrap">
          {formatPhone(lead.phone)}
        </Link>
      )}
      {lead.email && (
        <Link
          href={`mailto:${lead.email}`}
          textStyle={lead.phone ? 'xs' : 'sm'}
          color="fg.muted"
          overflowWrap="anywhere"
          hideBelow={lead.phone ? 'xl' : undefined}
        >
          {lead.email}
        </Link>
      )}
    </Stack>
  );
}
