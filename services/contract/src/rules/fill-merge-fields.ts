/** The values of merge fields. */
export interface MergeValues {
  /** The submitted values by form field id. */
  answers: Record<string, string>;
  fullName: string | null;
  businessName: string;
}

/** Maximum length of a visitor's value in a message, in characters. */
export const MAX_MERGE_LENGTH = 100;

// Control characters, line and paragraph separators, and characters that change the direction of text.
const unsafeCharacters = /[\p{Cc}\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;
// An email address is no link.
const links = /\b(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S*|(?<![@\w.-])(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[/?#]\S*|\b)/gi;

/** Cleans what a visitor typed, so that the message contains only the author's own lines and links. */
export function cleanMergeValue(value: string): string {
  const cleaned = value.replace(unsafeCharacters, ' ').replace(links, '').replace(/ {2,}/g, ' ').trim();
  return [...cleaned].slice(0, MAX_MERGE_LENGTH).join('');
}

const mergeField = /\{\{\s*([\w-]+)\s*\}\}/g;

/** Returns the names of the merge fields in a text, each once. */
export const usedMergeFields = (text: string): string[] => [
  ...new Set([...text.matchAll(mergeField)].map(([, name]) => name!)),
];

/**
 * Replaces the merge fields of a text. Unknown and empty fields become the empty string, and the visitor's values are
 * cleaned.
 */
export function fillMergeFields(text: string, { answers, fullName, businessName }: MergeValues): string {
  const name = cleanMergeValue(fullName ?? '');
  const values: Record<string, string> = {
    ...Object.fromEntries(Object.entries(answers).map(([field, value]) => [field, cleanMergeValue(value)])),
    fullName: name,
    firstName: name.split(/\s+/)[0] ?? '',
    businessName,
  };
  return text.replace(mergeField, (_, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? '') : ''));
}
