import { sharedMessages } from '../shared';

/** The texts of the filters of leads. */
export const filterMessages = {
  filters: 'Filters',
  clear: 'Clear filters',
  anyStatus: 'All statuses',
  statusOf: (lead: string, status: string) => `Status of ${lead}: ${status}`,
  source: 'Traffic source',
  anySource: 'Any source',
  from: 'Received from',
  to: 'Received until',
  replied: sharedMessages.replied,
  isReplied: 'Has replied',
  isNotReplied: 'Has not replied',
  optedOut: sharedMessages.optOuts,
  isOptedOut: 'Has opted out',
  isNotOptedOut: 'Has not opted out',
  held: 'Held leads',
  isHeld: 'Held',
  isNotHeld: 'Not held',
  tag: 'Tag',
  anyTag: 'Any tag',
  anyLead: 'Any',
  since: (day: string) => `Since ${day}`,
  until: (day: string) => `On or before ${day}`,
  tagged: (tag: string) => `Tagged ${tag}`,
  remove: (filter: string) => `Remove the filter ${filter}`,
} as const;
