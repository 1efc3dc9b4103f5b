import { Stack, Text } from '@chakra-ui/react';
import { fillMergeFields, type MergeValues } from '@dripline/contract/rules/fill-merge-fields';
import { asFirstText } from '@dripline/contract/rules/first-text';
import { sharedWords } from '../../../messages/shared';
import { PhoneBubble } from '../message-bubble';

interface TextPreviewProps {
  text: string;
  example: MergeValues;
  /** It opens the conversation, so what is missing there is added. */
  isFirst: boolean;
}

/** A text as the lead's phone shows it, with an example's answers filled in. */
export function TextPreview({ text, example, isFirst }: TextPreviewProps) {
  const rendered = fillMergeFields(text, example).trim();
  const shown = isFirst ? asFirstText(rendered, example.businessName) : rendered;
  return (
    <Stack role="group" aria-label={sharedWords.preview} gap="1">
      <Text textStyle="xs" color="fg.muted">
        Preview, as {example.fullName} would read it
      </Text>
      <PhoneBubble color={shown ? 'fg' : 'fg.muted'}>{shown || 'Your message'}</PhoneBubble>
      {shown !== rendered && (
        <Text textStyle="xs" color="fg.muted">
          A lead’s first text names the business and says how to stop: what yours leaves out is added.
        </Text>
      )}
    </Stack>
  );
}
