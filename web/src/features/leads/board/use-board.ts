import { useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  LeadBoardDocument,
  type LeadColumnFragment,
  LeadColumnDocument,
  type LeadColumnQueryVariables,
  type LeadStatus,
} from '../../../shared/graphql/generated';
import { retry } from '../../../shared/retry';
import { useClientChange } from '../../../shared/live/live-client';
import { failureToast } from '../../../messages/toasts';
import { showToast } from '../../../ui/feedback/toaster';
import { useLatest } from '../../../ui/table/use-latest';
import { type LeadFilter, leadStatuses, toApiFilter } from '../lead-query';
import { useLeadStatuses } from '../use-lead-statuses';
import { columnOrder, toColumns } from './columns';

const PAGE_SIZE = 25;
const MAX_PAGE_SIZE = 500;
/** Changes of leads that are not loaded load the board again at most this often. */
const MIN_INTERVAL_MS = 5_000;

/** The columns of the board, which follow the changes of leads. */
export function useBoard(clientId: string, filter: LeadFilter) {
  const apollo = useApolloClient();
  const { statusOf, choose } = useLeadStatuses();
  const variablesOf = (status: LeadStatus) => ({
    clientId,
    filter: { ...toApiFilter(filter), status },
    orderBy: columnOrder(filter),
    first: PAGE_SIZE,
  });
  const isShown = (status: LeadStatus) => filter.status === '' || filter.status === status;
  const filterOf = (status: LeadStatus) => variablesOf(status).filter;
  const { data, previousData, error, refetch } = useQuery(LeadBoardDocument, {
    variables: {
      clientId,
      new: filterOf('new'),
      contacted: filterOf('contacted'),
      qualified: filterOf('qualified'),
      converted: filterOf('converted'),
      withNew: isShown('new'),
      withContacted: isShown('contacted'),
      withQualified: isShown('qualified'),
      withConverted: isShown('converted'),
      orderBy: columnOrder(filter),
      first: PAGE_SIZE,
    },
  });
  const lists = (data ?? (error ? undefined : previousData))?.client;
  const { sort, order } = filter;
  const columns = useMemo(() => lists && toColumns(lists, statusOf, { sort, order }), [lists, statusOf, sort, order]);

  const load = async (variables: LeadColumnQueryVariables) => {
    // Not cached here, because pages after the first one are added to it.
    const page = await apollo.query({ query: LeadColumnDocument, variables, fetchPolicy: 'no-cache' });
    return page.data!.client;
  };
  const [loading, setLoading] = useState<LeadStatus>();
  const loadMore = async (status: LeadStatus) => {
    const variables = variablesOf(status);
    setLoading(status);
    try {
      const next = await load({ ...variables, after: lists?.[status]?.pageInfo.endCursor });
      apollo.cache.updateQuery({ query: LeadColumnDocument, variables }, (known) => ({
        client: { ...next, leads: append(known?.client.leads, next.leads) },
      }));
    } catch {
      showToast(failureToast('We could not load more leads.'));
    }
    setLoading(undefined);
  };
  /** Loads what the board shows again, without a change of its length. */
  const reload = useLatest(async () => {
    const pages = await Promise.all(
      leadStatuses.filter(isShown).map(async (status) => {
        const variables = variablesOf(status);
        const size = Math.min(Math.max(lists?.[status]?.nodes.length ?? 0, PAGE_SIZE), MAX_PAGE_SIZE);
        return { variables, client: await load({ ...variables, first: size }) };
      }),
    );
    // Together, because a lead may have moved from one column to another.
    apollo.cache.batch({
      update: (cache) => {
        for (const { variables, client } of pages)
          cache.writeQuery({ query: LeadColumnDocument, variables, data: { client } });
      },
    });
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useClientChange(({ kind, lead }) => {
    const isLoaded = columns?.some(({ leads }) => leads.some(({ id }) => id === lead?.id));
    if (kind !== 'lead_updated' || isLoaded) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      retry(reload());
    }, MIN_INTERVAL_MS);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return { columns, isStale: !data, error, refetch, reload, loadMore, loading, choose };
}

/** Adds a page to a list. A lead that has moved down meanwhile is on both. */
function append(known: LeadColumnFragment | undefined, next: LeadColumnFragment): LeadColumnFragment {
  const ids = new Set(known?.nodes.map(({ id }) => id));
  return { ...next, nodes: [...(known?.nodes ?? []), ...next.nodes.filter(({ id }) => !ids.has(id))] };
}
