import { fillMergeFields } from '@dripline/contract/rules/fill-merge-fields';
import { asFirstMessage, truncateMessage } from '@dripline/contract/rules/first-message';
import type { Language } from '@dripline/contract/rules/languages';
import type { Client } from '../clients/client.entity';
import type { Lead } from '../leads/lead.entity';
import type { EnrolledStep } from '../enrollments/enrollment.entity';

type Answers = Pick<Lead, 'formData' | 'fullName'>;
type Named = Pick<Client, 'businessName'>;

/**
 * Renders the body of a step for a lead. The first message names the business and says how to opt out.
 *
 * @param firstIn the language of the lead's campaign if this is its first message, or else null
 */
export function renderStep(
  { message }: EnrolledStep,
  { formData, fullName }: Answers,
  { businessName }: Named,
  firstIn: Language | null,
): string {
  const text = fillMergeFields(message, { answers: formData, fullName, businessName });
  return complete(text, businessName, firstIn);
}

/** Renders a message that a person wrote. Braces in it are no merge fields. */
export const renderWrittenMessage = (body: string, { businessName }: Named, firstIn: Language | null): string =>
  complete(body, businessName, firstIn);

function complete(text: string, businessName: string, firstIn: Language | null): string {
  return firstIn ? asFirstMessage(text, businessName, firstIn) : truncateMessage(text);
}
