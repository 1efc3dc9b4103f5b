import { MAX_STATS_DAYS } from '@dripline/contract/limits';

/** The texts of the chart on a client's dashboard. */
export const trendMessages = {
  dateRange: 'Date range',
  ranges: {
    '7': 'Last 7 days',
    '30': 'Last 30 days',
    '90': 'Last 90 days',
    'this-month': 'This month',
    'last-month': 'Last month',
    custom: 'Custom range',
  },
  from: 'From',
  to: 'To',
  enterDay: 'Enter a date.',
  toIsAfterToday: 'To must be today or earlier.',
  fromIsAfterTo: 'From must be on or before To.',
  rangeIsTooLong: `A range has at most ${MAX_STATS_DAYS} days.`,

  compare: 'Compare with previous period',
  // How a total differs from the total of the period before.
  noneBefore: 'none before',
  same: (period: string) => `the same as ${period}`,
  change: (percent: string, isMore: boolean, period: string) => `${percent} ${isMore ? 'more' : 'less'} than ${period}`,
  periodBefore: (days: number) => (days === 1 ? 'the day before' : `the ${days} days before`),

  todaySoFar: 'today so far',
  incompleteWeek: 'incomplete week',
  valueBefore: (value: string) => `${value} before`,
  comparedWith: 'Compared with',
  showTable: 'Show as table',
  hideTable: 'Hide table',
  total: 'Total',
} as const;
