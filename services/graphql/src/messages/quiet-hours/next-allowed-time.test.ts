import { pickFrom, seeds } from '../../testing/seeds';
import { FAULT_RUNS, recordFaultRun } from '../../testing/record-fault-run';
import { areasByCode } from './area-codes';
import { nextAllowedTime } from './next-allowed-time';
import { recipientZones } from './recipient-area';

const defaultHours = { enabled: true, start: '21:00', end: '08:00' };
const unknownIn = (zone: string) => ({ region: null, name: null, zones: [zone] });
const austin = recipientZones('+15125550123');
const pensacola = recipientZones('+18505550123');
const providence = recipientZones('+14015550123');

describe('quiet hours', () => {
  it.each([
    ['2026-07-01T20:59-04:00', '2026-07-01T20:59-04:00'],
    ['2026-07-01T21:00-04:00', '2026-07-02T08:00-04:00'],
    ['2026-07-02T03:00:30-04:00', '2026-07-02T08:00-04:00'],
    ['2026-07-02T07:59:59.999-04:00', '2026-07-02T08:00-04:00'],
    ['2026-07-02T08:00:30-04:00', '2026-07-02T08:00:30-04:00'],
    // New York puts its clocks forward on 8 March and back on 1 November.
    ['2026-03-07T22:00-05:00', '2026-03-08T08:00-04:00'],
    ['2026-10-31T22:00-04:00', '2026-11-01T08:00-05:00'],
  ])('a message due at %s is sent at %s', (due, expected) => {
    const { at } = nextAllowedTime(new Date(due), { quietHours: defaultHours, area: unknownIn('America/New_York') });
    expect(at).toEqual(new Date(expected));
  });

  it.each([
    ['within one day', '12:00', '13:30', '2026-07-01T12:15-04:00', '2026-07-01T13:30-04:00'],
    ['before one day’s start', '12:00', '13:30', '2026-07-01T11:59-04:00', '2026-07-01T11:59-04:00'],
    // The clocks go from 1:59 to 3:00, so 3:00 is the first minute that is not before 2:30.
    ['ending in a skipped hour', '22:00', '02:30', '2026-03-08T01:30-05:00', '2026-03-08T03:00-04:00'],
    ['ending in the first repeated hour', '22:00', '01:30', '2026-11-01T01:10-04:00', '2026-11-01T01:30-04:00'],
    ['ending in the second repeated hour', '22:00', '01:30', '2026-11-01T01:10-05:00', '2026-11-01T01:30-05:00'],
    ['starting when they end', '08:00', '08:00', '2026-07-01T23:00-04:00', '2026-07-01T23:00-04:00'],
  ])('quiet hours may lie anywhere: %s (%s to %s)', (_, start, end, due, expected) => {
    const quietHours = { enabled: true, start, end };
    const { at } = nextAllowedTime(new Date(due), { quietHours, area: unknownIn('America/New_York') });
    expect(at).toEqual(new Date(expected));
  });

  it('disabled quiet hours also turn off the rules of the state', () => {
    const dueAt = new Date('2026-07-05T03:00-05:00');
    const allowed = nextAllowedTime(dueAt, { quietHours: { ...defaultHours, enabled: false }, area: austin });
    expect(allowed).toEqual({ at: dueAt, rule: null });
  });

  it.each([
    // Saturday evening in Texas: the client allows 8 AM on Sunday, the state noon.
    ['2026-07-04T21:30-05:00', austin, '2026-07-05T12:00-05:00', 'state'],
    ['2026-07-06T21:30-05:00', austin, '2026-07-07T09:00-05:00', 'state'],
    // Florida ends at 8 PM, first in the Eastern part of the area code, and starts at 8 AM in the Central part.
    ['2026-07-06T19:30-05:00', pensacola, '2026-07-07T08:00-05:00', 'state'],
    ['2026-07-06T22:00-05:00', pensacola, '2026-07-07T08:00-05:00', 'client'],
    ['2026-07-06T07:30-05:00', pensacola, '2026-07-06T08:00-05:00', 'client'],
    // Rhode Island allows nothing on Sundays and holidays: Independence Day 2027 is observed on Monday.
    ['2027-07-03T17:00-04:00', providence, '2027-07-06T09:00-04:00', 'state'],
    ['2026-07-06T22:00-07:00', recipientZones('+14155550123'), '2026-07-07T08:00-07:00', 'client'],
    ['2026-07-06T22:00-04:00', recipientZones('+14165550123'), '2026-07-07T08:00-04:00', 'client'],
  ])('a message due at %s to %j is sent at %s by the rule of the %s', (due, area, expected, kind) => {
    const { at, rule } = nextAllowedTime(new Date(due), { quietHours: defaultHours, area });
    expect(at).toEqual(new Date(expected));
    expect(rule).toMatchObject({ kind, region: area.region });
  });

  it('the federal rule applies where the client’s quiet hours are narrower and the state has no rule', () => {
    const quietHours = { enabled: true, start: '23:00', end: '06:00' };
    const area = recipientZones('+14155550123');
    const { at, rule } = nextAllowedTime(new Date('2026-07-06T22:00-07:00'), { quietHours, area });
    expect(at).toEqual(new Date('2026-07-07T08:00-07:00'));
    expect(rule).toEqual({
      kind: 'federal',
      region: 'US-CA',
      description: 'quiet hours in the United States apply (messages only from 8 AM to 9 PM)',
    });
  });

  it.each([
    [austin, 'quiet hours in Texas apply (messages only from 9 AM to 9 PM, on Sundays from noon to 9 PM)'],
    [
      providence,
      'quiet hours in Rhode Island apply (messages only from 9 AM to 6 PM, on Saturdays from 10 AM to 5 PM, not on Sundays or holidays)',
    ],
    [recipientZones('+14155550123'), 'quiet hours apply (8:30 PM to 8 AM in California)'],
    [unknownIn('America/New_York'), 'quiet hours apply (8:30 PM to 8 AM)'],
  ])('the rule for %j is described', (area, description) => {
    const dueAt = new Date('2026-07-05T06:00-04:00');
    expect(nextAllowedTime(dueAt, { quietHours: { ...defaultHours, start: '20:30' }, area }).rule).toMatchObject({
      description,
    });
  });

  it('a message has no allowed time if the client’s quiet hours and the state’s leave none', () => {
    const quietHours = { enabled: true, start: '07:00', end: '21:30' };
    const { at, rule } = nextAllowedTime(new Date('2026-07-05T12:00-05:00'), { quietHours, area: austin });
    expect([at, rule?.kind]).toEqual([null, 'state']);
  });

  it.each(seeds())(
    'W6: no message is sent in a forbidden hour of any area code, and none waits a minute too long (seed %s)',
    (seed) => {
      const pick = pickFrom(seed);
      const settings = [
        defaultHours,
        defaultHours,
        { enabled: true, start: '22:00', end: '02:30' },
        { enabled: true, start: '12:00', end: '13:30' },
        { enabled: true, start: '20:30', end: '10:15' },
        { enabled: true, start: '18:00', end: '09:00' },
      ];
      let count = 0;
      for (const center of windowCenters) {
        locals.clear();
        for (const [code, { region, zones }] of areasByCode)
          for (let n = 0; n < FAULT_RUNS; n += 1) {
            const dueAt = new Date(Date.parse(center) + (pick(WINDOW_HOURS * 3_600) - WINDOW_HOURS * 1_800) * 1_000);
            const quietHours = settings[pick(settings.length)]!;
            const { at } = nextAllowedTime(dueAt, { quietHours, area: recipientZones(`+1${code}5550100`) });
            const expected = scanMinutes(dueAt, zones, region, quietHours);
            if (at?.getTime() !== expected)
              throw new Error(
                `${code}: due ${dueAt.toISOString()} with ${JSON.stringify(quietHours)}: ` +
                  `${at?.toISOString()} instead of ${new Date(expected).toISOString()}`,
              );
            count += 1;
          }
      }
      expect(count).toBe(areasByCode.size * windowCenters.length * FAULT_RUNS);
      recordFaultRun({ seed, count });
    },
    900_000,
  );
});

const WINDOW_HOURS = 72;
/** Both clock changes of 2026 and 2027 in the United States and Canada, and Independence Day observed on a Monday. */
const windowCenters = [
  '2026-03-08T08:00Z',
  '2026-11-01T08:00Z',
  '2027-03-14T08:00Z',
  '2027-11-07T08:00Z',
  '2027-07-04T12:00Z',
];

// The oracle shares no code with the product: it has its own rules, takes local times from Intl, and tries each minute.

const closed = [0, 0];
const noonToNine = [12, 21];
const nineToNine = [9, 21];
const eightToEight = [8, 20];
/** The allowed hours on Sunday, on Monday to Friday and on Saturday, and whether holidays are closed. */
const oracleRules: Record<string, [sunday: number[], weekday: number[], saturday: number[], holidays?: 'closed']> = {
  'US-AL': [closed, eightToEight, eightToEight, 'closed'],
  'US-CT': [
    [9, 20],
    [9, 20],
    [9, 20],
  ],
  'US-FL': [eightToEight, eightToEight, eightToEight],
  'US-KY': [
    [10, 21],
    [10, 21],
    [10, 21],
  ],
  'US-LA': [closed, eightToEight, eightToEight, 'closed'],
  'US-MD': [eightToEight, eightToEight, eightToEight],
  'US-MA': [eightToEight, eightToEight, eightToEight],
  'US-MN': [nineToNine, nineToNine, nineToNine],
  'US-MS': [closed, eightToEight, eightToEight],
  'US-NV': [
    [9, 20],
    [9, 20],
    [9, 20],
  ],
  'US-NM': [nineToNine, nineToNine, nineToNine],
  'US-OK': [eightToEight, eightToEight, eightToEight],
  'US-OR': [eightToEight, eightToEight, eightToEight],
  'US-PA': [[8, 21], [8, 21], [8, 21], 'closed'],
  'US-RI': [closed, [9, 18], [10, 17], 'closed'],
  'US-SD': [closed, nineToNine, closed],
  'US-TX': [noonToNine, nineToNine, nineToNine],
  'US-UT': [closed, [8, 21], [8, 21], 'closed'],
  'US-WA': [eightToEight, eightToEight, eightToEight],
  'US-WY': [eightToEight, eightToEight, eightToEight],
};
const oracleHolidays = ['2027-07-04', '2027-07-05', '2026-11-11', '2027-11-11'];

interface Local {
  date: string;
  weekday: string;
  minutes: number;
}
const formats = new Map<string, Intl.DateTimeFormat>();
const locals = new Map<string, Map<number, Local>>();

function localIn(zone: string, minute: number): Local {
  const ofZone = locals.get(zone) ?? new Map<number, Local>();
  locals.set(zone, ofZone);
  const known = ofZone.get(minute);
  if (known) return known;
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-CA', {
      ...{ timeZone: zone, hourCycle: 'h23', weekday: 'short' },
      ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    });
  formats.set(zone, format);
  const parts = Object.fromEntries(format.formatToParts(minute * 60_000).map(({ type, value }) => [type, value]));
  const local = {
    date: `${parts['year']}-${parts['month']}-${parts['day']}`,
    weekday: parts['weekday']!.slice(0, 3),
    minutes: Number(parts['hour']) * 60 + Number(parts['minute']),
  };
  ofZone.set(minute, local);
  return local;
}

const quietMinutes = new Map<string, Set<number>>();

/** Returns the minutes of the day that are quiet, by counting from the start to the end. */
function quietMinutesOf({ start, end }: typeof defaultHours): Set<number> {
  const known = quietMinutes.get(start + end);
  if (known) return known;
  const toMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const minutes = new Set<number>();
  for (let minute = toMinutes(start); minute !== toMinutes(end); minute = (minute + 1) % 1_440) minutes.add(minute);
  quietMinutes.set(start + end, minutes);
  return minutes;
}

function isForbidden(local: Local, region: string, quietHours: typeof defaultHours): boolean {
  if (quietMinutesOf(quietHours).has(local.minutes)) return true;
  if (!region.startsWith('US-')) return false;
  const [sunday, weekday, saturday, holidays] = oracleRules[region] ?? [
    [8, 21],
    [8, 21],
    [8, 21],
  ];
  if (holidays && oracleHolidays.includes(local.date)) return true;
  const hours = local.weekday === 'Sun' ? sunday : local.weekday === 'Sat' ? saturday : weekday;
  return local.minutes < hours[0]! * 60 || local.minutes >= hours[1]! * 60;
}

/** Returns the first time from `dueAt` on, in whole minutes if that is later, that no zone forbids. */
function scanMinutes(dueAt: Date, zones: readonly string[], region: string, quietHours: typeof defaultHours): number {
  const first = Math.floor(dueAt.getTime() / 60_000);
  for (let minute = first; ; minute += 1)
    if (zones.every((zone) => !isForbidden(localIn(zone, minute), region, quietHours)))
      return minute === first ? dueAt.getTime() : minute * 60_000;
}
