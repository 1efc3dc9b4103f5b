import type { ButtonProps } from '@chakra-ui/react';
import { ChevronDown } from 'lucide-react';
import { filterMessages } from '../../messages/leads/lead-filters';
import { useReadOnly } from '../../shared/dashboard-access';
import { toWords } from '../../shared/format';
import type { LeadFieldsFragment, LeadStatus } from '../../shared/graphql/generated';
import { StatusBadge } from '../../shared/status-badge';
import { MenuButton } from '../../ui/menu/menu-button';
import { leadDisplayName } from './lead-name';
import { statusChoices } from './lead-query';
import { useLeadStatuses } from './use-lead-statuses';

/** A lead's status within the list, which a menu changes at once. Held leads and read-only viewers have no menu. */
export function LeadStatusMenu({ lead }: { lead: LeadFieldsFragment }) {
  const { statusOf, choose } = useLeadStatuses();
  const status = statusOf(lead);
  const isReadOnly = useReadOnly();
  if (lead.held || isReadOnly) return <StatusBadge status={lead.held ? 'held' : status} />;
  return (
    <StatusMenuButton
      lead={lead}
      status={status}
      onChoose={(next) => choose(lead, next)}
      height="8"
      paddingX="1"
      marginX="-1"
      gap="0.5"
      _icon={{ boxSize: '3' }}
      // Tablets have no room for it.
      css={{ '& > svg': { display: { md: 'none', xl: 'block' } } }}
    >
      <StatusBadge status={status} />
      <ChevronDown aria-hidden="true" />
    </StatusMenuButton>
  );
}

interface StatusMenuButtonProps extends ButtonProps {
  lead: LeadFieldsFragment;
  status: LeadStatus;
  onChoose: (status: LeadStatus) => void;
}

/** A button that opens the menu of the statuses of a lead. */
export const StatusMenuButton = ({ lead, status, onChoose, ...button }: StatusMenuButtonProps) => (
  <MenuButton
    variant="plain"
    minWidth="0"
    {...button}
    aria-label={filterMessages.statusOf(leadDisplayName(lead), toWords(status))}
    items={statusChoices}
    onSelect={(value) => value !== status && onChoose(value as LeadStatus)}
  />
);
