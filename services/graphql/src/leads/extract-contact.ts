import { MAX_NAME_LENGTH } from '@dripline/contract/limits';
import { PHONE_FIELD_IDS } from '@dripline/contract/rules/disclosure';
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { FormFieldType, type FormField } from '../campaigns/form-field.entity';

/** The contact details found in a submission. */
export interface Contact {
  fullName: string | null;
  email: string | null;
  phone: string | null;
  phoneE164: string | null;
}

type KnownField = Pick<FormField, 'id' | 'type'>;

/**
 * Finds the full name, email and phone of a submission, by field id in any case or by field type.
 *
 * @param country where a number without a country prefix belongs, in ISO 3166-1 alpha-2
 */
export function extractContact(formData: Record<string, string>, fields: KnownField[], country: string): Contact {
  const findKey = (...keys: string[]) =>
    Object.keys(formData).find((key) => keys.includes(key.toLowerCase()) && formData[key]);
  const findKeyByType = (type: FormFieldType) => fields.find((field) => field.type === type && formData[field.id])?.id;
  const value = (key: string | undefined) => (key === undefined ? null : (formData[key]?.trim() ?? null));
  const phone = value(findKey(...PHONE_FIELD_IDS) ?? findKeyByType(FormFieldType.tel));
  return {
    fullName: cut(value(findKey('fullname', 'name'))),
    email: value(findKey('email') ?? findKeyByType(FormFieldType.email)),
    phone,
    phoneE164: phone === null ? null : toE164(phone, country),
  };
}

// Names are indexed, and Postgres does not index long text. `formData` keeps the value as typed.
const cut = (name: string | null) => name && [...name].slice(0, MAX_NAME_LENGTH).join('');

/**
 * Returns whether a number in E.164 belongs to one of the countries. Unassigned numbers are matched by calling code.
 */
export function isInCountries(countries: string[], e164: string): boolean {
  const number = parsePhoneNumberFromString(e164);
  if (number?.country) return countries.includes(number.country);
  return countries.some(
    (country) => isSupportedCountry(country) && getCountryCallingCode(country) === number?.countryCallingCode,
  );
}

/** Converts a number to E.164. Returns null if it is not a possible number. */
export function toE164(phone: string, country: string): string | null {
  const parsed = parsePhoneNumberFromString(phone, country as CountryCode);
  return parsed?.isPossible() ? parsed.number : null;
}
