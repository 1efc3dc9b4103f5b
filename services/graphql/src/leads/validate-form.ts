import { validationMessages } from '@dripline/contract/validation-messages';
import { MAX_FORM_KEYS, MAX_FORM_VALUE_LENGTH, MAX_SUBMISSION_BYTES } from '@dripline/contract/limits';
import { answerError, answerTypeOf, isPhone } from '@dripline/contract/rules/answer-format';
import { type AnswerTexts, answerText, type Language } from '@dripline/contract/rules/languages';
import { isEmail } from 'class-validator';
import { FormFieldType, type FormField } from '../campaigns/form-field.entity';
import { fail } from '../api/errors';

type Question = Pick<FormField, 'id' | 'type' | 'label' | 'required' | 'options'>;

/**
 * Validates a submission against the form and returns the values to store.
 * Unknown keys are stored too, because the visitor may have submitted an older version of the form.
 *
 * @throws BAD_USER_INPUT with the fields that are missing or malformed, in the form's language
 */
export function validateForm(
  fields: Question[],
  formData: Record<string, unknown>,
  language: Language,
): Record<string, string> {
  const values = validateSize(formData);
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const problem = findProblem(field, (values[field.id] ?? '').trim());
    if (problem !== null) problems[field.id] = answerText(language, problem, field.label);
  }
  const [first] = Object.values(problems);
  if (first !== undefined) throw fail('BAD_USER_INPUT', first, { fields: problems });
  return values;
}

/**
 * Checks the answers that an edit changes: phone numbers and email addresses must be well-formed.
 *
 * @throws BAD_USER_INPUT with the fields that are malformed
 */
export function validateChangedAnswers(
  fields: Pick<Question, 'id' | 'type'>[],
  previous: Record<string, unknown>,
  values: Record<string, string>,
): void {
  const problems: Record<string, string> = {};
  for (const [key, value] of Object.entries(values)) {
    if (value === previous[key]) continue;
    const type = fields.find(({ id }) => id === key)?.type ?? answerTypeOf(key);
    const problem = answerError(type, value);
    if (problem !== null) problems[key] = problem;
  }
  const [first] = Object.values(problems);
  if (first !== undefined) throw fail('BAD_USER_INPUT', first, { fields: problems });
}

/** Converts the values to strings and checks the limits that apply to every form. */
export function validateSize(formData: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(formData);
  if (entries.length > MAX_FORM_KEYS) throw fail('BAD_USER_INPUT', `A form must have at most ${MAX_FORM_KEYS} fields.`);
  const values: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [key, value] of entries) {
    if (key.length > MAX_FORM_VALUE_LENGTH)
      throw fail('BAD_USER_INPUT', `Field names must be at most ${MAX_FORM_VALUE_LENGTH} characters.`);
    if (value !== null && typeof value === 'object') throw invalidValue(key, 'must be text.');
    const text = value === null || value === undefined ? '' : String(value);
    if (text.length > MAX_FORM_VALUE_LENGTH) throw invalidValue(key, validationMessages.answerLength);
    values[wellFormed(key)] = wellFormed(text);
  }
  return { ...values };
}

/**
 * Checks the size of what a submission stores.
 *
 * @param stored all that is stored, including the values
 * @throws BAD_USER_INPUT with the largest field
 */
export function validateStoredSize(stored: object, values: Record<string, string>): void {
  if (fitsSubmission(stored)) return;
  const [largest = ''] = Object.entries(values)
    .sort((one, other) => bytesOf(other) - bytesOf(one))
    .map(([key]) => key);
  throw invalidValue(largest, `is too long. A submission stores at most ${MAX_SUBMISSION_BYTES / 1024} kB.`);
}

/** Whether what a submission stores has at most the maximum size. */
export const fitsSubmission = (stored: object): boolean => bytesOf(stored) <= MAX_SUBMISSION_BYTES;

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

// Replaces unpaired surrogates. JSON can carry them and Postgres stores them, but exports that read the keys then fail.
const wellFormed = (text: string) => Buffer.from(text).toString();

function invalidValue(key: string, problem: string) {
  return fail('BAD_USER_INPUT', `${key.slice(0, 100)} ${problem}`, { fields: { [key.slice(0, 100)]: problem } });
}

function findProblem(question: Question, value: string): keyof AnswerTexts | null {
  if (value !== '') return findAnswerProblem(question, value);
  return question.required ? 'required' : null;
}

/** Returns why a value is no well-formed answer to a question, or null. */
export function findAnswerProblem(
  { type, options }: Pick<Question, 'type' | 'options'>,
  value: string,
): keyof AnswerTexts | null {
  if (type === FormFieldType.email && !isEmail(value)) return 'email';
  if (type === FormFieldType.tel && !isPhone(value)) return 'phone';
  if (type === FormFieldType.select && !options.includes(value)) return 'option';
  return null;
}
