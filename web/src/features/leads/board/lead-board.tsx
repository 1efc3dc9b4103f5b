import { Box, Flex, Skeleton, Stack } from '@chakra-ui/react';
import { type Ref, useEffect, useRef } from 'react';
import { boardMessages } from '../../../messages/leads/board';
import { toWords } from '../../../shared/format';
import type { LeadFieldsFragment, LeadStatus } from '../../../shared/graphql/generated';
import { retry } from '../../../shared/retry';
import { LoadError } from '../../../ui/feedback/load-error';
import { ColumnDrag } from '../../../ui/sortable/column-drag';
import { useLatest } from '../../../ui/table/use-latest';
import { NoLeads } from '../filters/no-leads';
import { leadDisplayName } from '../lead-name';
import { isFiltered, type LeadFilter, leadStatuses } from '../lead-query';
import { NewLeadsButton, useNewLeads } from '../new-leads';
import { BoardCard, DraggedCard } from './board-card';
import { Column, columnStyle } from './board-column';
import type { BoardColumn } from './columns';
import { useBoard } from './use-board';

interface LeadBoardProps {
  clientId: string;
  filter: LeadFilter;
  timeZone: string;
  /** The lead that is open beside the board. */
  currentId?: string | undefined;
  onOpen: (kind: 'view', id: string) => void;
  onClear: () => void;
  /** Called with the columns when they have changed. */
  onColumns: (columns: readonly BoardColumn[] | undefined) => void;
  ref: Ref<HTMLDivElement>;
}

/** The filtered leads in a column for each status. Dragging a lead to another column changes its status. */
export function LeadBoard({ clientId, filter, timeZone, currentId, onOpen, onClear, onColumns, ref }: LeadBoardProps) {
  const { columns, isStale, error, refetch, reload, loadMore, loading, choose } = useBoard(clientId, filter);
  const news = useNewLeads(JSON.stringify(filter));
  const board = useRef<HTMLDivElement>(null);
  const report = useLatest(onColumns);
  useEffect(() => report(columns), [columns, report]);
  // A card that moves is mounted in its new column, and keeps the focus there.
  const focused = useRef<{ id: string; part: 'handle' | 'menu' }>(undefined);
  useEffect(() => {
    const { id, part } = focused.current ?? {};
    if (id === undefined) return;
    focused.current = undefined;
    board.current?.querySelector<HTMLElement>(`[data-row="${id}"] [data-${part}]`)?.focus();
  });
  const leads = columns?.flatMap((column) => column.leads) ?? [];
  const find = (id: string) => leads.find((lead) => lead.id === id);
  const nameOf = (id: string) => {
    const lead = find(id);
    return lead ? leadDisplayName(lead) : '';
  };
  const move = (lead: LeadFieldsFragment, status: LeadStatus, part: 'handle' | 'menu') => {
    focused.current = { id: lead.id, part };
    choose(lead, status);
  };
  if (!columns && error) return <LoadError subject="the leads" onRetry={() => retry(refetch())} />;
  if (!columns) return <BoardSkeleton />;
  const isEmpty = columns.every(({ count }) => count === 0);
  const statusIn = (id: string) => columns.find((column) => column.leads.some((lead) => lead.id === id))?.status;
  return (
    <Stack gap="3" ref={ref}>
      <NewLeadsButton count={news.count} onShow={() => retry(reload().then(news.clear))} />
      {isEmpty ? (
        <NoLeads isFiltered={isFiltered(filter)} onClear={onClear} />
      ) : (
        <ColumnDrag
          instructions={boardMessages.instructions}
          announce={(event, id, column) => texts[event](nameOf(id), toWords(column))}
          onDrop={(id, column) => {
            const lead = find(id);
            const status = column as LeadStatus;
            if (lead && statusIn(id) !== status) move(lead, status, 'handle');
          }}
          renderDragged={(id) => {
            const lead = find(id);
            return lead && <DraggedCard lead={lead} timeZone={timeZone} />;
          }}
        >
          {(isDragging) => (
            <Flex
              ref={board}
              role="group"
              aria-label={boardMessages.columns}
              aria-busy={isStale}
              opacity={isStale ? 0.6 : 1}
              {...boardStyle}
              // The board scrolls freely under a card that is dragged.
              scrollSnapType={isDragging ? 'none' : 'x mandatory'}
            >
              {columns.map((column) => (
                <Column
                  key={column.status}
                  column={column}
                  isLoading={loading === column.status}
                  onLoadMore={() => void loadMore(column.status)}
                >
                  {column.leads.map((lead) => (
                    <BoardCard
                      key={lead.id}
                      lead={lead}
                      status={column.status}
                      timeZone={timeZone}
                      isCurrent={lead.id === currentId}
                      onOpen={() => onOpen('view', lead.id)}
                      onChoose={(status) => move(lead, status, 'menu')}
                    />
                  ))}
                </Column>
              ))}
            </Flex>
          )}
        </ColumnDrag>
      )}
    </Stack>
  );
}

const BoardSkeleton = () => (
  <Flex {...boardStyle} aria-busy="true">
    {leadStatuses.map((status) => (
      <Stack key={status} {...columnStyle}>
        <Skeleton height="5" width="24" />
        {[1, 2, 3].map((nth) => (
          <Box key={nth} bg="bg.panel" borderWidth="1px" borderRadius="l2" padding="3">
            <Skeleton height="4" width="60%" marginBottom="2" />
            <Skeleton height="3" width="80%" marginBottom="2" />
            <Skeleton height="3" width="40%" />
          </Box>
        ))}
      </Stack>
    ))}
  </Flex>
);

const texts = {
  started: boardMessages.pickedUp,
  moved: boardMessages.over,
  ended: boardMessages.dropped,
  cancelled: boardMessages.cancelled,
};

const boardStyle = {
  gap: '3',
  align: 'stretch',
  overflowX: 'auto',
  overscrollBehaviorX: 'contain',
  // The columns scroll within the window.
  height: { base: 'calc(100dvh - 11rem)', lg: 'calc(100dvh - 10rem)' },
  minHeight: '20rem',
} as const;
