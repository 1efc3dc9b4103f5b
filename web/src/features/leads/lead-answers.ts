import { toWords } from '../../shared/format';
import { formatPhone } from '../../shared/phone';

/** A lead's answer with its display label. */
export interface Answer {
  key: string;
  label: string;
  value: string;
}

// Maps, because a visitor may send a key such as `constructor`.
const specialLabels = new Map([
  ['fullname', 'Full Name'],
  ['email', 'Email'],
  ['phone', 'Phone'],
  ['phonenumber', 'Phone'],
]);
const order = [...specialLabels.keys()];

const rank = (key: string) => {
  const index = order.indexOf(key.toLowerCase());
  return index === -1 ? order.length : index;
};

const textOf = (value: unknown) => (typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value));

/** The values of a submission and the labels of its questions. */
export interface Submission {
  formData: Record<string, unknown>;
  /** By field ID. Null if the server knows none. */
  formLabels: Record<string, unknown> | null;
}

/**
 * Returns the answers of a submission, with name, email and phone first. Other answers have the label that the visitor
 * saw, or else their key in words (product spec, section 3).
 */
export function answersOf({ formData, formLabels }: Submission): Answer[] {
  const labels = new Map(Object.entries(formLabels ?? {}));
  const labelOf = (key: string) => specialLabels.get(key.toLowerCase()) ?? (textOf(labels.get(key)) || toWords(key));
  return Object.entries(formData)
    .map(([key, value]) => ({ key, label: labelOf(key), value: textOf(value) }))
    .sort((a, b) => rank(a.key) - rank(b.key));
}

/** Returns the answer for display, with phone numbers in national format. */
export const displayValue = ({ key, value }: Answer) =>
  specialLabels.get(key.toLowerCase()) === 'Phone' ? formatPhone(value) : value;
