import type { DateTime } from 'luxon';
import { isFederalHoliday } from './federal-holidays';

type Hours = readonly [from: number, until: number];

/** When a law allows messages, in the recipient's time zone. Hours of null mean none on that day. */
export interface StateRule {
  /** The whole hours between which messages are allowed. */
  hours: Hours;
  /** Other hours on Saturdays. */
  saturday?: Hours | null;
  /** Other hours on Sundays. */
  sunday?: Hours | null;
  /** False if federal holidays, and the weekdays on which they are observed, have no messages. */
  holidays?: false;
  /** How many messages one number may receive within 24 hours. */
  messagesPerDay?: number;
  /** The statute. */
  source: string;
}

/** The rule where a state has no stricter one. */
export const federalRule: StateRule = { hours: [8, 21], source: '47 CFR § 64.1200(c)(1)' };

/**
 * The states whose rules are stricter than the federal rule. This is not legal advice: the laws have exemptions, such as
 * for leads that asked to be contacted, that this table ignores. It leaves out most rules for recorded voice, holidays
 * of a single state, and states whose law is unclear.
 */
export const stateRules: Readonly<Record<string, StateRule>> = {
  'US-AL': { hours: [8, 20], sunday: null, holidays: false, source: 'Ala. Admin. Code r. 770-X-5-.17' },
  'US-CT': { hours: [9, 20], source: 'Conn. Gen. Stat. § 42-288a, Public Act 23-98 (SB 1058)' },
  'US-FL': { hours: [8, 20], messagesPerDay: 3, source: 'Fla. Stat. §§ 501.059, 501.616(6)' },
  'US-KY': { hours: [10, 21], source: 'KRS § 367.46955(3)' },
  'US-LA': { hours: [8, 20], sunday: null, holidays: false, source: 'La. R.S. 45:844.31 et seq.' },
  'US-MD': { hours: [8, 20], messagesPerDay: 3, source: 'Md. Code, Com. Law § 14-4501 et seq.' },
  'US-MA': { hours: [8, 20], source: 'M.G.L. c. 159C § 3, 201 CMR 12.00' },
  'US-MN': { hours: [9, 21], source: 'Minn. Stat. § 325E.30' },
  'US-MS': { hours: [8, 20], sunday: null, source: 'Miss. Code § 77-3-723' },
  'US-NV': { hours: [9, 20], source: 'NRS 597.814' },
  'US-NM': { hours: [9, 21], source: 'N.M. Stat. § 57-12-22' },
  'US-OK': { hours: [8, 20], messagesPerDay: 3, source: 'Okla. Stat. tit. 15 § 775C.4' },
  'US-OR': { hours: [8, 20], messagesPerDay: 3, source: 'ORS 646A, HB 3865 (2025)' },
  'US-PA': { hours: [8, 21], holidays: false, source: '73 P.S. § 2241 et seq., Act 129 of 2019' },
  'US-RI': {
    hours: [9, 18],
    saturday: [10, 17],
    sunday: null,
    holidays: false,
    source: 'R.I. Gen. Laws §§ 5-61-2(2), 5-61-3.6',
  },
  'US-SD': { hours: [9, 21], saturday: null, sunday: null, source: 'SDCL 37-30-28' },
  'US-TX': { hours: [9, 21], sunday: [12, 21], source: 'Tex. Bus. & Com. Code § 301.051' },
  'US-UT': { hours: [8, 21], sunday: null, holidays: false, source: 'Utah Code § 13-25a-103' },
  'US-WA': { hours: [8, 20], source: 'RCW 80.36.390, 19.158' },
  'US-WY': { hours: [8, 20], source: 'Wyo. Stat. § 40-12-301 et seq.' },
};

/** Returns the law that applies in a region, or null outside the United States. */
export function ruleOf(region: string | null): StateRule | null {
  return region?.startsWith('US-') ? (stateRules[region] ?? federalRule) : null;
}

/** Returns whether a rule allows messages at a minute of a local day. */
export function allows(rule: StateRule, day: DateTime, minuteOfDay: number): boolean {
  const special = day.weekday === 6 ? rule.saturday : day.weekday === 7 ? rule.sunday : undefined;
  const hours = special === undefined ? rule.hours : special;
  if (hours === null || minuteOfDay < hours[0] * 60 || minuteOfDay >= hours[1] * 60) return false;
  return rule.holidays !== false || !isFederalHoliday(day);
}

/** Describes the hours of a rule, such as "from 9 AM to 9 PM, on Sundays from noon to 9 PM". */
export function describeHours({ hours, saturday, sunday, holidays }: StateRule): string {
  const range = ([from, until]: Hours) => `from ${formatTimeOfDay(from * 60)} to ${formatTimeOfDay(until * 60)}`;
  const closed = [saturday === null && 'Saturdays', sunday === null && 'Sundays', holidays === false && 'holidays'];
  const closedDays = new Intl.ListFormat('en', { type: 'disjunction' }).format(closed.filter((day) => day !== false));
  return [
    range(hours),
    saturday && `on Saturdays ${range(saturday)}`,
    sunday && `on Sundays ${range(sunday)}`,
    closedDays && `not on ${closedDays}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Formats a minute of the day: "9 AM", "8:30 PM" or "noon". */
export function formatTimeOfDay(minuteOfDay: number): string {
  if (minuteOfDay === 12 * 60) return 'noon';
  const [hour, minute] = [Math.floor(minuteOfDay / 60), minuteOfDay % 60];
  return `${hour % 12 || 12}${minute ? `:${String(minute).padStart(2, '0')}` : ''} ${hour < 12 ? 'AM' : 'PM'}`;
}
