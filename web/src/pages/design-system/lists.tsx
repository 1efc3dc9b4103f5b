import { Stack } from '@chakra-ui/react';
import { Building2 } from 'lucide-react';
import { paths } from '../../shared/paths';
import { AvatarName } from '../../ui/data/avatar-name';
import { DataTable } from '../../ui/table/data-table';
import { DataList } from '../../ui/data/data-list';
import { EmptyState } from '../../ui/feedback/empty-state';
import { PagedTable } from '../../ui/table/paged-table';
import type { Column } from '../../ui/table/use-data-table';
import { Card } from '../../ui/layout/card';
import { StatCard } from '../../ui/data/stat-card';
import { StatGrid } from '../../ui/data/stat-grid';
import { StatusBadge } from '../../shared/status-badge';
import { TimeAgo } from '../../ui/data/time-ago';
import { UsageBar } from '../../ui/data/usage-bar';
import { dashboardMessages } from '../../messages/dashboard';
import { sharedMessages } from '../../messages/shared';
import { Sample } from './sample';

interface Row {
  name: string;
  used: number;
}

const rows: Row[] = Array.from({ length: 30 }, (_, index) => ({
  name: `Sample ${index + 1}`,
  used: (index * 137) % 1100,
}));
const columns: Column<Row>[] = [
  {
    header: 'Name',
    primary: true,
    sortBy: ({ name }) => name,
    cell: ({ name }) => <AvatarName name={name} to={paths.admin.href()} detail="sample@client.example" />,
  },
  {
    header: 'Use',
    sortBy: ({ used }) => used,
    cell: ({ name, used }) => <UsageBar label={`Use of ${name}`} used={used} limit={1000} />,
  },
];
const tableProps = { columns, rowKey: ({ name }: Row) => name, failed: false, onRetry: () => undefined };
const empty = (
  <EmptyState
    icon={Building2}
    title="Nothing here yet"
    children="What this list is for, and the one thing to do next."
  />
);
const openedAt = new Date().toISOString();
const statuses = ['active', 'inactive', 'new', 'contacted', 'qualified', 'converted', 'held', 'failed'];

/** Stat cards, badges, data lists, and a table in its four states. */
export function Lists() {
  return (
    <>
      <Sample title="Numbers" align="stretch">
        <StatGrid>
          <StatCard label="Loaded" value={1204} detail={dashboardMessages.shareOfLeads('12.5%')} />
          <StatCard label="Loading" value={undefined} />
        </StatGrid>
      </Sample>
      <Sample title="Statuses and times" direction="row" wrap="wrap">
        {statuses.map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
        <TimeAgo at={openedAt} timeZone="UTC" />
      </Sample>
      <Sample title="Data list" align="stretch">
        <Card padding="4">
          <DataList rows={[{ label: sharedMessages.businessName, value: 'Acme Heating' }]} />
        </Card>
      </Sample>
      <Sample title="Table: full, empty, loading, failed" align="stretch">
        <Stack gap="5">
          <PagedTable {...tableProps} itemName="full samples" rows={rows} empty={empty} />
          <DataTable {...tableProps} itemName="empty samples" rows={[]} empty={empty} />
          <DataTable {...tableProps} itemName="loading samples" rows={undefined} empty={empty} />
          <DataTable {...tableProps} itemName="failed samples" rows={undefined} failed empty={empty} />
        </Stack>
      </Sample>
    </>
  );
}
