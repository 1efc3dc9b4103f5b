import { fillMergeFields } from '@dripline/contract/fill-merge-fields';
import type { Client } from '../clients/client.entity';
import type { Lead } from '../leads/lead.entity';
import type { EnrolledStep } from './enrollment.entity';

/** The text of a step as it goes to this lead. */
export function renderStep({ message }: EnrolledStep, { formData, fullName }: Pick<Lead, 'formData' | 'fullName'>, { businessName }: Pick<Client, 'businessName'>): string {
  return fillMergeFields(message, { answers: formData, fullName, businessName });
}
