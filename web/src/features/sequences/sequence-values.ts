import type { CreateSequenceInput, SequenceFieldsFragment, TriggerEvent } from '../../shared/graphql/generated';
import { type Delay, toDelay, toMinutes } from './delay';

/** What of a sequence, saved or on the way, is rehearsed. */
export type RehearsalDraft = Pick<CreateSequenceInput, 'campaignId' | 'triggerEvent' | 'steps'>;

/** One step as the editor holds it. */
export type StepValues = Delay & { message: string };

/** A sequence as the editor holds it. */
export interface SequenceValues {
  name: string;
  description: string;
  campaignId: string;
  triggerEvent: TriggerEvent;
  stopOnReply: boolean;
  steps: StepValues[];
}

/** What starts a sequence, in words. */
export const triggers: ReadonlyArray<{ value: TriggerEvent; label: string }> = [
  { value: 'lead_created', label: 'When a lead arrives' },
  { value: 'lead_contacted', label: 'When a lead is marked contacted' },
];

/** The step after `previous`: a day more than it waits; the first waits a minute. */
export const nextStep = (previous?: StepValues): StepValues =>
  previous
    ? { days: (previous.days || 0) + 1, hours: 0, minutes: 0, message: '' }
    : { days: 0, hours: 0, minutes: 1, message: '' };

/** The editor as it opens. */
export function toValues(sequence?: SequenceFieldsFragment): SequenceValues {
  if (!sequence)
    return {
      name: '',
      description: '',
      campaignId: '',
      triggerEvent: 'lead_created',
      stopOnReply: true,
      steps: [nextStep()],
    };
  const { name, description, campaignId, triggerEvent, stopOnReply, messages } = sequence;
  const steps = messages.map(({ delayMinutes, message }) => ({ ...toDelay(delayMinutes), message }));
  return { name, description, campaignId, triggerEvent, stopOnReply, steps };
}

/** The whole sequence as it is sent, whatever changed in it. */
export function toInput({ steps, ...values }: SequenceValues, status: 'active' | 'inactive'): CreateSequenceInput {
  return {
    ...values,
    name: values.name.trim(),
    status,
    steps: steps.map((step) => ({ delayMinutes: toMinutes(step), message: step.message })),
  };
}

/** The same as it is rehearsed. */
export function draftOf(values: SequenceValues): RehearsalDraft {
  const { campaignId, triggerEvent, steps } = toInput(values, 'inactive');
  return { campaignId, triggerEvent, steps };
}
