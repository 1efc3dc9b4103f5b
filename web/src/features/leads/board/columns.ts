import type { LeadColumnFragment, LeadFieldsFragment, LeadStatus } from '../../../shared/graphql/generated';
import { type LeadFilter, leadStatuses } from '../lead-query';

/** The leads of a status, as they were loaded. */
type Lists = { readonly [status in LeadStatus]?: LeadColumnFragment | undefined };

/** A column of the board. */
export interface BoardColumn {
  status: LeadStatus;
  /** The leads that are loaded. */
  leads: readonly LeadFieldsFragment[];
  /** How many leads with this status match the filters. */
  count: number;
  hasMore: boolean;
}

type Sort = Pick<LeadFilter, 'sort' | 'order'>;

/** Returns the order of the leads within a column, where all have the same status. */
export const columnOrder = ({ sort, order }: Sort) =>
  sort === 'status' ? ({ field: 'createdAt', direction: 'desc' } as const) : { field: sort, direction: order };

/**
 * Puts the leads that are loaded into the columns of their statuses. A lead whose status has changed since its list was
 * loaded moves to its new column, and the counts follow.
 */
export function toColumns(
  lists: Lists,
  statusOf: (lead: LeadFieldsFragment) => LeadStatus,
  filter: Sort,
): BoardColumn[] {
  const shown = leadStatuses.flatMap((status) => {
    const list = lists[status];
    return list ? [{ status, list, ids: new Set(list.nodes.map(({ id }) => id)) }] : [];
  });
  const loaded = [...new Map(shown.flatMap(({ list }) => list.nodes).map((lead) => [lead.id, lead])).values()];
  return shown.map(({ status, list, ids }) => {
    const stayed = list.nodes.filter((lead) => statusOf(lead) === status);
    const arrived = loaded.filter((lead) => !ids.has(lead.id) && statusOf(lead) === status);
    return {
      status,
      leads: arrived.reduce((leads, lead) => insert(leads, lead, filter), stayed),
      count: list.totalCount + arrived.length - (list.nodes.length - stayed.length),
      hasMore: list.pageInfo.hasNextPage,
    };
  });
}

/** Inserts a lead into a sorted list, whose order of the server stays. */
function insert(leads: readonly LeadFieldsFragment[], lead: LeadFieldsFragment, filter: Sort): LeadFieldsFragment[] {
  const { field, direction } = columnOrder(filter);
  const sign = direction === 'asc' ? 1 : -1;
  const follows = (other: LeadFieldsFragment) => {
    const [one, two] = [lead[field], other[field]];
    // Leads without a name come last in both directions.
    if (one === null || two === null) return one !== null;
    const difference = field === 'createdAt' ? Date.parse(one) - Date.parse(two) : one.localeCompare(two);
    return difference * sign < 0;
  };
  const index = leads.findIndex(follows);
  return index === -1 ? [...leads, lead] : leads.toSpliced(index, 0, lead);
}
