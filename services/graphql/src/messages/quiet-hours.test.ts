import fc from 'fast-check';
import { DateTime } from 'luxon';
import { recordFaultRun } from '../testing/record-fault-run';
import { afterQuietHours } from './quiet-hours';

const defaultHours = { enabled: true, start: '21:00', end: '08:00' };
const parse = (local: string, zone: string) => DateTime.fromISO(local, { zone }).toJSDate();
const format = (date: Date, zone: string) => DateTime.fromJSDate(date, { zone }).toFormat("yyyy-MM-dd'T'HH:mm");

describe('quiet hours', () => {
  it.each([
    ['2026-07-01T20:59', '2026-07-01T20:59'],
    ['2026-07-01T21:00', '2026-07-02T08:00'],
    ['2026-07-02T03:00', '2026-07-02T08:00'],
    ['2026-07-02T07:59', '2026-07-02T08:00'],
    ['2026-07-02T08:00', '2026-07-02T08:00'],
    // New York puts its clocks forward on 8 March and back on 1 November.
    ['2026-03-07T22:00', '2026-03-08T08:00'],
    ['2026-10-31T22:00', '2026-11-01T08:00'],
  ])('a message due at %s is sent at %s', (due, expected) => {
    const zone = 'America/New_York';
    expect(format(afterQuietHours(parse(due, zone), defaultHours, zone), zone)).toBe(expected);
  });

  it('quiet hours may lie within one day, end in an hour that the clocks skip, or be disabled', () => {
    const zone = 'America/New_York';
    const noon = { enabled: true, start: '12:00', end: '13:30' };
    expect(format(afterQuietHours(parse('2026-07-01T12:15', zone), noon, zone), zone)).toBe('2026-07-01T13:30');
    expect(format(afterQuietHours(parse('2026-07-01T11:59', zone), noon, zone), zone)).toBe('2026-07-01T11:59');
    const early = { enabled: true, start: '22:00', end: '02:30' };
    expect(format(afterQuietHours(parse('2026-03-08T01:30', zone), early, zone), zone)).toBe('2026-03-08T03:30');
    expect(afterQuietHours(parse('2026-07-01T23:00', zone), { ...defaultHours, enabled: false }, zone)).toEqual(
      parse('2026-07-01T23:00', zone),
    );
  });

  it('W6: quiet hours apply in every time zone and across clock changes, and delay a message no longer than needed', () => {
    const zones = [
      'America/New_York',
      'America/Phoenix',
      'Pacific/Honolulu',
      'Europe/Berlin',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
      'America/St_Johns',
      'UTC',
    ];
    const moment = fc.date({ min: new Date('2025-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, fc.constantFrom(...zones), (date, zone) => {
        const sendsAt = afterQuietHours(date, defaultHours, zone);
        const time = DateTime.fromJSDate(sendsAt, { zone }).toFormat('HH:mm');
        expect(time >= '08:00' && time < '21:00').toBe(true);
        expect(sendsAt.getTime()).toBeGreaterThanOrEqual(date.getTime());
        expect(sendsAt.getTime() - date.getTime()).toBeLessThanOrEqual(12 * 60 * 60_000);
        if (sendsAt > date) expect(time).toBe('08:00');
      }),
      { numRuns: 10_000 },
    );
    recordFaultRun({ count: 10_000 });
  });
});
