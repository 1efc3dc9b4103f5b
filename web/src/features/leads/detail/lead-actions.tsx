import { Button, HStack } from '@chakra-ui/react';
import { Mail, MessageSquare, Phone } from 'lucide-react';
import { sharedMessages } from '../../../messages/shared';
import { useReadOnly } from '../../../shared/dashboard-access';
import type { LeadFieldsFragment, LeadStatus } from '../../../shared/graphql/generated';
import { StatusBadge } from '../../../shared/status-badge';
import { Select } from '../../../ui/form/select';
import { statusChoices } from '../lead-query';

interface LeadActionsProps {
  lead: LeadFieldsFragment;
  status: LeadStatus;
  onStatus: (status: LeadStatus) => void;
}

/** A lead's status, which is saved as soon as it is chosen, and the ways to reach the lead. */
export function LeadActions({ lead: { held, phone, email }, status, onStatus }: LeadActionsProps) {
  const isReadOnly = useReadOnly();
  const ways = [
    { icon: Phone, label: 'Call', href: phone && `tel:${phone}` },
    { icon: MessageSquare, label: 'Text', href: phone && `sms:${phone}` },
    { icon: Mail, label: 'Email', href: email && `mailto:${email}` },
  ];
  return (
    <HStack gap="2" flexWrap="wrap">
      {isReadOnly ? (
        <StatusBadge status={held ? 'held' : status} />
      ) : (
        <Select
          size="sm"
          flex="1 1 8.5rem"
          maxWidth={{ md: '8.5rem' }}
          aria-label={sharedMessages.status}
          options={statusChoices}
          value={status}
          onChange={(event) => onStatus(event.target.value as LeadStatus)}
        />
      )}
      {held && !isReadOnly && <StatusBadge status="held" />}
      <HStack gap="2" flexGrow={{ base: '1', md: '0' }}>
        {ways.map(
          ({ icon: Icon, label, href }) =>
            href && (
              <Button
                key={label}
                asChild
                size="sm"
                variant="outline"
                colorPalette="gray"
                paddingX="2.5"
                flexGrow={{ base: '1', md: '0' }}
              >
                <a href={href}>
                  <Icon aria-hidden="true" /> {label}
                </a>
              </Button>
            ),
        )}
      </HStack>
    </HStack>
  );
}
