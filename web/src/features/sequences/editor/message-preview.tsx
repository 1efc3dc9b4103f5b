import { Stack, Text } from '@chakra-ui/react';
import { fillMergeFields } from '@dripline/contract/rules/fill-merge-fields';
import { asFirstMessage } from '@dripline/contract/rules/first-message';
import type { SampleAnswers } from '@dripline/contract/rules/sample-lead';
import { sharedMessages } from '../../../messages/shared';
import { MessageBubble } from '../../../ui/data/message-bubble';

interface TextPreviewProps {
  text: string;
  example: SampleAnswers;
  /** Whether this is the first message, to which missing parts are added. */
  isFirst: boolean;
}

/** A message as a sample lead's phone shows it. */
export function MessagePreview({ text, example, isFirst }: TextPreviewProps) {
  const rendered = fillMergeFields(text, example).trim();
  const shown = isFirst ? asFirstMessage(rendered, example.businessName, example.language) : rendered;
  return (
    <Stack role="group" aria-label={sharedMessages.preview} gap="1">
      <Text textStyle="xs" color="fg.muted">
        As {example.fullName} would see it
      </Text>
      <MessageBubble color={shown ? 'fg' : 'fg.muted'}>{shown || 'Your message'}</MessageBubble>
      {shown !== rendered && (
        <Text textStyle="xs" color="fg.muted">
          A lead’s first message must name the business and explain how to opt out. Missing parts are added
          automatically.
        </Text>
      )}
    </Stack>
  );
}
