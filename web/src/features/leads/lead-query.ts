import { MAX_TAG_LENGTH } from '@dripline/contract/limits';
import type {
  LeadFilter as ApiLeadFilter,
  LeadOrderField,
  LeadStatus,
  OrderDirection,
} from '../../shared/graphql/generated';
import { toWords } from '../../shared/format';

/** Whether leads have a property: all leads, those with it, or those without it. */
export type Choice = '' | 'yes' | 'no';

/** The filter and sort order of the leads list. An empty string means no filter. */
export interface LeadFilter {
  campaignId: string;
  status: LeadStatus | '';
  search: string;
  source: string;
  /** The `utm_campaign` parameter of the link, exactly. */
  utmCampaign: string;
  /** The first and the last day on which the leads arrived, as YYYY-MM-DD in the client's time zone. */
  from: string;
  to: string;
  replied: Choice;
  optedOut: Choice;
  /** For administrators only, because clients do not see held leads. */
  held: Choice;
  tag: string;
  /** The ID of a member, `none` for leads without an owner, or `any` for those with one. */
  owner: string;
  sort: LeadOrderField;
  order: OrderDirection;
}

/** How the leads are shown: in a table, or on a board with a column for each status. */
export type LeadView = 'table' | 'board';

/** A filter, a page number, starting at 1, and the view. The board has no pages. */
export interface LeadQuery {
  filter: LeadFilter;
  page: number;
  view: LeadView;
}

/** The server rejects longer searches. */
export const MAX_SEARCH_LENGTH = 200;
const MAX_SOURCE_LENGTH = 100;
export const MAX_UTM_LENGTH = 200;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const sorts: readonly LeadOrderField[] = ['createdAt', 'fullName', 'campaignName', 'status'];
const orders: readonly OrderDirection[] = ['asc', 'desc'];
export const leadStatuses: readonly LeadStatus[] = ['new', 'contacted', 'qualified', 'converted'];
/** The statuses of leads, as the entries of a field or a menu. */
export const statusChoices = leadStatuses.map((value) => ({ value, label: toWords(value) }));
const choices: readonly Choice[] = ['yes', 'no'];
const oneOf = <Value extends string>(text: string | null, values: readonly Value[]) =>
  values.find((value) => value === text);

/** Returns the initial direction of a sort key: newest first for dates, A to Z for names and statuses. */
export const initialOrder = (sort: LeadOrderField): OrderDirection => (sort === 'createdAt' ? 'desc' : 'asc');

/** The filters that match all leads. */
export const noFilters = {
  campaignId: '',
  status: '',
  search: '',
  source: '',
  utmCampaign: '',
  from: '',
  to: '',
  replied: '',
  optedOut: '',
  held: '',
  tag: '',
  owner: '',
} as const;

/** Whether a filter or a search is active. */
export const isFiltered = (filter: LeadFilter): boolean =>
  Object.keys(noFilters).some((name) => filter[name as keyof typeof noFilters] !== '');

/** Returns the text of a day that exists, else an empty one. */
const dayOf = (text: string | null) =>
  text && /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text) ? text : '';

const ownerOf = (text: string) => oneOf(text, ['none', 'any']) ?? UUID.exec(text)?.[0] ?? '';

const shortText = (text: string | null, length: number) => (text ?? '').trim().slice(0, length);

/** Parses the URL's query parameters and ignores invalid ones. */
export function parseLeadQuery(params: URLSearchParams): LeadQuery {
  const sort = oneOf(params.get('sort'), sorts) ?? 'createdAt';
  const page = Number(params.get('page'));
  return {
    filter: {
      campaignId: UUID.exec(params.get('campaign') ?? '')?.[0] ?? '',
      status: oneOf(params.get('status'), leadStatuses) ?? '',
      search: shortText(params.get('search'), MAX_SEARCH_LENGTH),
      source: shortText(params.get('source'), MAX_SOURCE_LENGTH),
      utmCampaign: shortText(params.get('utmCampaign'), MAX_UTM_LENGTH),
      from: dayOf(params.get('from')),
      to: dayOf(params.get('to')),
      replied: oneOf(params.get('replied'), choices) ?? '',
      optedOut: oneOf(params.get('optedOut'), choices) ?? '',
      held: oneOf(params.get('held'), choices) ?? '',
      tag: shortText(params.get('tag'), MAX_TAG_LENGTH),
      owner: ownerOf(params.get('owner') ?? ''),
      sort,
      order: oneOf(params.get('order'), orders) ?? initialOrder(sort),
    },
    page: Number.isInteger(page) && page > 0 && page < 1_000_000 ? page : 1,
    view: params.get('view') === 'board' ? 'board' : 'table',
  };
}

/** Writes a query as URL parameters and omits defaults. */
export function toSearchParams({ filter, page, view }: LeadQuery): URLSearchParams {
  const { campaignId, sort, order, ...filters } = filter;
  const params = {
    tab: 'leads',
    view: view === 'table' ? '' : view,
    campaign: campaignId,
    ...filters,
    sort: sort === 'createdAt' ? '' : sort,
    order: order === initialOrder(sort) ? '' : order,
    page: page === 1 ? '' : String(page),
  };
  return new URLSearchParams(Object.entries(params).filter(([, value]) => value !== ''));
}

const toBoolean = (choice: Choice) => (choice === '' ? null : choice === 'yes');

const toOwnerFilter = (owner: string) =>
  owner === 'none' || owner === 'any'
    ? { ownerId: null, hasOwner: owner === 'any' }
    : { ownerId: owner || null, hasOwner: null };

/** Converts the filters into the API's. */
export const toApiFilter = (filter: LeadFilter): ApiLeadFilter => ({
  campaignId: filter.campaignId || null,
  status: filter.status || null,
  search: filter.search || null,
  source: filter.source || null,
  utmCampaign: filter.utmCampaign || null,
  receivedFrom: filter.from || null,
  receivedTo: filter.to || null,
  hasReplied: toBoolean(filter.replied),
  optedOut: toBoolean(filter.optedOut),
  held: toBoolean(filter.held),
  tag: filter.tag || null,
  ...toOwnerFilter(filter.owner),
});
