import { useQuery } from '@apollo/client/react';
import { Stack, Text } from '@chakra-ui/react';
import { type LeadFieldsFragment, LeadDocument, LeadsDocument } from '../../shared/graphql/generated';
import { MAX_OFFSET } from '@dripline/contract/limits';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { ViewDialog } from '../../ui/dialog/view-dialog';
import { LoadError } from '../../ui/feedback/load-error';
import { PageHeader } from '../../ui/layout/page-header';
import { Pager } from '../../ui/table/pager';
import { useReadOnly } from '../../shared/dashboard-access';
import { NotFoundDialog } from '../../shared/dialogs/not-found-dialog';
import { useAddressedDialog, useOpened } from '../../shared/dialogs/use-addressed-dialog';
import { errorCodeOf } from '../../shared/api-error';
import { formatCount } from '../../shared/format';
import { retry } from '../../shared/retry';
import { sharedMessages } from '../../messages/shared';
import { DeleteLeadDialog } from './delete-lead-dialog';
import { ExportLeadsLink } from './export-leads-link';
import { LeadFilters } from './lead-filters';
import { LeadsTable } from './leads-table';
import { NewLeadsButton, useNewLeads } from './new-leads';
import { SpamLink } from './spam/spam-link';
import { isSpamView, SpamView } from './spam/spam-view';
import { useLeadQuery } from './use-lead-query';

const LeadDrawer = lazy(async () => ({ default: (await import('./detail/lead-drawer')).LeadDrawer }));

const PAGE_SIZE = 25;
const isMissing = (error: unknown) => ['NOT_FOUND', 'BAD_USER_INPUT'].includes(errorCodeOf(error) ?? '');
const viewing = ['view'] as const;
const editing = [...viewing, 'edit', 'delete'] as const;

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
  const { kind, id, open, close } = useAddressedDialog(isReadOnly ? viewing : editing);
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
  const listed = result?.nodes.find((lead) => lead.id === id);
  const opened = useOpened<LeadFieldsFragment>(`${kind} ${id}`);
  // A link may open a lead of another page.
  const linked = useQuery(LeadDocument, {
    variables: { id },
    skip: id === '' || listed !== undefined || opened.value !== undefined,
  });
  const ownLead = linked.data?.lead.clientId === clientId ? linked.data.lead : undefined;
  const current = opened.keep(listed ?? ownLead);
  const first = useOpened<LeadFieldsFragment>(id).keep(current);
  // A lead that has left the list is loaded when its form gives way to its details. The drawer stays meanwhile.
  const lead = current ?? (linked.loading ? first : undefined);
  const isDrawer = kind === 'view' || kind === 'edit';
  // The lead whose form took the place of its details.
  const editedInPlace = useRef('');
  const pressed = useRef<{ id: string; button: Element | null }>(undefined);
  const openFromRow = (next: 'view' | 'edit' | 'delete', nextId: string) => {
    pressed.current = { id: nextId, button: document.activeElement };
    if (nextId === editedInPlace.current) editedInPlace.current = '';
    open(next, nextId);
  };
  // The row of the lead, which may not be the one that the drawer was opened from.
  const findRowButton = () => {
    const { button } = pressed.current?.id === id ? pressed.current : {};
    if (button && top.current?.contains(button)) return button as HTMLElement;
    const rows = [...(top.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    return rows.find((row) => row.dataset['row'] === id)?.querySelector('button') ?? null;
  };
  const editInPlace = () => {
    editedInPlace.current = id;
    open('edit', id);
  };
  const clear = () => {
    filterBy({ ...filter, campaignId: '', status: '', search: '' });
    searchField.current?.focus();
  };
  return (
    <Stack gap="3" css={isDrawer ? besideDrawer : undefined}>
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
        onOpen={openFromRow}
        currentId={isDrawer ? id : undefined}
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
      {lead && isDrawer && (
        <Suspense>
          <LeadDrawer
            lead={lead}
            timeZone={timeZone}
            isEditing={kind === 'edit'}
            ids={result?.nodes.map((node) => node.id) ?? []}
            onShow={(nextId) => open('view', nextId)}
            onEdit={isReadOnly ? undefined : editInPlace}
            onEdited={() => (editedInPlace.current === id ? open('view', id) : close())}
            onClose={close}
            findFocus={findRowButton}
          />
        </Suspense>
      )}
      {lead && kind === 'delete' && <DeleteLeadDialog lead={lead} onClose={close} />}
      {!lead && (isMissing(linked.error) || linked.data) && <NotFoundDialog what="lead" onClose={close} />}
      {!lead && linked.error && !isMissing(linked.error) && (
        <ViewDialog title="Lead" onClose={close}>
          <LoadError subject="this lead" onRetry={() => retry(linked.refetch())} />
        </ViewDialog>
      )}
    </Stack>
  );
}

/** In wide windows, the drawer of 480 px covers nothing of the list. */
const besideDrawer = { '@media (min-width: 106rem)': { maxWidth: 'calc(100vw - 15rem - 2rem - 480px - 1.5rem)' } };
