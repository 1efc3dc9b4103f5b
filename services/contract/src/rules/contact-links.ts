/** A phone number as people write it, with 5 to 15 digits, or a blank string. */
export const CONTACT_PHONE = /^(?:\s*|(?=(?:\D*\d){5,15}\D*$)\+?[\d\s()./-]+)$/;

/** Returns the `tel:` URL of a phone number. The (0) of "+44 (0)20" is dialed only within a country. */
export const phoneLink = (phone: string): string =>
  `tel:${phone.replace(/^(\s*\+[^(]*)\(0\)/, '$1').replace(/[^+\d]/g, '')}`;

/** Returns the URL of a map that shows an address (Google’s “Maps URLs”, which need no key). */
export const mapLink = (address: string): string =>
  `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: address })}`;
