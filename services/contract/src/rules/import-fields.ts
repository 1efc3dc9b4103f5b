import { PHONE_FIELD_IDS } from './disclosure';

interface Field {
  id: string;
  type: string;
  label: string;
  options: string[];
}

/** The contact details that every import can contain. */
const contactFields = [
  { id: 'fullName', type: 'text', label: 'Full name', options: [], ids: ['fullname', 'name'] },
  { id: 'email', type: 'email', label: 'Email', options: [], ids: ['email'] },
  { id: 'phone', type: 'tel', label: 'Phone number', options: [], ids: PHONE_FIELD_IDS },
];

/** Returns the questions that the columns of an import can answer: those of the form, and contact details that it lacks. */
export function importFields(fields: readonly Field[]): Field[] {
  const lacking = contactFields.filter(
    ({ type, ids }) =>
      !fields.some((field) => ids.includes(field.id.toLowerCase()) || (type !== 'text' && field.type === type)),
  );
  return [...fields, ...lacking.map(({ ids: _, ...field }) => field)];
}
