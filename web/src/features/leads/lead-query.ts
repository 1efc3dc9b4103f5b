import type { LeadOrderField, LeadStatus, OrderDirection } from '../../shared/graphql/generated';

/** The filter and sort order of the leads list. An empty string means no filter. */
export interface LeadFilter {
  campaignId: string;
  status: LeadStatus | '';
  search: string;
  sort: LeadOrderField;
  order: OrderDirection;
}

/** A filter and a page number, starting at 1. */
export interface LeadQuery {
  filter: LeadFilter;
  page: number;
}

/** The server rejects longer searches. */
export const MAX_SEARCH_LENGTH = 200;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const sorts: readonly LeadOrderField[] = ['createdAt', 'fullName', 'campaignName', 'status'];
const orders: readonly OrderDirection[] = ['asc', 'desc'];
export const leadStatuses: readonly LeadStatus[] = ['new', 'contacted', 'qualified', 'converted'];
const oneOf = <Value extends string>(text: string | null, values: readonly Value[]) =>
  values.find((value) => value === text);

/** Returns the initial direction of a sort key: newest first for dates, A to Z for names and statuses. */
export const initialOrder = (sort: LeadOrderField): OrderDirection => (sort === 'createdAt' ? 'desc' : 'asc');

/** Parses the URL's query parameters and ignores invalid ones. */
export function parseLeadQuery(params: URLSearchParams): LeadQuery {
  const sort = oneOf(params.get('sort'), sorts) ?? 'createdAt';
  const page = Number(params.get('page'));
  return {
    filter: {
      campaignId: UUID.exec(params.get('campaign') ?? '')?.[0] ?? '',
      status: oneOf(params.get('status'), leadStatuses) ?? '',
      search: (params.get('search') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
      sort,
      order: oneOf(params.get('order'), orders) ?? initialOrder(sort),
    },
    page: Number.isInteger(page) && page > 0 && page < 1_000_000 ? page : 1,
  };
}

/** Writes a query as URL parameters and omits defaults. */
export function toSearchParams({ filter, page }: LeadQuery): URLSearchParams {
  const { campaignId, status, search, sort, order } = filter;
  const params = {
    tab: 'leads',
    campaign: campaignId,
    status,
    search,
    sort: sort === 'createdAt' ? '' : sort,
    order: order === initialOrder(sort) ? '' : order,
    page: page === 1 ? '' : String(page),
  };
  return new URLSearchParams(Object.entries(params).filter(([, value]) => value !== ''));
}
