import { segmentsOf } from './segments';

test('plain texts split at 160, then every 153', () => {
  expect(segmentsOf('')).toBe(0);
  expect(segmentsOf('a'.repeat(160))).toBe(1);
  expect(segmentsOf('a'.repeat(161))).toBe(2);
  expect(segmentsOf('a'.repeat(307))).toBe(3);
});

test('one character beyond GSM-7 makes it 70, then 67', () => {
  expect(segmentsOf('’' + 'a'.repeat(69))).toBe(1);
  expect(segmentsOf('’' + 'a'.repeat(70))).toBe(2);
});

test('brackets and the euro sign count twice', () => {
  expect(segmentsOf('€'.repeat(80))).toBe(1);
  expect(segmentsOf('€'.repeat(81))).toBe(2);
});
