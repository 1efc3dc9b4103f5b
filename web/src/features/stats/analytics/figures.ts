import { sharedMessages } from '../../../messages/shared';
import type { AnalyticsFiguresFragment, AnalyticsTotalsQuery } from '../../../shared/graphql/generated';
import { metrics, type Metrics } from '../trend/trend-metrics';

/** The figures of one day. */
export type AnalyticsDay = AnalyticsTotalsQuery['analytics']['byDay'][number];
/** The name of a figure. */
export type FigureName = Exclude<keyof AnalyticsFiguresFragment, '__typename'>;
/** A number for each figure. */
export type FigureSums = Record<FigureName, number>;

const names: readonly FigureName[] = [
  ...(['views', 'scans', 'leads', 'contacted', 'qualified', 'converted'] as const),
  ...(['replied', 'repliedInHour', 'repliedInDay', 'messages', 'replies', 'optOuts'] as const),
];

/** The figures over time. Each has a plot of its own, so that colors may repeat. */
export const analyticsMetrics = {
  ...metrics,
  qualified: { label: sharedMessages.conversions, color: 'chart.leads' },
  messages: { label: sharedMessages.smsSent, color: 'chart.views' },
  replies: { label: sharedMessages.replies, color: 'chart.leads' },
  optOuts: { label: sharedMessages.optOuts, color: 'chart.views' },
} satisfies Metrics<string>;

/** The name of a figure over time. */
export type AnalyticsMetric = keyof typeof analyticsMetrics;

/** Returns the sums of the figures of days. */
export function sumsOf(days: readonly AnalyticsDay[]): FigureSums {
  const sum = (name: FigureName) => days.reduce((total, { figures }) => total + figures[name], 0);
  return Object.fromEntries(names.map((name) => [name, sum(name)])) as FigureSums;
}

/** The days of a week, or of less at the start of a range, and their sums. */
export interface Cohort {
  first: string;
  last: string;
  sums: FigureSums;
}

/** The longest range whose leads are shown by day of arrival. */
const MAX_DAILY = 14;

/** Divides days into cohorts, newest first: weeks that end on the last day, or the days of a short range. */
export function cohortsOf(days: readonly AnalyticsDay[]): Cohort[] {
  const size = days.length > MAX_DAILY ? 7 : 1;
  const cohorts: Cohort[] = [];
  for (let end = days.length; end > 0; end -= size) {
    const included = days.slice(Math.max(end - size, 0), end);
    cohorts.push({ first: included[0]!.day, last: included.at(-1)!.day, sums: sumsOf(included) });
  }
  return cohorts;
}
