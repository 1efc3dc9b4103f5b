import { customRangeErrors, parseRange, todayIn } from './trend-range';

const today = '2026-03-05';

describe('the range in the address', () => {
  it.each([
    [null, { choice: '30', days: 30, from: '2026-02-04', to: today }],
    ['7', { choice: '7', days: 7, from: '2026-02-27', to: today }],
    ['90', { choice: '90', days: 90, from: '2025-12-06', to: today }],
    ['this-month', { choice: 'this-month', days: 5, from: '2026-03-01', to: today, until: today }],
    ['last-month', { choice: 'last-month', days: 28, from: '2026-02-01', to: '2026-02-28', until: '2026-02-28' }],
    [
      '2025-03-05..2026-03-05',
      { choice: 'custom', days: 366, from: '2025-03-05', to: '2026-03-05', until: '2026-03-05' },
    ],
    ['2026-03-05..2026-03-05', { choice: 'custom', days: 1, from: today, to: today, until: today }],
  ])('%s is read', (value, range) => expect(parseRange(value, today)).toEqual(range));

  it.each([
    '8',
    '',
    'year',
    '2026-01-01',
    '2026-02-30..2026-03-01',
    '2026-03-04..2026-03-06',
    '2025-03-04..2026-03-05',
  ])('%s is not a range, so that the last 30 days are shown', (value) =>
    expect(parseRange(value, today)).toMatchObject({ choice: '30', days: 30 }),
  );

  it('has the month before January in the year before', () =>
    expect(parseRange('last-month', '2026-01-31')).toMatchObject({ from: '2025-12-01', to: '2025-12-31', days: 31 }));
});

it.each([
  ['', '2026-03-01', { from: 'Enter a date.' }],
  ['0026-02-31', '2026-03-01', { from: 'Enter a date.' }],
  ['2026-03-01', '', { to: 'Enter a date.' }],
  ['2026-03-01', '2026-03-06', { to: 'To must be today or earlier.' }],
  ['2026-03-02', '2026-03-01', { from: 'From must be on or before To.' }],
  ['2025-03-04', '2026-03-05', { from: 'A range has at most 366 days.' }],
  ['2025-03-05', '2026-03-05', {}],
])('the days from “%s” to “%s” have the errors %j', (from, to, errors) =>
  expect(customRangeErrors(from, to, today)).toEqual(errors),
);

it('today is the date in the client’s time zone', () => {
  const now = new Date('2026-03-05T04:59:59Z');
  expect([todayIn('America/New_York', now), todayIn('Pacific/Kiritimati', now)]).toEqual(['2026-03-04', '2026-03-05']);
});
