import { HStack, Text } from '@chakra-ui/react';
import { Building2, ExternalLink, KeyRound, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount, usagePercent } from '../../shared/format';
import { paths } from '../../shared/paths';
import { AvatarName } from '../../ui/data/avatar-name';
import { EmptyState } from '../../ui/feedback/empty-state';
import { IconAction } from '../../ui/button/icon-action';
import { PagedTable } from '../../ui/table/paged-table';
import type { Column } from '../../ui/table/use-data-table';
import { StatusBadge } from '../../shared/status-badge';
import { UsageBar } from '../../ui/data/usage-bar';
import { accountMessages } from '../../messages/accounts';
import { consoleMessages } from '../../messages/admin-console';
import { senderMessages } from '../../messages/senders';
import { sharedMessages } from '../../messages/shared';
import type { ClientRow } from './client-row';

interface ClientsTableProps {
  clients: readonly ClientRow[] | undefined;
  /** The filter text; empty when all clients are listed. */
  search: string;
  failed: boolean;
  onRetry: () => void;
  emptyAction: ReactNode;
  onEdit: (client: ClientRow) => void;
  onReset: (client: ClientRow) => void;
  onDelete: (client: ClientRow) => void;
}

/** The table of the agency's clients. */
export function ClientsTable({
  clients,
  search,
  failed,
  onRetry,
  emptyAction,
  onEdit,
  onReset,
  onDelete,
}: ClientsTableProps) {
  const columns: Column<ClientRow>[] = [
    {
      header: consoleMessages.client,
      primary: true,
      sortBy: ({ businessName }) => businessName,
      cell: ({ id, businessName, contactEmail }) => (
        <AvatarName shape="square" name={businessName} to={paths.adminClient.href(id)} detail={contactEmail} />
      ),
    },
    {
      header: sharedMessages.status,
      sortBy: ({ status }) => status,
      cell: ({ status, sender }) => (
        <>
          <StatusBadge status={status} />
          {sender?.rejectedCode && (
            <Text textStyle="xs" color="fg.warning" whiteSpace="nowrap">
              {senderMessages.rejected}
            </Text>
          )}
        </>
      ),
    },
    {
      header: sharedMessages.campaigns,
      alignEnd: true,
      sortBy: ({ stats }) => stats.totalCampaigns,
      cell: ({ stats }) => formatCount(stats.totalCampaigns),
    },
    {
      header: sharedMessages.leads,
      alignEnd: true,
      sortBy: ({ stats }) => stats.totalLeads,
      cell: ({ stats }) => <LeadCount {...stats} />,
    },
    {
      header: consoleMessages.smsUsage,
      sortBy: ({ usage, monthlySMSLimit }) => usagePercent(usage.smsThisMonth, monthlySMSLimit),
      cell: ({ businessName, usage, monthlySMSLimit }) => (
        <UsageBar label={`SMS usage of ${businessName}`} used={usage.smsThisMonth} limit={monthlySMSLimit} />
      ),
    },
    {
      header: sharedMessages.actions,
      actions: true,
      cell: (client) => (
        <HStack gap="1" justify="end" marginEnd="-1">
          <IconAction
            label={`Open dashboard of ${client.businessName}`}
            icon={ExternalLink}
            to={paths.adminClient.href(client.id)}
          />
          <IconAction label={`Edit ${client.businessName}`} icon={Pencil} onClick={() => onEdit(client)} />
          {client.authEnabled && (
            <IconAction
              label={accountMessages.resetSecondFactor(client.businessName)}
              icon={KeyRound}
              onClick={() => onReset(client)}
            />
          )}
          <IconAction label={`Delete ${client.businessName}`} icon={Trash2} onClick={() => onDelete(client)} />
        </HStack>
      ),
    },
  ];
  return (
    <PagedTable
      itemName="clients"
      columns={columns}
      rows={clients}
      filterKey={search}
      rowKey={({ id }) => id}
      failed={failed}
      onRetry={onRetry}
      empty={
        <EmptyState icon={Building2} title={consoleMessages.noClients} action={emptyAction}>
          {search
            ? `No name, email or phone number contains “${search}”.`
            : 'Clients are the businesses that you run campaigns for. Add your first client to create landing pages and collect leads.'}
        </EmptyState>
      }
    />
  );
}

function LeadCount({ totalLeads, heldLeads }: ClientRow['stats']) {
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
