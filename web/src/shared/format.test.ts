import {
  formatRelativeTime,
  formatBytes,
  formatTimeOfDay,
  formatCount,
  formatRate,
  initials,
  isSameDay,
  plural,
  usagePercent,
  toWords,
} from './format';

const now = new Date('2026-11-21T12:00:00Z').getTime();
const before = (ms: number) => new Date(now - ms).toISOString();

test('formatCount groups thousands, and formatRate shows one decimal, even when the total is 0', () => {
  expect(formatCount(1204)).toBe('1,204');
  expect(formatRate(1, 8)).toBe('12.5%');
  expect(formatRate(0, 0)).toBe('0.0%');
  expect(plural(1, 'lead')).toBe('1 lead');
  expect(plural(1204, 'lead')).toBe('1,204 leads');
});

test('formatTimeOfDay shows a 12-hour time', () => {
  expect(['21:00', '08:30', '00:05'].map(formatTimeOfDay)).toEqual(['9:00 PM', '8:30 AM', '12:05 AM']);
});

test('usagePercent rounds, and returns 0 when the limit is 0', () => {
  expect(usagePercent(2, 3)).toBe(67);
  expect(usagePercent(5, 0)).toBe(0);
  expect(usagePercent(15, 10)).toBe(150);
});

test('formatRelativeTime shows relative times within a week and dates beyond it', () => {
  expect(formatRelativeTime(before(20_000), now)).toBe('just now');
  expect(formatRelativeTime(before(3 * 60_000), now)).toBe('3 min ago');
  expect(formatRelativeTime(before(5 * 3_600_000), now)).toBe('5 h ago');
  expect(formatRelativeTime(before(2 * 86_400_000), now)).toBe('2 d ago');
  expect(formatRelativeTime(before(-90 * 60_000), now)).toBe('in 2 h');
  expect(formatRelativeTime(before(-24 * 60 * 60_000 + 1_000), now)).toBe('in 1 d');
  expect(formatRelativeTime(before(-60 * 60_000 + 1_000), now)).toBe('in 1 h');
  expect(formatRelativeTime(before(-3 * 86_400_000 + 1_000), now)).toBe('in 3 d');
  expect(formatRelativeTime('2026-01-05T12:00:00Z', now)).toBe('Jan 5, 2026');
});

test('initials takes the first letters of the first and last word', () => {
  expect(initials('Summit Water Heaters')).toBe('SH');
  expect(initials('harbor')).toBe('H');
  expect(initials('Éclair & Co.')).toBe('ÉC');
  expect(initials('  ')).toBe('?');
});

test('toWords turns camelCase and snake_case keys into words', () => {
  expect(toWords('waterHeaterAge')).toBe('Water Heater Age');
  expect(toWords('best_time')).toBe('Best time');
});

test('formatBytes shows two decimals above bytes, and moves to the next unit before 1024', () => {
  expect(formatBytes(0)).toBe('0 bytes');
  expect(formatBytes(1)).toBe('1 byte');
  expect(formatBytes(1023)).toBe('1,023 bytes');
  expect(formatBytes(1024)).toBe('1.00 KB');
  expect(formatBytes(1536)).toBe('1.50 KB');
  expect(formatBytes(1024 ** 2 - 1)).toBe('1.00 MB');
  expect(formatBytes(125_829_120)).toBe('120.00 MB');
  expect(formatBytes(1024 ** 3 * 2.5)).toBe('2.50 GB');
  expect(formatBytes(1024 ** 4 * 3)).toBe('3072.00 GB');
});

test('isSameDay compares calendar days in the given time zone', () => {
  expect(isSameDay('2026-11-21T03:00:00Z', '2026-11-21T12:00:00Z', 'UTC')).toBe(true);
  expect(isSameDay('2026-11-21T03:00:00Z', '2026-11-21T12:00:00Z', 'America/New_York')).toBe(false);
});
