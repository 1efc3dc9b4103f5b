import { MAX_SLUG_LENGTH } from '@dripline/contract/limits';

/** Derives a URL slug from a name: lowercase, with each run of other characters than letters and digits replaced by a hyphen. */
export function deriveSlug(name: string): string {
  const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return slug.replace(/^-/, '').slice(0, MAX_SLUG_LENGTH).replace(/-$/, '');
}
