import { Stack, Text } from '@chakra-ui/react';
import { fillMergeFields, type MergeValues } from '@dripline/contract/fill-merge-fields';
import { PhoneBubble } from './phone-bubble';

interface TextPreviewProps {
  text: string;
  example: MergeValues;
}

/** A text as the lead's phone shows it, with an example's answers filled in. */
export function TextPreview({ text, example }: TextPreviewProps) {
  const shown = fillMergeFields(text, example).trim();
  return (
    <Stack role="group" aria-label="Preview" gap="1">
      <Text textStyle="xs" color="fg.muted">
        Preview, as {example.fullName} would read it
      </Text>
      <PhoneBubble color={shown ? 'fg' : 'fg.muted'}>{shown || 'Your message'}</PhoneBubble>
    </Stack>
  );
}
