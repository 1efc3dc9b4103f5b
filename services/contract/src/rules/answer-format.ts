import { validationMessages } from '../validation-messages';
import { PHONE_FIELD_IDS } from './disclosure';

/** The type of a form field, as far as it decides which values are valid. */
type AnswerType = 'tel' | 'email' | (string & {});

/** Whether a value can be a phone number: it has at least five digits. */
export const isPhone = (value: string) => value.replace(/\D/g, '').length >= 5;

/** Whether a value can be an email address. */
export const isEmailAddress = (value: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim());

/** Returns the type of an answer from its key. Answers to earlier versions of a form have no field. */
export const answerTypeOf = (key: string): AnswerType => {
  const id = key.toLowerCase();
  if (PHONE_FIELD_IDS.some((name) => name === id)) return 'tel';
  return id === 'email' ? 'email' : 'text';
};

/** Returns why an edited answer is malformed, or null when it is blank or valid. */
export function answerError(type: AnswerType, value: string): string | null {
  if (value.trim() === '') return null;
  if (type === 'tel' && !isPhone(value)) return validationMessages.answerPhone;
  if (type === 'email' && !isEmailAddress(value)) return validationMessages.answerEmail;
  return null;
}
