import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * Formats a US number in national format and any other number with its country code. Input that is not a phone number
 * is returned unchanged.
 */
export function formatPhone(input: string) {
  const parsed = parsePhoneNumberFromString(input, 'US');
  if (!parsed?.isPossible()) return input;
  return parsed.countryCallingCode === '1' ? parsed.formatNational() : parsed.formatInternational();
}
