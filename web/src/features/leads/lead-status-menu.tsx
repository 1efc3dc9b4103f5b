import { ChevronDown } from 'lucide-react';
import { filterMessages } from '../../messages/leads/lead-filters';
import { useReadOnly } from '../../shared/dashboard-access';
import { toWords } from '../../shared/format';
import type { LeadFieldsFragment, LeadStatus } from '../../shared/graphql/generated';
import { StatusBadge } from '../../shared/status-badge';
import { MenuButton } from '../../ui/menu/menu-button';
import { leadDisplayName } from './lead-name';
import { statusChoices } from './lead-query';
import { useLeadStatus } from './use-lead-status';

/** A lead's status within the list, which a menu changes at once. Held leads and read-only viewers have no menu. */
export function LeadStatusMenu({ lead }: { lead: LeadFieldsFragment }) {
  const { status, choose } = useLeadStatus(lead);
  const isReadOnly = useReadOnly();
  if (lead.held || isReadOnly) return <StatusBadge status={lead.held ? 'held' : status} />;
  return (
    <MenuButton
      variant="plain"
      height="8"
      minWidth="0"
      paddingX="1"
      marginX="-1"
      gap="0.5"
      _icon={{ boxSize: '3' }}
      // Tablets have no room for it.
      css={{ '& > svg': { display: { md: 'none', xl: 'block' } } }}
      aria-label={filterMessages.statusOf(leadDisplayName(lead), toWords(status))}
      items={statusChoices}
      onSelect={(value) => value !== status && choose(value as LeadStatus)}
    >
      <StatusBadge status={status} />
      <ChevronDown aria-hidden="true" />
    </MenuButton>
  );
}
