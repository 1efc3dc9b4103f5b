/** @jest-environment jsdom */
import { currentLocalTime } from './sequence-preview-panel';

test('currentLocalTime returns the current time in the client’s time zone', () => {
  const now = new Date('2026-03-08T06:59:30Z');
  expect(currentLocalTime('America/New_York', now)).toBe('2026-03-08T01:59');
  expect(currentLocalTime('America/New_York', new Date(now.getTime() + 60_000))).toBe('2026-03-08T03:00');
  expect(currentLocalTime('Asia/Kathmandu', new Date('2026-12-31T18:30Z'))).toBe('2027-01-01T00:15');
});
