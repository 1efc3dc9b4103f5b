/** Longer traffic sources are cut. */
const MAX_SOURCE_LENGTH = 100;

/** Control characters and halves of surrogate pairs, which Postgres cannot store. */
// eslint-disable-next-line no-control-regex -- they are what is removed
const unstorable = /[\u0000-\u001f\u007f]|\p{Cs}/gu;

/** Removes control characters from a traffic source and cuts it to 100 characters. Returns null for an empty one. */
export function cleanSource(source: string | null | undefined): string | null {
  if (!source) return null;
  const start = source.slice(0, 4 * MAX_SOURCE_LENGTH).replace(unstorable, '');
  const cleaned = start.slice(0, MAX_SOURCE_LENGTH).replace(unstorable, '');
  if (cleaned === source) return source;
  // A copy, because a slice would keep the whole string in memory.
  return Buffer.from(cleaned).toString() || null;
}
