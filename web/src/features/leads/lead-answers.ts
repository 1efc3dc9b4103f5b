import { toWords } from '../../shared/format';
import { formatPhone } from '../../shared/phone';

/** A lead's answer with its display label. */
export interface Answer {
  key: string;
  label: string;
  value: string;
}

const specialLabels: Record<string, string> = {
  fullname: 'Full Name',
  email: 'Email',
  phone: 'Phone',
  phonenumber: 'Phone',
};
const order = Object.keys(specialLabels);

const rank = (key: string) => {
  const index = order.indexOf(key.toLowerCase());
  return index === -1 ? order.length : index;
};

const textOf = (value: unknown) => (typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value));

/** Returns a lead's answers as submitted, with name, email and phone first. */
export function answersOf(formData: Record<string, unknown>): Answer[] {
  return Object.entries(formData)
    .map(([key, value]) => ({ key, label: specialLabels[key.toLowerCase()] ?? toWords(key), value: textOf(value) }))
    .sort((a, b) => rank(a.key) - rank(b.key));
}

/** Returns the answer for display, with phone numbers in national format. */
export const displayValue = ({ label, value }: Answer) => (label === 'Phone' ? formatPhone(value) : value);
