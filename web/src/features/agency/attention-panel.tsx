import { useQuery } from '@apollo/client/react';
import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react';
import { functionalUpdate, type RowSelectionState, type Updater } from '@tanstack/react-table';
import { CircleCheck, ExternalLink, Gauge, Pause, Play, SearchX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { MAX_OFFSET } from '@dripline/contract/limits';
import { consoleMessages } from '../../messages/admin-console';
import { attentionKinds, attentionMessages, attentionToasts } from '../../messages/agency/attention';
import { sharedMessages } from '../../messages/shared';
import { NotFoundDialog } from '../../shared/dialogs/not-found-dialog';
import { useAddressedDialog, useOpened } from '../../shared/dialogs/use-addressed-dialog';
import { formatCount, plural } from '../../shared/format';
import {
  type AttentionClientFragment,
  type AttentionKind,
  type AttentionRowFragment,
  ClientsNeedingAttentionDocument,
} from '../../shared/graphql/generated';
import { LiveFleet } from '../../shared/live/live-fleet';
import { paths } from '../../shared/paths';
import { retry } from '../../shared/retry';
import { IconAction } from '../../ui/button/icon-action';
import { AvatarName } from '../../ui/data/avatar-name';
import { Banner } from '../../ui/feedback/banner';
import { EmptyState } from '../../ui/feedback/empty-state';
import { Select } from '../../ui/form/select';
import { PageHeader } from '../../ui/layout/page-header';
import { TableView } from '../../ui/table/data-table';
import { Pager } from '../../ui/table/pager';
import { type Column, useDataTable } from '../../ui/table/use-data-table';
import { useLatest } from '../../ui/table/use-latest';
import { AttentionBar } from './attention-bar';
import { ATTENTION_PAGE_SIZE } from './first-attention-page';
import { RaiseLimitsDialog } from './raise-limits-dialog';
import { ReasonList } from './reason-list';
import { providerText } from './reason-text';
import { useUpdateClients } from './use-update-clients';

const dialogs = ['raise'] as const;
const kinds = Object.entries(attentionKinds).map(([value, label]) => ({ value, label }));
const nothing: RowSelectionState = {};

/** The clients that need attention, with what an administrator can do about it. */
export function AttentionPanel() {
  const [params, setParams] = useSearchParams();
  const reason = kinds.find(({ value }) => value === params.get('reason'))?.value as AttentionKind | undefined;
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1);
  const show = (next: { reason?: string | undefined; page?: number }) =>
    setParams(
      (current) => {
        const changed = new URLSearchParams(current);
        for (const [name, value] of [
          ['reason', next.reason],
          ['page', next.page && next.page > 1 ? String(next.page) : ''],
        ] as const)
          if (value) changed.set(name, value);
          else changed.delete(name);
        return changed;
      },
      { preventScrollReset: true },
    );
  const { data, previousData, error, refetch } = useQuery(ClientsNeedingAttentionDocument, {
    variables: {
      filter: { reason: reason ?? null },
      first: ATTENTION_PAGE_SIZE,
      offset: Math.min((page - 1) * ATTENTION_PAGE_SIZE, MAX_OFFSET),
    },
  });
  const shown = data ?? (error ? undefined : previousData);
  const found = shown?.clientsNeedingAttention;
  const rows = found?.nodes;
  const { update, isSaving } = useUpdateClients();
  const [selection, setSelection] = useState(nothing);
  const { kind, id, open, close } = useAddressedDialog(dialogs);
  // Selected clients may be on another page, or no longer need attention.
  const [known, setKnown] = useState<ReadonlyMap<string, AttentionClientFragment>>(new Map());
  const select = (change: Updater<RowSelectionState>) => {
    setSelection(change);
    const selected = functionalUpdate(change, selection);
    const ofPage = new Map(rows?.map(({ client }) => [client.id, client]));
    setKnown(new Map(Object.keys(selected).map((key) => [key, ofPage.get(key) ?? known.get(key)!])));
  };
  const current = new Map(rows?.map(({ client }) => [client.id, client]));
  const selected = [...known.values()].map((client) => current.get(client.id) ?? client);
  const raised = useOpened<AttentionClientFragment[]>(`${kind} ${id}`).keep(
    kind === undefined ? undefined : id === '' ? notEmpty(selected) : notEmpty([current.get(id)].filter((c) => !!c)),
  );
  const clear = () => select(nothing);
  const pause = async (clients: readonly AttentionClientFragment[], isPaused: boolean) => {
    const saved = isPaused ? attentionToasts.paused : attentionToasts.resumed;
    return update(clients, { smsAutoReplyEnabled: !isPaused }, saved(plural(clients.length, 'client')));
  };
  const onPause = useLatest((client: AttentionClientFragment) => void pause([client], client.smsAutoReplyEnabled));
  const onRaise = useLatest((clientId: string) => open('raise', clientId));
  const columns = useMemo(() => columnsOf(onPause, onRaise), [onPause, onRaise]);
  const table = useDataTable(
    { columns, rows, rowKey: (row) => row.id },
    {
      enableSorting: false,
      manualPagination: true,
      state: { rowSelection: selection },
      onRowSelectionChange: select,
    },
  );
  return (
    <Stack gap="4">
      <LiveFleet />
      <HStack justify="space-between" align="end" gap="3" flexWrap="wrap">
        <PageHeader
          level="h2"
          title={attentionMessages.title}
          description={attentionMessages.description}
          badge={
            found && (
              <Text as="span" color="fg.muted" className="tabular">
                {formatCount(found.totalCount)}
              </Text>
            )
          }
        />
        <Select
          aria-label={attentionMessages.reasons}
          width={{ base: 'full', md: '12rem' }}
          bg="bg.panel"
          options={[{ value: '', label: attentionMessages.allReasons }, ...kinds]}
          value={reason ?? ''}
          onChange={({ target }) => {
            clear();
            show({ reason: target.value });
          }}
        />
      </HStack>
      {shown?.adminStats.providerBreaker && <Banner>{providerText(shown.adminStats.providerBreaker)}</Banner>}
      <Box opacity={rows && !data ? 0.6 : 1} aria-busy={!data && !error}>
        <TableView
          itemName="clients that need attention"
          table={table}
          isLoaded={rows !== undefined}
          selectName={(row: AttentionRowFragment) => row.client.businessName}
          failed={error !== undefined}
          onRetry={() => retry(refetch())}
          cardStyles={cardStyles}
          empty={<Empty reason={reason} onClear={() => show({})} />}
        />
      </Box>
      {found && (
        <Pager
          offset={(page - 1) * ATTENTION_PAGE_SIZE}
          size={ATTENTION_PAGE_SIZE}
          total={found.totalCount}
          maxOffset={MAX_OFFSET}
          onMove={(offset) => show({ reason, page: offset / ATTENTION_PAGE_SIZE + 1 })}
        />
      )}
      {selected.length > 0 && (
        <AttentionBar
          count={selected.length}
          isBusy={isSaving}
          onClear={clear}
          onPause={(isPaused) => void pause(selected, isPaused).then((isDone) => isDone && clear())}
          onRaise={() => open('raise')}
        />
      )}
      {raised && <RaiseLimitsDialog clients={raised} onClose={close} onSaved={id === '' ? clear : () => undefined} />}
      {kind && id !== '' && data && !raised && <NotFoundDialog what="client" onClose={close} />}
    </Stack>
  );
}

/** On phones, the reasons take the whole width. */
const cardStyles = {
  '& td[data-label=Reasons]': { justifyContent: 'start', textAlign: 'start', paddingTop: '0' },
  '& :is(td[data-label=Reasons], td[data-actions])::before': { display: 'none' },
  '& td[data-actions]': { justifyContent: 'end', paddingBottom: '0' },
} as const;

const notEmpty = <Item,>(items: Item[]) => (items.length > 0 ? items : undefined);

function Empty({ reason, onClear }: { reason: AttentionKind | undefined; onClear: () => void }) {
  if (!reason)
    return (
      <EmptyState icon={CircleCheck} title={attentionMessages.allClear} children={attentionMessages.allClearText} />
    );
  return (
    <EmptyState
      icon={SearchX}
      title={attentionMessages.noneWithReason}
      action={
        <Button size="sm" variant="outline" onClick={onClear}>
          Clear filter
        </Button>
      }
    />
  );
}

const columnsOf = (
  onPause: (client: AttentionClientFragment) => void,
  onRaise: (clientId: string) => void,
): Column<AttentionRowFragment>[] => [
  {
    header: consoleMessages.client,
    primary: true,
    cell: ({ client: { id, businessName, smsAutoReplyEnabled } }) => (
      <AvatarName
        shape="square"
        name={businessName}
        to={paths.adminClient.href(id)}
        detail={smsAutoReplyEnabled ? null : attentionMessages.textsPaused}
      />
    ),
  },
  {
    header: attentionMessages.reasons,
    cell: ({ reasons, client }) => <ReasonList reasons={reasons} client={client} />,
  },
  {
    header: sharedMessages.actions,
    actions: true,
    cell: ({ client }) => {
      const { id, businessName, smsAutoReplyEnabled } = client;
      return (
        <HStack gap="1" justify="end" marginEnd="-1">
          <IconAction
            label={attentionMessages.openDashboardOf(businessName)}
            icon={ExternalLink}
            to={paths.adminClient.href(id)}
          />
          <IconAction
            label={
              smsAutoReplyEnabled
                ? attentionMessages.pauseTextsOf(businessName)
                : attentionMessages.resumeTextsOf(businessName)
            }
            icon={smsAutoReplyEnabled ? Pause : Play}
            onClick={() => onPause(client)}
          />
          <IconAction label={attentionMessages.raiseLimitsOf(businessName)} icon={Gauge} onClick={() => onRaise(id)} />
        </HStack>
      );
    },
  },
];
