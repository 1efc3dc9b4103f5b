import { MAX_SLUG_LENGTH } from '@dripline/contract/limits';

/** The part of the landing page's address that a name gives: lowercase, runs of anything but letters and digits as one hyphen. */
export function deriveSlug(name: string): string {
  const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return slug.replace(/^-/, '').slice(0, MAX_SLUG_LENGTH).replace(/-$/, '');
}
