import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

/** The country of numbers without a country code: the server's `DEFAULT_PHONE_COUNTRY`, which the page contains. */
function defaultCountry(): CountryCode {
  const country = document.querySelector('meta[name="phone-country"]')?.getAttribute('content');
  return country && isSupportedCountry(country) ? country : 'US';
}

/**
 * Formats a number of the default country in national format and any other number with its country code. Input that is
 * not a phone number is returned unchanged.
 */
export function formatPhone(input: string) {
  const country = defaultCountry();
  const parsed = parsePhoneNumberFromString(input, country);
  if (!parsed?.isPossible()) return input;
  return parsed.countryCallingCode === getCountryCallingCode(country)
    ? parsed.formatNational()
    : parsed.formatInternational();
}
