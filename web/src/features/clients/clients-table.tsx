import { HStack, Link, Stack, Text } from '@chakra-ui/react';
import { Building2, ExternalLink, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { formatCount } from '../../format';
import { paths } from '../../paths';
import { type Column, DataTable } from '../../ui/data-table';
import { EmptyState } from '../../ui/empty-state';
import { IconAction } from '../../ui/icon-action';
import { InitialsAvatar } from '../../ui/initials-avatar';
import { StatusBadge } from '../../ui/status-badge';
import { UsageBar } from '../../ui/usage-bar';
import type { ListedClient } from './listed-client';

interface ClientsTableProps {
  clients: readonly ListedClient[] | undefined;
  failed: boolean;
  onRetry: () => void;
  emptyAction: ReactNode;
  onEdit: (client: ListedClient) => void;
  onDelete: (client: ListedClient) => void;
}

/** The agency's clients. */
export function ClientsTable({ clients, failed, onRetry, emptyAction, onEdit, onDelete }: ClientsTableProps) {
  const columns: Column<ListedClient>[] = [
    { header: 'Client', primary: true, cell: (client) => <ClientName client={client} /> },
    { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    { header: 'Campaigns', end: true, cell: ({ stats }) => formatCount(stats.totalCampaigns) },
    { header: 'Leads', end: true, cell: ({ stats }) => <LeadCount {...stats} /> },
    {
      header: 'SMS Usage',
      cell: ({ businessName, usage, monthlySMSLimit }) => (
        <UsageBar label={`SMS usage of ${businessName}`} used={usage.smsThisMonth} limit={monthlySMSLimit} />
      ),
    },
    {
      header: 'Actions',
      end: true,
      cell: (client) => (
        <HStack gap="1" justify="end" marginEnd="-1">
          <IconAction label={`Open dashboard of ${client.businessName}`} icon={ExternalLink} to={paths.adminClient.href(client.id)} />
          <IconAction label={`Edit ${client.businessName}`} icon={Pencil} onClick={() => onEdit(client)} />
          <IconAction label={`Delete ${client.businessName}`} icon={Trash2} onClick={() => onDelete(client)} />
        </HStack>
      ),
    },
  ];
  return (
    <DataTable
      what="clients"
      columns={columns}
      rows={clients}
      rowKey={({ id }) => id}
      failed={failed}
      onRetry={onRetry}
      empty={
        <EmptyState icon={Building2} title="No clients found" action={emptyAction}>
          A client is a business you run campaigns for. Add the first one to give it landing pages, leads and follow-up texts.
        </EmptyState>
      }
    />
  );
}

function ClientName({ client }: { client: ListedClient }) {
  return (
    <HStack gap="3" minWidth="0">
      <InitialsAvatar name={client.businessName} />
      <Stack gap="0" minWidth="0">
        <Link asChild fontWeight="medium" color="fg" display="inline" overflowWrap="anywhere">
          <RouterLink to={paths.adminClient.href(client.id)}>{client.businessName}</RouterLink>
        </Link>
        <Text textStyle="xs" color="fg.muted" overflowWrap="anywhere">
          {client.contactEmail}
        </Text>
      </Stack>
    </HStack>
  );
}

function LeadCount({ totalLeads, heldLeads }: ListedClient['stats']) {
  return (
    <span>
      {formatCount(totalLeads)}
      {heldLeads > 0 && (
        <Text as="span" display="block" textStyle="xs" color="fg.warning" whiteSpace="nowrap">
          {formatCount(heldLeads)} held
        </Text>
      )}
    </span>
  );
}
