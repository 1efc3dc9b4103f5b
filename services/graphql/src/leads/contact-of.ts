import { PHONE_FIELD_IDS } from '@dripline/contract/rules/disclosure';
import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { FormFieldType, type FormField } from '../campaigns/form-field.entity';

/** Who a submission is from, read from the fields that play these parts. */
export interface Contact {
  fullName: string | null;
  email: string | null;
  phone: string | null;
  phoneE164: string | null;
}

type KnownField = Pick<FormField, 'id' | 'type'>;

/** Recognises full name, email and phone by id, whatever its case, or by the field's type. `country` is where a number without prefix belongs. */
export function contactOf(formData: Record<string, string>, fields: KnownField[], country: string): Contact {
  const ofKey = (...keys: string[]) =>
    Object.keys(formData).find((key) => keys.includes(key.toLowerCase()) && formData[key]);
  const ofType = (type: FormFieldType) => fields.find((field) => field.type === type && formData[field.id])?.id;
  const value = (key: string | undefined) => (key === undefined ? null : (formData[key]?.trim() ?? null));
  const phone = value(ofKey(...PHONE_FIELD_IDS) ?? ofType(FormFieldType.tel));
  return {
    fullName: value(ofKey('fullname', 'name')),
    email: value(ofKey('email') ?? ofType(FormFieldType.email)),
    phone,
    phoneE164: phone === null ? null : toE164(phone, country),
  };
}

/** Whether a number in E.164 is of one of these countries; one that nobody has been given goes by its calling code. */
export function isOf(countries: string[], e164: string): boolean {
  const number = parsePhoneNumberFromString(e164);
  if (number?.country) return countries.includes(number.country);
  return countries.some(
    (country) => isSupportedCountry(country) && getCountryCallingCode(country) === number?.countryCallingCode,
  );
}

/** The number in E.164, or null where it is none that can be called. */
export function toE164(phone: string, country: string): string | null {
  const parsed = parsePhoneNumberFromString(phone, country as CountryCode);
  return parsed?.isPossible() ? parsed.number : null;
}
