import type { LandingField } from './landing-view';

const valuesById: Record<string, string> = {
  fullname: 'name',
  name: 'name',
  firstname: 'given-name',
  lastname: 'family-name',
  company: 'organization',
  businessname: 'organization',
  address: 'street-address',
  streetaddress: 'street-address',
  city: 'address-level2',
  state: 'address-level1',
  zip: 'postal-code',
  zipcode: 'postal-code',
};

/** Returns the `autocomplete` value of a form field, so that browsers can fill it in. */
export function autocomplete({ id, type }: LandingField): string | undefined {
  if (type === 'email' || type === 'tel') return type;
  return valuesById[id.toLowerCase()];
}
