import { Button, HStack, Stack, Text } from '@chakra-ui/react';
import type { LeadFieldsFragment } from '@dripline/contract/generated';
import { Eye, Inbox, Pencil, SearchX, Trash2 } from 'lucide-react';
import { formatPhone } from '../../phone';
import { type Column, DataTable } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';
import { IconAction } from '../../ui/icon-action';
import { LinkButton } from '../../ui/link-button';
import { StatusBadge } from '../../ui/status-badge';
import { TimeAgo } from '../../ui/time-ago';
import { LeadName, nameOf } from './lead-name';

interface LeadsTableProps {
  leads: readonly LeadFieldsFragment[] | undefined;
  timeZone: string;
  filtered: boolean;
  failed: boolean;
  onRetry: () => void;
  onClear: () => void;
  onOpen: (kind: 'view' | 'edit' | 'delete', lead: LeadFieldsFragment) => void;
}

/** The leads that the filters leave. */
export function LeadsTable({ leads, timeZone, filtered, failed, onRetry, onClear, onOpen }: LeadsTableProps) {
  const columns: Column<LeadFieldsFragment>[] = [
    { header: 'Name', primary: true, cell: (lead) => <LeadName lead={lead} /> },
    { header: 'Contact', cell: (lead) => <Contact lead={lead} /> },
    { header: 'Campaign', cell: ({ campaignName }) => campaignName },
    { header: 'Status', cell: ({ held, status }) => <StatusBadge status={held ? 'held' : status} /> },
    { header: 'Received', cell: ({ createdAt }) => <TimeAgo at={createdAt} timeZone={timeZone} /> },
    {
      header: 'Actions',
      end: true,
      cell: (lead) => (
        <HStack gap="1" justify="end" marginEnd="-1">
          <IconAction label={`View ${nameOf(lead)}`} icon={Eye} onClick={() => onOpen('view', lead)} />
          <IconAction label={`Edit ${nameOf(lead)}`} icon={Pencil} onClick={() => onOpen('edit', lead)} />
          <IconAction label={`Delete ${nameOf(lead)}`} icon={Trash2} onClick={() => onOpen('delete', lead)} />
        </HStack>
      ),
    },
  ];
  const empty = filtered ? (
    <EmptyState
      icon={SearchX}
      title="No leads match"
      action={
        <Button size="sm" variant="outline" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      Try another name, number or campaign.
    </EmptyState>
  ) : (
    <EmptyState
      icon={Inbox}
      title="No leads yet"
      action={
        <LinkButton to="?tab=campaigns" size="sm" variant="outline">
          Go to campaigns
        </LinkButton>
      }
    >
      Everyone who submits a campaign’s form appears here. Share a landing page to get the first.
    </EmptyState>
  );
  return <DataTable what="leads" columns={columns} rows={leads} rowKey={({ id }) => id} failed={failed} onRetry={onRetry} empty={empty} />;
}

function Contact({ lead }: { lead: LeadFieldsFragment }) {
  if (lead.held && !lead.email && !lead.phone) return <Text color="fg.muted">Hidden while held</Text>;
  return (
    <Stack gap="0" minWidth="0">
      {lead.phone && <Text whiteSpace="nowrap">{formatPhone(lead.phone)}</Text>}
      {lead.email && (
        <Text textStyle={lead.phone ? 'xs' : 'sm'} color="fg.muted" overflowWrap="anywhere">
          {lead.email}
        </Text>
      )}
    </Stack>
  );
}
