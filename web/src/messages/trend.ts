import { MAX_STATS_DAYS } from '@dripline/contract/limits';

/** The texts of the chart on a client's dashboard. */
export const trendMessages = {
  dateRange: 'Date range',
  enterDay: 'Enter a date.',
  toIsAfterToday: 'To must be today or earlier.',
  fromIsAfterTo: 'From must be on or before To.',
  rangeIsTooLong: `A range has at most ${MAX_STATS_DAYS} days.`,

  compare: 'Compare with previous period',
  comparedWith: 'Compared with',
  todaySoFar: 'today so far',
  incompleteWeek: 'incomplete week',
  showTable: 'Show as table',
  hideTable: 'Hide table',
} as const;
