import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { DateTime } from 'luxon';
import { areasByCode } from './area-codes';
import { recipientArea, recipientZones } from './recipient-area';
import { allows, describeHours, federalRule, formatTimeOfDay, stateRules } from './state-rules';

const unknown = { region: null, name: null, zones: [] };
const geographic: NumberType[] = ['FIXED_LINE', 'FIXED_LINE_OR_MOBILE'];

describe('where a recipient is', () => {
  it.each([
    ['+12125550123', 'US-NY', ['America/New_York']],
    ['+15125550123', 'US-TX', ['America/Chicago']],
    ['+19155550123', 'US-TX', ['America/Denver']],
    ['+18505550123', 'US-FL', ['America/New_York', 'America/Chicago']],
    ['+13055550123', 'US-FL', ['America/New_York']],
    ['+16025550123', 'US-AZ', ['America/Phoenix']],
    ['+12085550123', 'US-ID', ['America/Boise', 'America/Los_Angeles']],
    ['+18085550123', 'US-HI', ['Pacific/Honolulu']],
    ['+19075550123', 'US-AK', ['America/Anchorage', 'America/Adak']],
    ['+17875550123', 'US-PR', ['America/Puerto_Rico']],
    ['+17095550123', 'CA-NL', ['America/St_Johns', 'America/Goose_Bay']],
    ['+18765550123', 'JM', ['America/Jamaica']],
    ['+447400123456', 'GB', ['Europe/London']],
    ['+4915112345678', 'DE', expect.arrayContaining(['Europe/Berlin'])],
  ])('%s is in %s, %j', (phone, region, zones) => {
    expect(recipientZones(phone)).toMatchObject({ region, zones });
  });

  it.each([
    '+18005550123',
    '+18885550123',
    '+15005550006',
    '+19005550123',
    '+15555550123',
    '+12005550123',
    '+8001234567',
  ])('%s has no place', (phone) => {
    expect(recipientZones(phone)).toEqual(unknown);
  });

  it('every area code that libphonenumber knows in the United States and Canada has an area, and every zone exists', () => {
    const missing: string[] = [];
    let count = 0;
    for (let code = 200; code < 1_000; code += 1) {
      const number = parsePhoneNumberFromString(`+1${code}2345678`);
      const territories = ['US', 'CA', 'PR', 'VI', 'GU', 'MP', 'AS'];
      if (!number?.country || !territories.includes(number.country)) continue;
      if (!geographic.includes(number.getType())) continue;
      count += 1;
      const region = areasByCode.get(String(code))?.region;
      const isExpected = region && (number.country === 'CA' ? region.startsWith('CA-') : region.startsWith('US-'));
      if (!isExpected) missing.push(`${code} ${number.country}`);
    }
    expect(missing).toEqual([]);
    expect(count).toBeGreaterThan(400);
    for (const { zones } of areasByCode.values())
      for (const zone of zones) expect(DateTime.now().setZone(zone).isValid).toBe(true);
  });

  it('no area code is listed twice', () => {
    const codes = readFileSync(join(__dirname, 'area-codes.ts'), 'utf8').match(/\b[2-9]\d\d\b/g)!;
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
    expect(areasByCode.size).toBe(codes.length);
  });

  it('a number without a place has the time zone that the lead stated, or else the client’s', () => {
    const client = { timeZone: 'America/Denver' };
    const zonesOf = (phoneE164: string | null, timeZone?: string) =>
      recipientArea({ phoneE164, formData: timeZone === undefined ? {} : { timeZone } }, client).zones;
    expect(zonesOf('+18005550123')).toEqual(['America/Denver']);
    expect(zonesOf(null)).toEqual(['America/Denver']);
    expect(zonesOf('+18005550123', ' Asia/Tokyo ')).toEqual(['Asia/Tokyo']);
    expect(zonesOf('+18005550123', 'Mars/Olympus')).toEqual(['America/Denver']);
    expect(zonesOf('+14155550123', 'Asia/Tokyo')).toEqual(['America/Los_Angeles']);
  });
});

describe('state rules', () => {
  it('every rule belongs to a state, names its source and allows nothing that the federal rule forbids', () => {
    const regions = new Set([...areasByCode.values()].map(({ region }) => region));
    const sunday = DateTime.fromISO('2026-07-05', { zone: 'UTC' });
    for (const [region, rule] of Object.entries(stateRules)) {
      expect(regions).toContain(region);
      expect(rule.source).toMatch(/\d/);
      for (let day = 0; day < 7; day += 1)
        for (let minute = 0; minute < 1_440; minute += 30)
          if (allows(rule, sunday.plus({ days: day }), minute))
            expect(allows(federalRule, sunday.plus({ days: day }), minute)).toBe(true);
    }
  });

  it('federal holidays and the days on which they are observed are closed where a rule says so', () => {
    const closed = Array.from({ length: 730 }, (_, n) => DateTime.utc(2026, 1, 1).plus({ days: n }))
      .filter((day) => !allows({ ...federalRule, holidays: false }, day, 600))
      .map((day) => day.toISODate());
    expect(closed).toEqual([
      ...['2026-01-01', '2026-01-19', '2026-02-16', '2026-05-25', '2026-06-19', '2026-07-03', '2026-07-04'],
      ...['2026-09-07', '2026-10-12', '2026-11-11', '2026-11-26', '2026-12-25'],
      ...['2027-01-01', '2027-01-18', '2027-02-15', '2027-05-31', '2027-06-18', '2027-06-19', '2027-07-04'],
      ...['2027-07-05', '2027-09-06', '2027-10-11', '2027-11-11', '2027-11-25', '2027-12-24', '2027-12-25'],
      '2027-12-31',
    ]);
  });

  it('times and hours are written as people say them', () => {
    expect([0, 510, 720, 750, 1_260].map(formatTimeOfDay)).toEqual(['12 AM', '8:30 AM', 'noon', '12:30 PM', '9 PM']);
    expect(describeHours(stateRules['US-SD']!)).toBe('from 9 AM to 9 PM, not on Saturdays or Sundays');
  });
});
