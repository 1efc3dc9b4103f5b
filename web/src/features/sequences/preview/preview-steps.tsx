import { Stack, Text } from '@chakra-ui/react';
import type { RehearsalQuery } from '../../../shared/graphql/generated';
import { Moon } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMinute, plural } from '../../../shared/format';
import { characterName } from '../character-name';
import { PhoneBubble } from '../message-bubble';
import { TimelineStep } from '../timeline-step';

interface RehearsedStepsProps {
  rehearsal: RehearsalQuery['rehearsal'];
  /** Renders the button that sends a message as a test. */
  testButton: (position: number) => ReactNode;
}

/** The previewed messages along a timeline. */
export function RehearsedSteps({ rehearsal: { steps, timeZone }, testButton }: RehearsedStepsProps) {
  return (
    <Stack as="ol" role="list" aria-label="Message schedule" listStyleType="none" gap="0">
      {steps.map(({ position, dueAt, sendsAt, notes, text, encoding, characters, segments, costlyCharacters }) => (
        <TimelineStep key={position} isLast={position === steps.length - 1} time={formatMinute(sendsAt, timeZone)}>
          <Stack gap="1.5" align="start" marginTop="1">
            {notes.map((note) => (
              <Text key={note} textStyle="xs" color="fg.muted" display="flex" gap="1.5" alignItems="center">
                <Moon aria-hidden="true" size={12} /> {note}
              </Text>
            ))}
            {dueAt !== sendsAt && (
              <Text textStyle="xs" color="fg.muted">
                Due {formatMinute(dueAt, timeZone)}
              </Text>
            )}
            <PhoneBubble>{text}</PhoneBubble>
            <Text textStyle="xs" color="fg.muted" className="tabular">
              {plural(characters, 'character')} · {plural(segments, 'segment')}
              {encoding === 'ucs2' && ` · with ${costlyCharacters.map(characterName).join(', ')}`}
            </Text>
            {testButton(position)}
          </Stack>
        </TimelineStep>
      ))}
    </Stack>
  );
}
