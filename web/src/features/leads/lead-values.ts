import { MAX_FORM_VALUE_LENGTH } from '@dripline/contract/limits';
import { answerError, answerTypeOf } from '@dripline/contract/rules/answer-format';
import { validationMessages } from '@dripline/contract/validation-messages';
import * as z from 'zod/mini';
import type { LeadFieldsFragment, LeadStatus, UpdateLeadInput } from '../../shared/graphql/generated';
import { type Answer, answersOf } from './lead-answers';
import { leadStatuses } from './lead-query';

/** The values of the edit form: the status and the answers by field name. */
export interface LeadValues {
  status: LeadStatus;
  answers: Record<string, string>;
}

type EditedLead = Pick<LeadFieldsFragment, 'status' | 'formData' | 'formLabels'>;

/** Returns the name of an answer's field. The form library would read dots and brackets in a key as a path. */
export const fieldNameOf = (key: string) => `_${encodeURIComponent(key).replaceAll('.', '%2E').replaceAll("'", '%27')}`;

const keyOf = (fieldName: string) => decodeURIComponent(fieldName.slice(1));

/** Returns an answer's label from its path in the form. */
export const answerLabelOf = (path: string, answers: readonly Answer[]) =>
  answers.find(({ key }) => `answers.${fieldNameOf(key)}` === path)?.label;

/** Converts a lead into the form's values. */
export const toLeadValues = (lead: EditedLead): LeadValues => ({
  status: lead.status,
  answers: Object.fromEntries(answersOf(lead).map(({ key, value }) => [fieldNameOf(key), value])),
});

/** Converts the changes into the input. The server replaces all answers, so that unchanged ones are sent with changed ones. */
export function toLeadInput({ status, answers }: Partial<LeadValues>): UpdateLeadInput {
  const formData = answers && Object.entries(answers).map(([name, value]) => [keyOf(name), value]);
  return { ...(status ? { status } : {}), ...(formData ? { formData: Object.fromEntries(formData) } : {}) };
}

/** Returns the server's messages by the form's field names. */
export const toFieldErrors = (fields: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, message]) => [
      name === 'status' ? name : `answers.${fieldNameOf(name.replace(/^formData\./, ''))}`,
      message,
    ]),
  );

/** Validates the values. An answer that was malformed before may stay. */
export const leadSchema = (lead: EditedLead) => {
  const { answers: stored } = toLeadValues(lead);
  const answer = z.string().check(z.maxLength(MAX_FORM_VALUE_LENGTH, validationMessages.answerLength));
  return z.object({
    status: z.enum(leadStatuses),
    answers: z.record(z.string(), answer).check(({ value, issues }) => {
      for (const [name, typed] of Object.entries(value)) {
        const message = typed === stored[name] ? null : answerError(answerTypeOf(keyOf(name)), typed);
        if (message) issues.push({ code: 'custom', input: typed, path: [name], message });
      }
    }),
  });
};
