import { MAX_FORM_KEYS, MAX_FORM_VALUE_LENGTH } from '@dripline/contract/limits';
import { isEmail } from 'class-validator';
import { FormFieldType, type FormField } from '../campaigns/form-field.entity';
import { fail } from '../api/errors';

type Question = Pick<FormField, 'id' | 'type' | 'label' | 'required' | 'options'>;

/**
 * A submission as it is kept. Throws BAD_USER_INPUT with the fields that are missing or malformed.
 * Keys that the form does not have are kept: the visitor may hold an older version of it.
 */
export function checkForm(fields: Question[], formData: Record<string, unknown>): Record<string, string> {
  const values = checkSize(formData);
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const why = problemWith(field, (values[field.id] ?? '').trim());
    if (why !== null) problems[field.id] = why;
  }
  const [first] = Object.values(problems);
  if (first !== undefined) throw fail('BAD_USER_INPUT', first, { fields: problems });
  return values;
}

/** The values as strings, within the bounds that any form has. */
export function checkSize(formData: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(formData);
  if (entries.length > MAX_FORM_KEYS) throw fail('BAD_USER_INPUT', `A form has at most ${MAX_FORM_KEYS} fields`);
  const values: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [key, value] of entries) {
    if (key.length > MAX_FORM_VALUE_LENGTH) throw fail('BAD_USER_INPUT', 'A field name is too long');
    if (value !== null && typeof value === 'object') throw refused(key, 'must be text');
    const text = value === null || value === undefined ? '' : String(value);
    if (text.length > MAX_FORM_VALUE_LENGTH) throw refused(key, `may have at most ${MAX_FORM_VALUE_LENGTH} characters`);
    values[wellFormed(key)] = wellFormed(text);
  }
  return { ...values };
}

// JSON can carry half a surrogate pair; Postgres takes the lead, but then fails on every export that reads its keys.
const wellFormed = (text: string) => Buffer.from(text).toString();

function refused(key: string, why: string) {
  return fail('BAD_USER_INPUT', `${key.slice(0, 100)} ${why}`, { fields: { [key.slice(0, 100)]: why } });
}

function problemWith({ label, type, required, options }: Question, value: string): string | null {
  if (value === '') return required ? `${label} is required` : null;
  if (type === FormFieldType.email && !isEmail(value)) return `${label} must be an email address`;
  if (type === FormFieldType.tel && value.replace(/\D/g, '').length < 5) return `${label} must be a phone number`;
  if (type === FormFieldType.select && !options.includes(value)) return `${label} must be one of its options`;
  return null;
}
