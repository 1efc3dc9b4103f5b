import { fillMergeFields } from './fill-merge-fields';

/** The line beside a form's button that says what a visitor agrees to, where a campaign has none of its own. */
export const DEFAULT_DISCLOSURE =
  'By sending this form you agree that {{businessName}} may call you and send you automated texts about your request. ' +
  'Message frequency varies. Message and data rates may apply. Reply STOP to stop, HELP for help. Your agreement is not a condition of any purchase.';

/** Ids, in lowercase, by which a question asks for the phone number whatever its type. */
export const PHONE_FIELD_IDS: readonly string[] = ['phone', 'phonenumber'];

/** Whether a form asks for a phone number. */
export function asksForPhone(fields: readonly { id: string; type: string }[]): boolean {
  return fields.some(({ id, type }) => type === 'tel' || PHONE_FIELD_IDS.includes(id.toLowerCase()));
}

/** The disclosure as a visitor reads it. */
export function fillDisclosure(disclosure: string, businessName: string): string {
  return fillMergeFields(disclosure, { answers: {}, fullName: null, businessName }).trim();
}

/** The disclosure under a form; none where it asks for no phone number. */
export function shownDisclosure(
  disclosure: string,
  fields: readonly { id: string; type: string }[],
  businessName: string,
): string | null {
  return asksForPhone(fields) ? fillDisclosure(disclosure, businessName) : null;
}
