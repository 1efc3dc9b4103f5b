import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A number in national format, with its country code where it is not from the United States; as typed where it is not understood. */
export function formatPhone(typed: string) {
  const parsed = parsePhoneNumberFromString(typed, 'US');
  if (!parsed?.isPossible()) return typed;
  return parsed.countryCallingCode === '1' ? parsed.formatNational() : parsed.formatInternational();
}
