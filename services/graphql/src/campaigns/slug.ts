/**
 * Derives a URL slug from a name: lowercase, with each run of characters other than a-z and 0-9 replaced by a hyphen.
 * May be empty.
 */
export function deriveSlug(name: string, maxLength: number): string {
  const slug = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return slug.replace(/^-/, '').slice(0, maxLength).replace(/-$/, '');
}

/** Returns the first of `base`, `base-2`, `base-3`, … that is not taken. */
export function uniqueSlug(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base;
  let n = 2;
  while (taken.has(`${base}-${n}`)) n += 1;
  return `${base}-${n}`;
}
