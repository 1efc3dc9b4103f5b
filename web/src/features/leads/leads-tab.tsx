import { useApolloClient, useQuery } from '@apollo/client/react';
import { Button, Stack, Text, useMediaQuery, VisuallyHidden } from '@chakra-ui/react';
import { type LeadFieldsFragment, LeadDocument, LeadsDocument } from '../../shared/graphql/generated';
import { MAX_OFFSET } from '@dripline/contract/limits';
import { Bookmark, Columns3, Upload } from 'lucide-react';
import { lazy, memo, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { ViewDialog } from '../../ui/dialog/view-dialog';
import { LoadError } from '../../ui/feedback/load-error';
import { PageHeader } from '../../ui/layout/page-header';
import { MenuButton } from '../../ui/menu/menu-button';
import { Pager } from '../../ui/table/pager';
import { useLatest } from '../../ui/table/use-latest';
import { useIsAccount, useReadOnly } from '../../shared/dashboard-access';
import { NotFoundDialog } from '../../shared/dialogs/not-found-dialog';
import { useAddressedDialog, useOpened } from '../../shared/dialogs/use-addressed-dialog';
import { errorCodeOf } from '../../shared/api-error';
import { formatCount } from '../../shared/format';
import { retry } from '../../shared/retry';
import { filterMessages } from '../../messages/leads/lead-filters';
import { savedViewMessages } from '../../messages/leads/saved-views';
import { sharedMessages } from '../../messages/shared';
import { failureToast } from '../../messages/toasts';
import { showToast } from '../../ui/feedback/toaster';
import type { BoardColumn } from './board/columns';
import { ViewSwitch } from './board/view-switch';
import { DeleteLeadDialog } from './delete-lead-dialog';
import { ExportLeadsLink } from './export-leads-link';
import { LeadFilters } from './lead-filters';
import { LeadsTable } from './leads-table';
import { noFilters, toApiFilter, toSearchParams } from './lead-query';
import { NewLeadsButton, useNewLeads } from './new-leads';
import { useSelection } from './selection/use-selection';
import { SpamLink } from './spam/spam-link';
import { isSpamView, SpamView } from './spam/spam-view';
import { hiddenByDefault, useColumnChoice } from './use-column-choice';
import { useLeadQuery } from './use-lead-query';

const LeadDrawer = memo(lazy(async () => ({ default: (await import('./detail/lead-drawer')).LeadDrawer })));
const LeadBoard = lazy(async () => ({ default: (await import('./board/lead-board')).LeadBoard }));
const SavedViewsDialog = lazy(async () => ({
  default: (await import('./saved-views/saved-views-dialog')).SavedViewsDialog,
}));
const ImportDialog = lazy(async () => ({ default: (await import('./imports/import-dialog')).ImportDialog }));
const MatchingBar = lazy(async () => ({ default: (await import('./jobs/matching-bar')).MatchingBar }));
const LeadJobPanel = lazy(async () => ({ default: (await import('./jobs/lead-job-panel')).LeadJobPanel }));
const SelectionBar = lazy(async () => ({ default: (await import('./selection/selection-bar')).SelectionBar }));

const PAGE_SIZE = 25;
const idsOf = (leads?: readonly LeadFieldsFragment[]) => leads?.map(({ id }) => id).join();
const isMissing = (error: unknown) => ['NOT_FOUND', 'BAD_USER_INPUT'].includes(errorCodeOf(error) ?? '');
const cardVisibility = Object.fromEntries(hiddenByDefault.map((id) => [id, false]));
const ANY_CHECKBOX = 'tbody input[type=checkbox]';
const viewing = ['view'] as const;
const editing = [...viewing, 'edit', 'delete', 'import'] as const;

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
  const isAccount = useIsAccount();
  const { filter, page, view, filterBy, turnTo, show, openView } = useLeadQuery();
  const isBoard = view === 'board';
  const [showsViews, setShowsViews] = useState(false);
  const [board, setBoard] = useState<readonly BoardColumn[]>();
  const { sort, order } = filter;
  const { kind: nextKind, id: nextId, open, close } = useAddressedDialog(isReadOnly ? viewing : editing);
  // The drawer follows after the next paint, so that the row is marked at once.
  const { kind, id } = useDeferredValue(useMemo(() => ({ kind: nextKind, id: nextId }), [nextKind, nextId]));
  const top = useRef<HTMLDivElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const apollo = useApolloClient();
  const variablesOf = (ofPage: number) => ({
    clientId,
    filter: toApiFilter(filter),
    orderBy: { field: sort, direction: order },
    first: PAGE_SIZE,
    offset: Math.min((ofPage - 1) * PAGE_SIZE, MAX_OFFSET),
  });
  const { data, previousData, error, refetch } = useQuery(LeadsDocument, {
    variables: variablesOf(page),
    skip: isBoard,
  });
  const listKey = JSON.stringify(toApiFilter(filter));
  const selection = useSelection(listKey);
  // The filter whose leads are all selected.
  const [matchingOf, setMatchingOf] = useState('');
  const columns = useColumnChoice();
  // Phones show cards, which have room for all others.
  const [isTable] = useMediaQuery(['(min-width: 48rem)'], { ssr: false });
  const news = useNewLeads(JSON.stringify([filter, page]));
  const isEmpty = data?.client.leads.totalCount === 0;
  useEffect(() => {
    // An empty list has no rows that would move.
    if (!isEmpty || news.count === 0) return;
    news.clear();
    retry(refetch());
  });
  const result = isBoard ? undefined : (data ?? (error ? undefined : previousData))?.client.leads;
  const totalCount = isBoard ? board?.reduce((sum, { count }) => sum + count, 0) : result?.totalCount;
  // On the board, the leads beside one are those of its column.
  const nodes =
    (isBoard ? board?.find(({ leads }) => leads.some((lead) => lead.id === id))?.leads : result?.nodes) ?? [];
  // The last lead of the last page may have been deleted, or the URL may be outdated.
  const lastPage = data && Math.max(1, Math.ceil(Math.min(data.client.leads.totalCount, MAX_OFFSET + 1) / PAGE_SIZE));
  const isPastTheEnd = lastPage !== undefined && page > lastPage;
  const leads = isPastTheEnd ? undefined : result?.nodes;
  const isStale = !data;
  // Other rows are rendered in the background, so that the browser paints and answers clicks meanwhile.
  const current = useMemo(() => ({ leads, isStale }), [leads, isStale]);
  const previous = useDeferredValue(current);
  const table = idsOf(previous.leads) === idsOf(leads) ? current : previous;
  useEffect(() => {
    if (isPastTheEnd) turnTo(lastPage, true);
  });
  const listed = nodes.find((lead) => lead.id === id);
  const opened = useOpened<LeadFieldsFragment>(`${kind} ${id}`);
  // A link may open a lead of another page.
  const linked = useQuery(LeadDocument, {
    variables: { id },
    skip: id === '' || listed !== undefined || opened.value !== undefined,
  });
  const ownLead = linked.data?.lead.clientId === clientId ? linked.data.lead : undefined;
  const openedLead = opened.keep(listed ?? ownLead);
  const first = useOpened<LeadFieldsFragment>(id).keep(openedLead);
  // A lead that has left the list is loaded when its form gives way to its details. The drawer stays meanwhile.
  const lead = openedLead ?? (linked.loading ? first : undefined);
  const isDrawer = kind === 'view' || kind === 'edit';
  // The lead whose form took the place of its details.
  const editedInPlace = useRef('');
  const pressed = useRef<{ id: string; button: Element | null }>(undefined);
  const openFromRow = (dialog: 'view' | 'edit' | 'delete', leadId: string) => {
    pressed.current = { id: leadId, button: document.activeElement };
    if (leadId === editedInPlace.current) editedInPlace.current = '';
    open(dialog, leadId);
  };
  // The row of the lead, which may not be the one that the drawer was opened from.
  const findRowButton = useLatest(() => {
    const { button } = pressed.current?.id === id ? pressed.current : {};
    if (button && top.current?.contains(button)) return button as HTMLElement;
    const rows = [...(top.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    return rows.find((row) => row.dataset['row'] === id)?.querySelector('button') ?? null;
  });
  const editInPlace = useLatest(() => {
    editedInPlace.current = id;
    open('edit', id);
  });
  const finishEditing = useLatest(() => (editedInPlace.current === id ? open('view', id) : close()));
  const closeDrawer = useLatest(close);
  const ids = nodes.map((node) => node.id);
  const isMoving = useRef(false);
  // After the last lead of a page comes the first of the next page.
  const move = useLatest(async (by: -1 | 1) => {
    const idOnPage = ids[ids.indexOf(nextId) + by];
    if (idOnPage !== undefined) return open('view', idOnPage);
    if (isMoving.current || isBoard) return;
    isMoving.current = true;
    try {
      const next = await apollo.query({ query: LeadsDocument, variables: variablesOf(page + by) });
      // A lead that arrived meanwhile moved the others by a row.
      const nodes = next.data?.client.leads.nodes.filter((node) => !ids.includes(node.id)) ?? [];
      const nextLead = by === 1 ? nodes[0] : nodes.at(-1);
      if (nextLead) open('view', nextLead.id, toSearchParams({ filter, page: page + by, view }));
    } catch {
      showToast(failureToast('We could not load more leads.'));
    }
    isMoving.current = false;
  });
  const clear = () => {
    filterBy({ ...filter, ...noFilters });
    searchField.current?.focus();
  };
  const viewsButton = (
    <Button variant="outline" colorPalette="gray" size="sm" onClick={() => setShowsViews(true)}>
      <Bookmark aria-hidden="true" /> Views
    </Button>
  );
  const importButton = (onOpen?: () => void) =>
    isAccount &&
    !isReadOnly && (
      <Button
        variant="outline"
        colorPalette="gray"
        size="sm"
        onClick={() => {
          onOpen?.();
          open('import');
        }}
      >
        <Upload aria-hidden="true" /> {filterMessages.import}
      </Button>
    );
  const isPageSelected = nodes.length > 0 && nodes.every((node) => selection.rows[node.id]);
  // A job leaves out held leads, and people who only have the link cannot start one.
  const canSelectMatching =
    isAccount && filter.held !== 'yes' && isPageSelected && (totalCount ?? 0) > selection.ids.length;
  const matching = matchingOf === listKey && selection.ids.length > 0 ? totalCount : undefined;
  const clearSelection = () => {
    setMatchingOf('');
    selection.clear();
    top.current?.querySelector<HTMLElement>(ANY_CHECKBOX)?.focus();
  };
  const currentId = nextKind === 'view' || nextKind === 'edit' ? nextId : undefined;
  return (
    <Stack gap="3" css={isDrawer ? besideDrawer : undefined}>
      <PageHeader
        title={sharedMessages.leads}
        badge={
          totalCount !== undefined && (
            <Text as="span" color="fg.muted" className="tabular">
              {formatCount(totalCount)}
            </Text>
          )
        }
        hideActionsOnPhones
      >
        <ViewSwitch view={view} onChange={show} />
        {viewsButton}
        <SpamLink clientId={clientId} />
        {importButton()}
        {!isReadOnly && <ExportLeadsLink clientId={clientId} filter={filter} />}
      </PageHeader>
      <LeadFilters
        clientId={clientId}
        filter={filter}
        onChange={filterBy}
        onClear={totalCount === 0 ? undefined : clear}
        searchRef={searchField}
        columns={
          !isBoard && (
            <MenuButton
              variant="outline"
              marginStart="auto"
              colorPalette="gray"
              paddingX="3"
              _icon={{ boxSize: '4' }}
              items={columns.items}
              onSelect={columns.toggle}
            >
              <Columns3 aria-hidden="true" /> Columns
            </MenuButton>
          )
        }
      >
        {(closeSheet) => (
          <>
            <ViewSwitch
              view={view}
              onChange={(next) => {
                closeSheet();
                show(next);
              }}
            />
            <Button
              variant="outline"
              colorPalette="gray"
              size="sm"
              onClick={() => {
                closeSheet();
                setShowsViews(true);
              }}
            >
              <Bookmark aria-hidden="true" /> {savedViewMessages.title}
            </Button>
            <SpamLink clientId={clientId} />
            {importButton(closeSheet)}
            {!isReadOnly && <ExportLeadsLink clientId={clientId} filter={filter} />}
          </>
        )}
      </LeadFilters>
      {isAccount && (
        <Suspense>
          {/* The board follows changes. */}
          <LeadJobPanel clientId={clientId} onEnded={() => !isBoard && retry(refetch())} />
        </Suspense>
      )}
      {isBoard ? (
        <Suspense>
          <LeadBoard
            ref={top}
            clientId={clientId}
            filter={filter}
            timeZone={timeZone}
            currentId={currentId}
            onOpen={openFromRow}
            onClear={clear}
            onColumns={setBoard}
          />
        </Suspense>
      ) : (
        <>
          <NewLeadsButton count={news.count} onShow={() => retry(refetch().then(news.clear))} />
          <LeadsTable
            ref={top}
            {...table}
            filter={filter}
            timeZone={timeZone}
            failed={error !== undefined}
            onRetry={() => retry(refetch())}
            onFilter={filterBy}
            onClear={clear}
            onOpen={openFromRow}
            currentId={currentId}
            selection={selection.rows}
            onSelection={isReadOnly ? undefined : selection.change}
            visibility={isTable ? columns.visibility : cardVisibility}
          />
        </>
      )}
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
      <VisuallyHidden role="status">{selection.ids.length > 0 && `${selection.ids.length} selected`}</VisuallyHidden>
      {!isBoard && matching && (
        <Suspense>
          <MatchingBar clientId={clientId} filter={filter} total={matching} onClear={clearSelection} />
        </Suspense>
      )}
      {!isBoard && !matching && selection.ids.length > 0 && (
        <Suspense>
          <SelectionBar
            clientId={clientId}
            ids={selection.ids}
            onSelectPage={
              isPageSelected
                ? undefined
                : () =>
                    selection.change((rows) => ({
                      ...rows,
                      ...Object.fromEntries(ids.map((ofPage) => [ofPage, true])),
                    }))
            }
            onSelectMatching={
              canSelectMatching ? { total: totalCount!, select: () => setMatchingOf(listKey) } : undefined
            }
            onClear={clearSelection}
            onGone={selection.remove}
          />
        </Suspense>
      )}
      {showsViews && (
        <Suspense>
          <SavedViewsDialog
            clientId={clientId}
            shown={{ filter, view, hiddenColumns: columns.hidden }}
            onOpen={(saved) => {
              setShowsViews(false);
              columns.hide([...saved.hiddenColumns]);
              openView(saved.filter, saved.view);
            }}
            onClose={() => setShowsViews(false)}
          />
        </Suspense>
      )}
      {kind === 'import' && isAccount && (
        <Suspense>
          <ImportDialog clientId={clientId} campaignId={filter.campaignId} onClose={close} />
        </Suspense>
      )}
      {lead && isDrawer && (
        <Suspense>
          <LeadDrawer
            lead={lead}
            timeZone={timeZone}
            isEditing={kind === 'edit'}
            position={ids.includes(id) ? (isBoard ? 0 : (page - 1) * PAGE_SIZE) + ids.indexOf(id) + 1 : 0}
            total={isBoard ? ids.length : Math.min(totalCount ?? 0, MAX_OFFSET + PAGE_SIZE)}
            onMove={move}
            onEdit={isReadOnly ? undefined : editInPlace}
            onEdited={finishEditing}
            onClose={closeDrawer}
            findFocus={findRowButton}
          />
        </Suspense>
      )}
      {lead && kind === 'delete' && (
        <DeleteLeadDialog lead={lead} onDeleted={() => selection.remove([id])} onClose={close} />
      )}
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
const besideDrawer = { '@media (min-width: 110rem)': { maxWidth: 'calc(100vw - 15rem - 2rem - 480px - 1.5rem)' } };
