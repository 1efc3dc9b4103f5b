import { getCountry } from 'countries-and-timezones';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Client } from '../../clients/client.entity';
import type { Lead } from '../../leads/lead.entity';
import { isTimeZone } from 'class-validator';
import { type Area, areasByCode } from './area-codes';

/** Where a recipient may be. */
export type RecipientArea = Pick<Area, 'zones'> & { [key in 'region' | 'name']: string | null };

/** The key of the form answer in which a lead may state its IANA time zone. */
const TIME_ZONE_KEY = 'timeZone';
const unknownArea: RecipientArea = { region: null, name: null, zones: [] };

/**
 * Returns the region of a number and all its time zones: from the area code in the United States and Canada, and
 * otherwise from the country. The zones are empty for toll-free, non-geographic and unknown numbers.
 *
 * @param phoneE164 the number in E.164
 */
export function recipientZones(phoneE164: string): RecipientArea {
  const area = phoneE164.startsWith('+1') ? areasByCode.get(phoneE164.slice(2, 5)) : undefined;
  if (area) return area;
  const code = parsePhoneNumberFromString(phoneE164)?.country;
  // The numbers of both countries that have no area code of the table have no place either.
  if (!code || code === 'US' || code === 'CA') return unknownArea;
  const country = getCountry(code);
  return country ? { region: code, name: country.name, zones: country.timezones } : unknownArea;
}

/**
 * Returns where a lead is, by its number. If the number has no time zone, the zone is the one that the lead stated in
 * the form field `timeZone`, or else the client's.
 */
export function recipientArea(
  { phoneE164, formData }: Pick<Lead, 'phoneE164' | 'formData'>,
  { timeZone }: Pick<Client, 'timeZone'>,
): RecipientArea {
  const area = phoneE164 === null ? unknownArea : recipientZones(phoneE164);
  if (area.zones.length > 0) return area;
  const stated = formData[TIME_ZONE_KEY]?.trim();
  return { ...area, zones: [stated && isTimeZone(stated) ? stated : timeZone] };
}
