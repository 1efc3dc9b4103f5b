import { MAX_STATS_DAYS } from '@dripline/contract/limits';
import { trendMessages } from '../../../messages/trend';

/** The days of the chart: the first and the last one, and what selects them in the API. */
export interface TrendRange {
  choice: RangeChoice;
  from: string;
  to: string;
  days: number;
  /** The last day. Without it, the server's today. */
  until?: string;
}

/** What the select of the date range offers. */
export type RangeChoice = '7' | '30' | '90' | 'this-month' | 'last-month' | 'custom';

/** The choices and their labels. */
export const rangeChoices: ReadonlyArray<{ value: RangeChoice; label: string }> = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: 'this-month', label: 'This month' },
  { value: 'last-month', label: 'Last month' },
  { value: 'custom', label: 'Custom range' },
];

const DAY_MS = 24 * 60 * 60_000;
const dayNumber = (day: string) => Date.parse(`${day}T00:00Z`) / DAY_MS;

/** Returns the calendar day a number of days later, or earlier if it is negative. */
export const addDays = (day: string, days: number) =>
  new Date((dayNumber(day) + days) * DAY_MS).toISOString().slice(0, 10);

/** Returns today's date in a time zone. */
export const todayIn = (timeZone: string, now = new Date()) =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(now);

/** Returns the value of `range` in the address for the days of a custom range. */
export const customRange = (from: string, to: string) => `${from}..${to}`;

/** Reads `range` in the address: a choice, or the first and last day of a custom range. Defaults to the last 30 days. */
export function parseRange(value: string | null, today: string): TrendRange {
  const firstOfMonth = `${today.slice(0, 8)}01`;
  if (value === 'this-month') return between(value, firstOfMonth, today);
  const lastOfMonthBefore = addDays(firstOfMonth, -1);
  if (value === 'last-month') return between(value, `${lastOfMonthBefore.slice(0, 8)}01`, lastOfMonthBefore);
  const [from = '', to = ''] = value?.split('..') ?? [];
  const errors = customRangeErrors(from, to, today);
  if (!errors.from && !errors.to) return between('custom', from, to);
  const choice = value === '7' || value === '90' ? value : '30';
  return { choice, from: addDays(today, 1 - Number(choice)), to: today, days: Number(choice) };
}

const between = (choice: RangeChoice, from: string, to: string): TrendRange => ({
  choice,
  from,
  to,
  days: daysBetween(from, to),
  until: to,
});

const daysBetween = (from: string, to: string) => dayNumber(to) - dayNumber(from) + 1;

/** Returns why the first or the last day of a custom range cannot be used. */
export function customRangeErrors(from: string, to: string, today: string): { from?: string; to?: string } {
  if (!isDay(from)) return { from: trendMessages.enterDay };
  if (!isDay(to)) return { to: trendMessages.enterDay };
  if (to > today) return { to: trendMessages.toIsAfterToday };
  if (from > to) return { from: trendMessages.fromIsAfterTo };
  return daysBetween(from, to) > MAX_STATS_DAYS ? { from: trendMessages.rangeIsTooLong } : {};
}

const isDay = (day: string) => /^\d{4}-\d\d-\d\d$/.test(day) && !isNaN(dayNumber(day)) && addDays(day, 0) === day;
