import type { LandingField } from './landing-view';

const byId: Record<string, string> = {
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

/** Which of the browser's saved details answers a question, so that visitors type less. */
export function autocomplete({ id, type }: LandingField): string | undefined {
  if (type === 'email' || type === 'tel') return type;
  return byId[id.toLowerCase()];
}
