import { Stack, Text } from '@chakra-ui/react';
import type { SequenceFieldsFragment } from '../../shared/graphql/generated';
import { stepOffsets } from './delay';
import { TimelineStep } from './timeline-step';

/** A sequence's messages along a timeline. */
export function StepTimeline({ steps }: { steps: SequenceFieldsFragment['messages'] }) {
  const times = stepOffsets(steps.map(({ delayMinutes }) => delayMinutes));
  return (
    <Stack
      as="ol"
      listStyleType="none"
      gap="0"
      borderTopWidth="1px"
      padding="5"
      maxHeight="300px"
      overflowY="auto"
      tabIndex={0}
      role="list"
      aria-label="Steps"
    >
      {steps.map(({ message }, index) => (
        <TimelineStep key={index} isLast={index === steps.length - 1} time={times[index]}>
          <Text textStyle="sm" whiteSpace="pre-wrap" overflowWrap="anywhere" dir="auto">
            {message}
          </Text>
        </TimelineStep>
      ))}
    </Stack>
  );
}
