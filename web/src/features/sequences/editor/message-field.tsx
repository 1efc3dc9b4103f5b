import { Stack, Textarea } from '@chakra-ui/react';
import { fillMergeFields, type MergeValues } from '@dripline/contract/rules/fill-merge-fields';
import { firstMessageAdditions } from '@dripline/contract/rules/first-message';
import { SMS_MAX_LENGTH } from '@dripline/contract/limits';
import { computeSegments } from '@dripline/contract/rules/message-segments';
import { useId, useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { plural } from '../../../shared/format';
import { FormField } from '../../../ui/form/form-field';
import { dashboardMessages } from '../../../messages/dashboard';
import { CostlyCharacters } from './costly-characters';
import type { SequenceValues } from '../sequence-values';
import { MergeFieldBar } from './merge-field-bar';

interface MessageFieldProps {
  index: number;
  tokens: string[];
  example: MergeValues;
}

/** A step's message with its length, costly characters and merge fields. */
export function MessageField({ index, tokens, example }: MessageFieldProps) {
  const { control, formState, register } = useFormContext<SequenceValues>();
  const error = formState.errors.steps?.[index]?.message?.message;
  const id = useId();
  const text = useWatch({ control, name: `steps.${index}.message` });
  // Text that is added to the first message counts toward its length.
  const { before, after } =
    index === 0
      ? firstMessageAdditions(fillMergeFields(text, example), example.businessName)
      : { before: '', after: '' };
  const measure = useMemo(() => computeSegments(before + text + after), [before, text, after]);
  const counter = (
    <span className="tabular">
      {dashboardMessages.messageLength(measure.characters)} · {plural(measure.segments, 'segment')}
    </span>
  );
  return (
    <Stack gap="2">
      <FormField id={id} label={dashboardMessages.message} required error={error} hint={counter}>
        <Textarea
          rows={2}
          autoresize
          maxLength={SMS_MAX_LENGTH}
          placeholder="Hi {{firstName}}, thanks for reaching out!"
          {...register(`steps.${index}.message`, { validate: (value) => value.trim() !== '' || 'Enter the message' })}
        />
      </FormField>
      <CostlyCharacters text={text} added={before + after} within={id} />
      <MergeFieldBar tokens={tokens} textareaId={id} />
    </Stack>
  );
}
