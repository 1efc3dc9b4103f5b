import type { LeadColumn, SavedViewFieldsFragment, SavedViewQueryInput } from '../../../shared/graphql/generated';
import { type Choice, type LeadFilter, type LeadView, toApiFilter } from '../lead-query';

/** What the Leads tab shows. */
export interface ShownLeads {
  filter: LeadFilter;
  view: LeadView;
  hiddenColumns: readonly string[];
}

/** Converts what the tab shows into what is saved. */
export const toSavedQuery = ({ filter, view, hiddenColumns }: ShownLeads): SavedViewQueryInput => ({
  filter: toApiFilter(filter),
  orderBy: filter.sort,
  direction: filter.order,
  layout: view,
  hiddenColumns: [...hiddenColumns].sort() as LeadColumn[],
});

const toChoice = (value: boolean | null | undefined): Choice => (value == null ? '' : value ? 'yes' : 'no');

/** Converts what was saved into what the tab shows. */
export function fromSavedQuery({
  filter,
  orderBy,
  direction,
  layout,
  hiddenColumns,
}: SavedViewFieldsFragment['query']): ShownLeads {
  return {
    filter: {
      campaignId: filter.campaignId ?? '',
      status: filter.status ?? '',
      search: filter.search ?? '',
      source: filter.source ?? '',
      utmCampaign: filter.utmCampaign ?? '',
      from: filter.receivedFrom ?? '',
      to: filter.receivedTo ?? '',
      replied: toChoice(filter.hasReplied),
      optedOut: toChoice(filter.optedOut),
      held: toChoice(filter.held),
      tag: filter.tag ?? '',
      owner: filter.ownerId ?? (filter.hasOwner == null ? '' : filter.hasOwner ? 'any' : 'none'),
      sort: orderBy,
      order: direction,
    },
    view: layout,
    hiddenColumns,
  };
}

/** Whether the tab shows what was saved. */
export const isShown = (saved: SavedViewFieldsFragment['query'], shown: ShownLeads) =>
  JSON.stringify(toSavedQuery(fromSavedQuery(saved))) === JSON.stringify(toSavedQuery(shown));
