import { Stack, Textarea } from '@chakra-ui/react';
import { fillMergeFields, type MergeValues, usedMergeFields } from '@dripline/contract/rules/fill-merge-fields';
import { firstMessageAdditions } from '@dripline/contract/rules/first-message';
import { computeSegments } from '@dripline/contract/rules/message-segments';
import { useId, useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { plural } from '../../../shared/format';
import { Banner } from '../../../ui/feedback/banner';
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

const toList = (names: readonly string[]) => names.map((name) => `{{${name}}}`).join(', ');

/** A step's message with its length, costly characters and merge fields. */
export function MessageField({ index, tokens, example }: MessageFieldProps) {
  const { control, formState, register } = useFormContext<SequenceValues>();
  const error = formState.errors.steps?.[index]?.message?.message;
  const id = useId();
  const text = useWatch({ control, name: `steps.${index}.message` });
  // The counter counts what is typed. Text that is added to the first message is shown beside it.
  const { before, after } =
    index === 0
      ? firstMessageAdditions(fillMergeFields(text, example), example.businessName)
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
      <FormField id={id} label={dashboardMessages.message} required error={error} hint={counter}>
        <Textarea
          rows={2}
          dir="auto"
          autoresize
          placeholder="Hi {{firstName}}, thanks for reaching out!"
          {...register(`steps.${index}.message`)}
        />
      </FormField>
      {unknown.length > 0 && <Banner>{dashboardMessages.unknownMergeFields(toList(unknown), toList(tokens))}</Banner>}
      <CostlyCharacters text={text} added={added} within={id} />
      <MergeFieldBar tokens={tokens} textareaId={id} />
    </Stack>
  );
}
