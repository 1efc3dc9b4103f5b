import { formatOffset, stepOffsets, toDelay, toMinutes, toValidMinutes } from './delay';

test('toMinutes returns days*24*60 + hours*60 + minutes, and toDelay reverses it', () => {
  expect(toMinutes({ days: 1, hours: 2, minutes: 3 })).toBe(1563);
  for (const total of [0, 1, 59, 60, 1439, 1440, 1563, 527_040]) expect(toMinutes(toDelay(total))).toBe(total);
});

test('formatOffset formats an offset in days, hours and minutes', () => {
  expect(formatOffset(0)).toBe('immediately');
  expect(formatOffset(1)).toBe('+1 min');
  expect(formatOffset(1440)).toBe('+1 day');
  expect(formatOffset(2 * 1440 + 90)).toBe('+2 days 1 h 30 min');
});

test('stepOffsets adds up the delays of the steps', () => {
  expect(stepOffsets([0, 1, 1440])).toEqual(['immediately', '+1 min', '+1 day 1 min']);
});

test.each([-5, 60, 1.5, Number.NaN])('toValidMinutes counts a delay of %p minutes as none', (minutes) => {
  expect(toValidMinutes({ days: 0, hours: 0, minutes })).toBe(0);
});
