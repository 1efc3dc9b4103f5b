/** The texts of the usage of all clients. */
export const usageMessages = {
  month: 'Month',
  description: 'Counted by calendar month in the time zone of each client. Past months show the limits that applied.',
  search: 'Find clients by name',
  segments: 'Carrier segments',
  noneFound: 'No client matches',
  noneFoundText: 'Try another name, or a later month.',
  historyOf: (name: string) => `Limit changes of ${name}`,
  noHistory: 'The limits have not been changed.',
  olderHistory: (shown: string, total: string) => `The latest ${shown} of ${total} changes.`,
  changed: (limit: string, previous: string, current: string) => `${limit}: ${previous} → ${current}`,
} as const;

/** The names of the monthly limits. */
export const limitNames = {
  campaigns: 'Campaign limit',
  leads: 'Lead limit',
  messages: 'SMS limit',
  segments: 'Segment limit',
} as const;
