import { formatCount, formatDay } from '../../../shared/format';
import { trendMessages } from '../../../messages/trend';

/** A number for each figure of a chart. */
export type Figures<Metric extends string> = Readonly<Record<Metric, number>>;

/** The figures of one day. */
export type TrendDay<Metric extends string> = Figures<Metric> & { readonly day: string };

/** A day, or a week of a long range. */
interface Days {
  first: string;
  last: string;
  days: number;
}

/** The figures of a day, or of a week of a long range. */
export type Period<Metric extends string> = Days & Figures<Metric>;

/** Ranges up to this length, in days, have a bar for each day. */
const MAX_DAILY = 92;

/** Combines the days of a long range into weeks. The last week ends on the last day, so that only the first is shorter. */
export function toPeriods<Metric extends string>(
  days: readonly TrendDay<Metric>[],
  shown: readonly Metric[],
): Period<Metric>[] {
  const size = days.length > MAX_DAILY ? 7 : 1;
  const periods: Period<Metric>[] = [];
  for (let end = days.length; end > 0; end -= size) {
    const included = days.slice(Math.max(end - size, 0), end);
    periods.unshift({
      first: included[0]!.day,
      last: included.at(-1)!.day,
      days: included.length,
      ...totalsOf(included, shown),
    });
  }
  return periods;
}

/** Whether a period has less time than the others: it includes today, or is the shorter week of a long range. */
export const isPartial = ({ last, days }: Days, today: string, longest: number) => last === today || days < longest;

/** Names a period: "Nov 21", or "Nov 15 – 21, 2026, today so far". */
export function periodName({ first, last }: Days, today: string): string {
  const name = first === last ? formatDay(first) : formatDays(first, last);
  return last === today ? `${name}, ${trendMessages.todaySoFar}` : name;
}

/** Returns the sums of the figures. */
export function totalsOf<Metric extends string>(
  rows: readonly Figures<Metric>[],
  shown: readonly Metric[],
): Figures<Metric> {
  const sum = (metric: Metric) => rows.reduce((total, row) => total + row[metric], 0);
  return Object.fromEntries(shown.map((metric) => [metric, sum(metric)])) as Figures<Metric>;
}

/** Names the range of the same length before: "the 30 days before". */
export const rangeBefore = (days: number) => (days === 1 ? 'the day before' : `the ${days} days before`);

/** Describes a value of the period before. */
export const valueBefore = (value: string) => `${value} before`;

/** Describes a total by that of the range of the same length before: "12% more than the 30 days before". */
export function describeChange(total: number, before: number, days: number): string {
  if (before === 0) return valueBefore('none');
  if (total === before) return `the same as ${rangeBefore(days)}`;
  const percent = Math.round((Math.abs(total - before) / before) * 100);
  // A change of less than half a percent is still one.
  const change = percent === 0 ? 'under 1%' : `${formatCount(percent)}%`;
  return `${change} ${total > before ? 'more' : 'less'} than ${rangeBefore(days)}`;
}

/** Spreads five labels over the periods: their first days. */
export function dateTicks(periods: readonly Days[]): Map<number, string> {
  const last = periods.length - 1;
  const slots = [0, 0.25, 0.5, 0.75, 1].map((share) => Math.round(share * last));
  return new Map(slots.map((slot) => [slot, formatDay(periods[slot]!.first)]));
}

/** Formats the days of a range: "Oct 27 – Nov 25, 2026". */
export const formatDays = (first: string, last: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
    new Date(first),
    new Date(last),
  );
