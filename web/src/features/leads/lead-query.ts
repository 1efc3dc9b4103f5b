import type { LeadSort, LeadStatus, SortOrder } from '../../shared/graphql/generated';

/** Which leads are listed and in what order; an empty text asks for all. */
export interface LeadFilter {
  campaignId: string;
  status: LeadStatus | '';
  search: string;
  sort: LeadSort;
  order: SortOrder;
}

/** A filter, and the page of what it leaves, from 1. */
export interface LeadQuery {
  filter: LeadFilter;
  page: number;
}

/** The server refuses a longer one. */
export const MAX_SEARCH_LENGTH = 200;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const sorts: readonly LeadSort[] = ['createdAt', 'fullName', 'campaignName', 'status'];
const orders: readonly SortOrder[] = ['asc', 'desc'];
export const leadStatuses: readonly LeadStatus[] = ['new', 'contacted', 'qualified', 'converted'];
const oneOf = <Value extends string>(text: string | null, values: readonly Value[]) =>
  values.find((value) => value === text);

/** Newest first is where every list begins; names and statuses begin at A. */
export const firstOrder = (sort: LeadSort): SortOrder => (sort === 'createdAt' ? 'desc' : 'asc');

/** What an address asks for; what it does not know asks for nothing. */
export function readLeadQuery(address: URLSearchParams): LeadQuery {
  const sort = oneOf(address.get('sort'), sorts) ?? 'createdAt';
  const page = Number(address.get('page'));
  return {
    filter: {
      campaignId: UUID.exec(address.get('campaign') ?? '')?.[0] ?? '',
      status: oneOf(address.get('status'), leadStatuses) ?? '',
      search: (address.get('search') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
      sort,
      order: oneOf(address.get('order'), orders) ?? firstOrder(sort),
    },
    page: Number.isInteger(page) && page > 0 && page < 1_000_000 ? page : 1,
  };
}

/** The address that asks for it; what is as usual is left out. */
export function writeLeadQuery({ filter, page }: LeadQuery): URLSearchParams {
  const { campaignId, status, search, sort, order } = filter;
  const asked = {
    tab: 'leads',
    campaign: campaignId,
    status,
    search,
    sort: sort === 'createdAt' ? '' : sort,
    order: order === firstOrder(sort) ? '' : order,
    page: page === 1 ? '' : String(page),
  };
  return new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ''));
}
