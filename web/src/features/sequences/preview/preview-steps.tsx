import { Stack, Text } from '@chakra-ui/react';
import type { SequencePreviewQuery } from '../../../shared/graphql/generated';
import { Moon } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDateTimeToMinute, plural } from '../../../shared/format';
import { characterName } from '../character-name';
import { MessageBubble } from '../../../ui/data/message-bubble';
import { TimelineStep } from '../timeline-step';

interface PreviewStepsProps {
  preview: SequencePreviewQuery['sequencePreview'];
  /** Renders the button that sends a message as a test. */
  testButton: (position: number) => ReactNode;
}

/** The previewed messages along a timeline. */
export function PreviewSteps({ preview: { steps, timeZone }, testButton }: PreviewStepsProps) {
  return (
    <Stack as="ol" role="list" aria-label="Message schedule" listStyleType="none" gap="0">
      {steps.map(({ position, dueAt, sendsAt, notes, body, encoding, characters, segments, nonGsmCharacters }) => (
        <TimelineStep
          key={position}
          isLast={position === steps.length - 1}
          time={formatDateTimeToMinute(sendsAt, timeZone)}
        >
          <Stack gap="1.5" align="start" marginTop="1">
            {notes.map((note) => (
              <Text key={note} textStyle="xs" color="fg.muted" display="flex" gap="1.5" alignItems="center">
                <Moon aria-hidden="true" size={12} /> {note}
              </Text>
            ))}
            {dueAt !== sendsAt && (
              <Text textStyle="xs" color="fg.muted">
                Due {formatDateTimeToMinute(dueAt, timeZone)}
              </Text>
            )}
            <MessageBubble>{body}</MessageBubble>
            <Text textStyle="xs" color="fg.muted" className="tabular">
              {plural(characters, 'character')} · {plural(segments, 'segment')}
              {encoding === 'ucs2' && ` · with ${nonGsmCharacters.map(characterName).join(', ')}`}
            </Text>
            {testButton(position)}
          </Stack>
        </TimelineStep>
      ))}
    </Stack>
  );
}
