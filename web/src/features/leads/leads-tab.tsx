import { useQuery } from '@apollo/client/react';
import { Stack } from '@chakra-ui/react';
import { type LeadFieldsFragment, LeadsDocument } from '@dripline/contract/generated';
import { useState } from 'react';
import { PageHeader } from '../../ui/page-header';
import { Pager } from '../../ui/pager';
import { DeleteLeadDialog } from './delete-lead-dialog';
import { EditLeadDialog } from './edit-lead-dialog';
import { ExportLink } from './export-link';
import { type LeadFilter, LeadFilters } from './lead-filters';
import { LeadsTable } from './leads-table';
import { ViewLeadDialog } from './view-lead-dialog';

const PAGE_SIZE = 25;

interface LeadsTabProps {
  clientId: string;
  timeZone: string;
}

/** A client's leads: find them, read them, work them. */
export function LeadsTab({ clientId, timeZone }: LeadsTabProps) {
  const [filter, setFilter] = useState<LeadFilter>({ campaignId: '', search: '' });
  const [offset, setOffset] = useState(0);
  const [dialog, setDialog] = useState<{ kind: 'view' | 'edit' | 'delete'; lead: LeadFieldsFragment } | null>(null);
  const { data, previousData, error, refetch } = useQuery(LeadsDocument, {
    variables: { clientId, campaignId: filter.campaignId || null, search: filter.search || null, limit: PAGE_SIZE, offset },
  });
  const page = (data ?? (error ? undefined : previousData))?.leads;
  const change = (next: LeadFilter) => {
    setFilter(next);
    setOffset(0);
  };
  // The last lead of the last page may have been deleted.
  if (data && data.leads.items.length === 0 && offset > 0) setOffset(Math.max(0, offset - PAGE_SIZE));
  const close = () => setDialog(null);
  return (
    <Stack gap="5">
      <PageHeader level="h2" title="Leads">
        <ExportLink clientId={clientId} filter={filter} />
      </PageHeader>
      <LeadFilters clientId={clientId} filter={filter} onChange={change} />
      <LeadsTable
        leads={page?.items}
        timeZone={timeZone}
        filtered={filter.campaignId !== '' || filter.search !== ''}
        failed={error !== undefined}
        onRetry={() => void refetch()}
        onClear={() => change({ campaignId: '', search: '' })}
        onOpen={(kind, lead) => setDialog({ kind, lead })}
      />
      {page && <Pager offset={offset} size={PAGE_SIZE} total={page.total} onMove={setOffset} />}
      {dialog?.kind === 'view' && <ViewLeadDialog lead={dialog.lead} timeZone={timeZone} onClose={close} />}
      {dialog?.kind === 'edit' && <EditLeadDialog lead={dialog.lead} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteLeadDialog lead={dialog.lead} onClose={close} />}
    </Stack>
  );
}
