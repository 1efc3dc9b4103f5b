import type { CreateSequenceInput, SequenceFieldsFragment, TriggerEvent } from '../../shared/graphql/generated';
import { type Delay, toDelay, toMinutes } from './delay';

/** The parts of a sequence that a preview needs. */
export type SequencePreviewDraft = Pick<CreateSequenceInput, 'campaignId' | 'triggerEvent' | 'steps'>;

/** The form values of a step. */
export type StepValues = Delay & { message: string };

/** The form values of a sequence. */
export interface SequenceValues {
  name: string;
  description: string;
  campaignId: string;
  triggerEvent: TriggerEvent;
  stopOnReply: boolean;
  steps: StepValues[];
}

/** The trigger events as select options. */
export const triggerOptions: ReadonlyArray<{ value: TriggerEvent; label: string }> = [
  { value: 'lead_created', label: 'When a lead arrives' },
  { value: 'lead_contacted', label: 'When a lead is marked contacted' },
];

/** Returns the default step after `previous`: one day longer. The first step waits one minute. */
export const defaultNextStep = (previous?: StepValues): StepValues =>
  previous
    ? { days: (previous.days || 0) + 1, hours: 0, minutes: 0, message: '' }
    : { days: 0, hours: 0, minutes: 1, message: '' };

/** Returns the editor's initial values. */
export function toValues(sequence?: SequenceFieldsFragment): SequenceValues {
  if (!sequence)
    return {
      name: '',
      description: '',
      campaignId: '',
      triggerEvent: 'lead_created',
      stopOnReply: true,
      steps: [defaultNextStep()],
    };
  const { name, description, campaignId, triggerEvent, stopOnReply, messages } = sequence;
  const steps = messages.map(({ delayMinutes, message }) => ({ ...toDelay(delayMinutes), message }));
  return { name, description, campaignId, triggerEvent, stopOnReply, steps };
}

/** Converts form values into the input of the save mutation. */
export function toInput({ steps, ...values }: SequenceValues, status: 'active' | 'inactive'): CreateSequenceInput {
  return {
    ...values,
    name: values.name.trim(),
    status,
    steps: steps.map((step) => ({ delayMinutes: toMinutes(step), message: step.message })),
  };
}

/** Converts form values into the input of the preview. */
export function toPreviewDraft(values: SequenceValues): SequencePreviewDraft {
  const { campaignId, triggerEvent, steps } = toInput(values, 'inactive');
  return { campaignId, triggerEvent, steps };
}
