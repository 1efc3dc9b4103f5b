import { useQuery } from '@apollo/client/react';
import { Stack, Text } from '@chakra-ui/react';
import { type LeadFieldsFragment, LeadsDocument } from '../../shared/graphql/generated';
import { MAX_OFFSET } from '@dripline/contract/limits';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { PageHeader } from '../../ui/layout/page-header';
import { Pager } from '../../ui/table/pager';
import { useReadOnly } from '../../shared/dashboard-access';
import { formatCount } from '../../shared/format';
import { retry } from '../../shared/retry';
import { sharedMessages } from '../../messages/shared';
import { DeleteLeadDialog } from './delete-lead-dialog';
import { EditLeadDialog } from './edit-lead-dialog';
import { ExportLeadsLink } from './export-leads-link';
import { LeadFilters } from './lead-filters';
import { LeadsTable } from './leads-table';
import { NewLeadsButton, useNewLeads } from './new-leads';
import { SpamLink } from './spam/spam-link';
import { isSpamView, SpamView } from './spam/spam-view';
import { useLeadQuery } from './use-lead-query';
import { ViewLeadDialog } from './detail/view-lead-dialog';

const PAGE_SIZE = 25;

interface LeadsTabProps {
  clientId: string;
  timeZone: string;
}

/** The Leads tab: the leads list, or the spam list when the URL requests it. */
export function LeadsTab(props: LeadsTabProps) {
  const [params] = useSearchParams();
  return isSpamView(params) ? <SpamView {...props} /> : <LeadList {...props} />;
}

/** The leads list with search, filters, paging and dialogs. */
function LeadList({ clientId, timeZone }: LeadsTabProps) {
  const isReadOnly = useReadOnly();
  const { filter, page, filterBy, turnTo } = useLeadQuery();
  const { campaignId, status, search, sort, order } = filter;
  const [dialog, setDialog] = useState<{ kind: 'view' | 'edit' | 'delete'; lead: LeadFieldsFragment } | null>(null);
  const top = useRef<HTMLDivElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const { data, previousData, error, refetch } = useQuery(LeadsDocument, {
    variables: {
      clientId,
      filter: { campaignId: campaignId || null, status: status || null, search: search || null },
      orderBy: { field: sort, direction: order },
      first: PAGE_SIZE,
      offset: Math.min((page - 1) * PAGE_SIZE, MAX_OFFSET),
    },
  });
  const news = useNewLeads(JSON.stringify([filter, page]));
  const result = (data ?? (error ? undefined : previousData))?.client.leads;
  // The last lead of the last page may have been deleted, or the URL may be outdated.
  const lastPage = data && Math.max(1, Math.ceil(Math.min(data.client.leads.totalCount, MAX_OFFSET + 1) / PAGE_SIZE));
  const isPastTheEnd = lastPage !== undefined && page > lastPage;
  useEffect(() => {
    if (isPastTheEnd) turnTo(lastPage, true);
  });
  const close = () => setDialog(null);
  const clear = () => {
    filterBy({ ...filter, campaignId: '', status: '', search: '' });
    searchField.current?.focus();
  };
  return (
    <Stack gap="3">
      <PageHeader
        title={sharedMessages.leads}
        badge={
          result && (
            <Text as="span" color="fg.muted" className="tabular">
              {formatCount(result.totalCount)}
            </Text>
          )
        }
        hideActionsOnPhones
      >
        <SpamLink clientId={clientId} />
        {!isReadOnly && <ExportLeadsLink clientId={clientId} filter={filter} />}
      </PageHeader>
      <LeadFilters clientId={clientId} filter={filter} onChange={filterBy} searchRef={searchField}>
        <SpamLink clientId={clientId} />
        {!isReadOnly && <ExportLeadsLink clientId={clientId} filter={filter} />}
      </LeadFilters>
      <NewLeadsButton count={news.count} onShow={() => retry(refetch().then(news.clear))} />
      <LeadsTable
        ref={top}
        leads={isPastTheEnd ? undefined : result?.nodes}
        isStale={!data}
        filter={filter}
        timeZone={timeZone}
        failed={error !== undefined}
        onRetry={() => retry(refetch())}
        onFilter={filterBy}
        onClear={clear}
        onOpen={(kind, lead) => setDialog({ kind, lead })}
      />
      {result && (
        <Pager
          offset={(page - 1) * PAGE_SIZE}
          size={PAGE_SIZE}
          total={result.totalCount}
          maxOffset={MAX_OFFSET}
          onMove={(offset) => {
            turnTo(offset / PAGE_SIZE + 1);
            top.current?.scrollIntoView({ block: 'nearest' });
          }}
        />
      )}
      {dialog?.kind === 'view' && <ViewLeadDialog lead={dialog.lead} timeZone={timeZone} onClose={close} />}
      {dialog?.kind === 'edit' && <EditLeadDialog lead={dialog.lead} onClose={close} />}
      {dialog?.kind === 'delete' && <DeleteLeadDialog lead={dialog.lead} onClose={close} />}
    </Stack>
  );
}
