/** Longer traffic sources are cut. */
export const MAX_SOURCE_LENGTH = 100;

/** Control characters and halves of surrogate pairs, which Postgres cannot store. */
// eslint-disable-next-line no-control-regex -- they are what is removed
const unstorable = /[\u0000-\u001f\u007f]|\p{Cs}/gu;

/** Removes control characters from a traffic source and cuts it to 100 characters. Returns null for an empty one. */
export const cleanSource = (source: string | null | undefined): string | null => cleanText(source, MAX_SOURCE_LENGTH);

/** Removes control characters from a text of a URL and cuts it to a length. Returns null for an empty one. */
export function cleanText(text: string | null | undefined, maxLength: number): string | null {
  if (!text) return null;
  const start = text.slice(0, 4 * maxLength).replace(unstorable, '');
  const cleaned = start.slice(0, maxLength).replace(unstorable, '');
  if (cleaned === text) return text;
  // A copy, because a slice would keep the whole string in memory.
  return Buffer.from(cleaned).toString() || null;
}
