import { Stack, Textarea } from '@chakra-ui/react';
import { fillMergeFields, usedMergeFields } from '@dripline/contract/rules/fill-merge-fields';
import { firstMessageAdditions } from '@dripline/contract/rules/first-message';
import type { SampleAnswers } from '@dripline/contract/rules/sample-lead';
import { computeSegments } from '@dripline/contract/rules/message-segments';
import { useId, useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { plural } from '../../../shared/format';
import { Banner } from '../../../ui/feedback/banner';
import { FormField } from '../../../ui/form/form-field';
import { sequenceMessages } from '../../../messages/sequences';
import { dashboardMessages } from '../../../messages/dashboard';
import { CostlyCharacters } from './costly-characters';
import type { SequenceValues } from '../sequence-values';
import { MergeFieldBar } from './merge-field-bar';

interface MessageFieldProps {
  /** The position of the step. */
  index: number;
  /** The position of the message among the variants of the step. Without it, the message of the step. */
  variant?: number;
  tokens: string[];
  example: SampleAnswers;
}

const toList = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(', ');

/** One of a step's messages with its length, costly characters and merge fields. */
export function MessageField({ index, variant, tokens, example }: MessageFieldProps) {
  const { control, formState, register } = useFormContext<SequenceValues>();
  const errors = formState.errors.steps?.[index];
  const error = variant === undefined ? errors?.message?.message : errors?.variants?.[variant]?.message;
  const name =
    variant === undefined ? (`steps.${index}.message` as const) : (`steps.${index}.variants.${variant}` as const);
  const id = useId();
  const text = useWatch({ control, name });
  // The counter counts what is typed. Text that is added to the first message is shown beside it.
  const { before, after } =
    index === 0
      ? firstMessageAdditions(fillMergeFields(text, example), example.businessName, example.language)
      : { before: '', after: '' };
  const added = before + after;
  const { characters } = useMemo(() => computeSegments(text), [text]);
  const { segments } = useMemo(() => computeSegments(before + text + after), [before, text, after]);
  const counter = (
    <span className="tabular">
      {dashboardMessages.messageLength(characters)}
      {added && ` ${dashboardMessages.charactersAdded(computeSegments(added).characters)}`} ·{' '}
      {plural(segments, 'segment')}
    </span>
  );
  const unknown = usedMergeFields(text).filter((name) => !tokens.includes(name));
  return (
    <Stack gap="2">
      <FormField
        id={id}
        label={variant === undefined ? dashboardMessages.message : sequenceMessages.variant(variant + 1)}
        required
        error={error}
        hint={counter}
      >
        <Textarea
          rows={2}
          dir="auto"
          autoresize
          placeholder="Hi {{firstName}}, thanks for reaching out!"
          {...register(name)}
        />
      </FormField>
      {unknown.length > 0 && <Banner>{dashboardMessages.unknownMergeFields(toList(unknown), toList(tokens))}</Banner>}
      <CostlyCharacters text={text} added={added} within={id} />
      <MergeFieldBar tokens={tokens} textareaId={id} />
    </Stack>
  );
}
