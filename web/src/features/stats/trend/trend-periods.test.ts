import { dateTicks, describeChange, isPartial, periodName, toPeriods, totalsOf } from './trend-periods';
import { addDays } from './trend-range';

const first = '2025-11-25';
const shown = ['leads', 'views', 'scans'] as const;
const daysOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ day: addDays(first, n), leads: n, views: 2 * n, scans: 1 }));

describe('a change', () => {
  it.each([
    [387, 346, 30, '12% more than the 30 days before'],
    [3, 4, 7, '25% less than the 7 days before'],
    [0, 8, 31, '100% less than the 31 days before'],
    [2_500, 100, 30, '2,400% more than the 30 days before'],
    [1_001, 1_000, 30, 'under 1% more than the 30 days before'],
    [5, 5, 1, 'the same as the day before'],
    [5, 0, 30, 'none before'],
    [0, 0, 30, 'none before'],
  ])('from %i, which was %i in %i days, is %s', (total, before, days, text) =>
    expect(describeChange(total, before, days)).toBe(text),
  );
});

describe('the periods of a range', () => {
  it('are its days up to 92', () => {
    const periods = toPeriods(daysOf(92), shown);
    expect(periods).toHaveLength(92);
    expect(periods.at(-1)).toEqual({
      first: '2026-02-24',
      last: '2026-02-24',
      days: 1,
      leads: 91,
      views: 182,
      scans: 1,
    });
  });

  it('are weeks that end with the range beyond, of which the first is shorter', () => {
    const days = daysOf(366);
    const periods = toPeriods(days, shown);
    expect(periods.map((period) => period.days)).toEqual([2, ...Array.from({ length: 52 }, () => 7)]);
    expect(periods[0]).toMatchObject({ first, last: '2025-11-26' });
    expect(periods.at(-1)).toMatchObject({ first: '2026-11-19', last: '2026-11-25', scans: 7 });
    expect(totalsOf(periods, shown)).toEqual(totalsOf(days, shown));
    expect(periods.filter((period) => isPartial(period, '2026-11-25', 7))).toEqual([periods[0], periods.at(-1)]);
  });

  it('are named by their days, with a note for today', () => {
    const [week] = toPeriods(daysOf(98), shown);
    expect(periodName(week!, '2026-11-25')).toMatch(/^Nov 25\s–\sDec 1, 2025$/);
    const [day] = toPeriods(daysOf(1), shown);
    expect(periodName(day!, first)).toBe('Nov 25, today so far');
  });

  it('have five date ticks, or one for each if there are fewer', () => {
    expect([...dateTicks(toPeriods(daysOf(30), shown))]).toEqual([
      [0, 'Nov 25'],
      [7, 'Dec 2'],
      [15, 'Dec 10'],
      [22, 'Dec 17'],
      [29, 'Dec 24'],
    ]);
    expect(dateTicks(toPeriods(daysOf(3), shown)).size).toBe(3);
    expect(dateTicks(toPeriods(daysOf(1), shown)).size).toBe(1);
  });
});
