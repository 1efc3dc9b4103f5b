import type {
  CreateSequenceInput,
  SequenceFieldsFragment,
  SequenceStepInput,
  TriggerEvent,
} from '../../shared/graphql/generated';
import { type Delay, delayRanges, toDelay, toMinutes } from './delay';

/** The parts of a sequence that a preview needs. */
export type SequencePreviewDraft = Pick<CreateSequenceInput, 'campaignId' | 'triggerEvent' | 'steps'>;

/** The form values of a step. */
export type StepValues = Delay & {
  /** The key of the saved step that it changes. A new step has none. */
  key?: string | undefined;
  message: string;
  /** Other messages that are compared with it. */
  variants: string[];
};

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

/** Returns the default step after `previous`: one day longer, up to the maximum. The first step waits one minute. */
export const defaultNextStep = (previous?: StepValues): StepValues =>
  previous
    ? {
        ...{ days: Math.min(Math.max(previous.days || 0, 0) + 1, delayRanges.days), hours: 0, minutes: 0 },
        ...{ message: '', variants: [] },
      }
    : { days: 0, hours: 0, minutes: 1, message: '', variants: [] };

type StoredSequence = Pick<SequenceFieldsFragment, Exclude<keyof SequenceValues, 'steps'>>;

/** Returns the values of a sequence that somebody else saved, whose steps have their name in the schema. */
export const toSavedValues = ({ steps, ...sequence }: StoredSequence & { steps: SequenceFieldsFragment['messages'] }) =>
  toValues({ ...sequence, messages: steps });

/** Returns the editor's initial values. */
export function toValues(sequence?: StoredSequence & Pick<SequenceFieldsFragment, 'messages'>): SequenceValues {
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
  return { name, description, campaignId, triggerEvent, stopOnReply, steps: toStepValues(messages) };
}

/** Returns the form values of steps that were saved, also in a draft. */
export const toStepValues = (steps: readonly SequenceStepInput[]): StepValues[] =>
  steps.map(({ key, delayMinutes, message, variants }) => ({
    ...{ key: key ?? undefined, ...toDelay(delayMinutes), message },
    variants: [...(variants ?? [])],
  }));

/** Returns the server's messages by the form's field names. */
export const toFieldErrors = (fields: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, message]) => [
      name
        .replace(/\[(\d+)\]/, '.$1')
        .replace('delayMinutes', 'days')
        // The server names the list; its first entry is that of the field which shows the error.
        .replace(/\.variants$/, '.variants.0'),
      message,
    ]),
  );

/** Whether the name, the campaign or a message is missing. */
export const isIncomplete = ({ name, campaignId, steps }: SequenceValues) =>
  [name, campaignId, ...steps.flatMap(({ message, variants }) => [message, ...variants])].some(
    (text) => text.trim() === '',
  );

/** Converts form values, or those that have changed, into the input of the save mutation. */
export function toInput<Values extends Partial<SequenceValues>>({ steps, ...values }: Values) {
  const input = steps?.map((step) => ({
    ...(step.key !== undefined && { key: step.key }),
    delayMinutes: toMinutes(step),
    message: step.message,
    variants: step.variants,
  }));
  return { ...values, ...(input ? { steps: input } : {}) } as Omit<Values, 'steps'> &
    Pick<CreateSequenceInput, 'steps'>;
}

/** Converts form values into the input of the preview. */
export function toPreviewDraft(values: SequenceValues): SequencePreviewDraft {
  const { campaignId, triggerEvent, steps } = toInput(values);
  return { campaignId, triggerEvent, steps };
}
