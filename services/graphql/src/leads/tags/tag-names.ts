import { MAX_TAG_LENGTH } from '@dripline/contract/limits';
import { fieldError } from '../../api/errors';

/** Returns a tag without surrounding white space, in one line. */
export const cleanTag = (name: string): string => name.normalize('NFC').replace(/\s+/g, ' ').trim();

/** Returns what two spellings of a tag have in common. */
export const tagKey = (name: string): string => cleanTag(name).toLowerCase();

/**
 * Returns the tags that were sent, each once. Of two spellings the first is returned.
 *
 * @throws BAD_USER_INPUT if one is empty or too long
 */
export function readTags(field: string, names: readonly string[] | null | undefined): Map<string, string> {
  const tags = new Map<string, string>();
  for (const name of (names ?? []).map(cleanTag)) {
    if (name === '' || name.length > MAX_TAG_LENGTH)
      throw fieldError(field, `${field} must contain tags of 1 to ${MAX_TAG_LENGTH} characters.`);
    if (!tags.has(tagKey(name))) tags.set(tagKey(name), name);
  }
  return tags;
}
