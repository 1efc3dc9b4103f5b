import { fillMergeFields } from '@dripline/contract/rules/fill-merge-fields';
import { asFirstMessage, truncateMessage } from '@dripline/contract/rules/first-message';
import type { Client } from '../clients/client.entity';
import type { Lead } from '../leads/lead.entity';
import type { EnrolledStep } from '../enrollments/enrollment.entity';

type Answers = Pick<Lead, 'formData' | 'fullName'>;
type Named = Pick<Client, 'businessName'>;

/** Renders the body of a step for a lead. The first message names the business and says how to opt out. */
export function renderStep(
  { message }: EnrolledStep,
  { formData, fullName }: Answers,
  { businessName }: Named,
  isFirstMessage: boolean,
): string {
  const text = fillMergeFields(message, { answers: formData, fullName, businessName });
  return complete(text, businessName, isFirstMessage);
}

/** Renders a message that a person wrote. Braces in it are no merge fields. */
export const renderWrittenMessage = (body: string, { businessName }: Named, isFirstMessage: boolean): string =>
  complete(body, businessName, isFirstMessage);

function complete(text: string, businessName: string, isFirstMessage: boolean): string {
  return isFirstMessage ? asFirstMessage(text, businessName) : truncateMessage(text);
}
