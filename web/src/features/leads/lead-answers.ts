import { wordsOf } from '../../shared/format';
import { formatPhone } from '../../shared/phone';

/** One answer of a lead, named for people. */
export interface Answer {
  key: string;
  label: string;
  value: string;
}

const special: Record<string, string> = { fullname: 'Full Name', email: 'Email', phone: 'Phone', phonenumber: 'Phone' };
const order = Object.keys(special);

const rank = (key: string) => {
  const place = order.indexOf(key.toLowerCase());
  return place === -1 ? order.length : place;
};

const textOf = (value: unknown) => (typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value));

/** A lead's answers as they were typed, name, email and phone first. */
export function answersOf(formData: Record<string, unknown>): Answer[] {
  return Object.entries(formData)
    .map(([key, value]) => ({ key, label: special[key.toLowerCase()] ?? wordsOf(key), value: textOf(value) }))
    .sort((a, b) => rank(a.key) - rank(b.key));
}

/** The answer as it is shown: phone numbers in national format. */
export const shown = ({ label, value }: Answer) => (label === 'Phone' ? formatPhone(value) : value);
