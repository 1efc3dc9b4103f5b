import { fillMergeFields } from './fill-merge-fields';
import { languageTexts } from './languages';

/** The default disclosure in English: the text next to the submit button that states what a visitor consents to. */
export const DEFAULT_DISCLOSURE = languageTexts.en.disclosure;

/** Lowercase ids of form fields that hold a phone number regardless of their type. */
export const PHONE_FIELD_IDS: readonly string[] = ['phone', 'phonenumber'];

/** Whether a form asks for a phone number. */
export function asksForPhone(fields: readonly { id: string; type: string }[]): boolean {
  return fields.some(({ id, type }) => type === 'tel' || PHONE_FIELD_IDS.includes(id.toLowerCase()));
}

/** Fills in the merge fields of a disclosure. */
export function fillDisclosure(disclosure: string, businessName: string): string {
  return fillMergeFields(disclosure, { answers: {}, fullName: null, businessName }).trim();
}

/** Returns the disclosure to show with a form, or null if the form does not ask for a phone number. */
export function shownDisclosure(
  disclosure: string,
  fields: readonly { id: string; type: string }[],
  businessName: string,
): string | null {
  return asksForPhone(fields) ? fillDisclosure(disclosure, businessName) : null;
}
