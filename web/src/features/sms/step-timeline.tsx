import { Box, Stack, Text } from '@chakra-ui/react';
import type { SequenceFieldsFragment } from '@dripline/contract/generated';
import { timeline } from './delay';

/** The texts of a sequence along the line of their times. */
export function StepTimeline({ steps }: { steps: SequenceFieldsFragment['messages'] }) {
  const times = timeline(steps.map(({ delayMinutes }) => delayMinutes));
  return (
    <Stack
      as="ol"
      listStyleType="none"
      gap="0"
      borderTopWidth="1px"
      padding={{ base: '4', md: '5' }}
      maxHeight="300px"
      overflowY="auto"
      tabIndex={0}
      role="list"
      aria-label="Steps"
    >
      {steps.map(({ message }, index) => (
        <Box
          as="li"
          key={index}
          position="relative"
          paddingStart="6"
          paddingBottom={index === steps.length - 1 ? '0' : '5'}
          _before={{ ...dot }}
          {...(index === steps.length - 1 ? {} : { _after: line })}
        >
          <Text textStyle="xs" fontWeight="semibold" color="brand.fg" className="tabular" _firstLetter={{ textTransform: 'uppercase' }}>
            {times[index]}
          </Text>
          <Text textStyle="sm" whiteSpace="pre-wrap" overflowWrap="anywhere">
            {message}
          </Text>
        </Box>
      ))}
    </Stack>
  );
}

const dot = {
  content: '""',
  position: 'absolute',
  insetStart: '0',
  top: '1',
  boxSize: '2.5',
  borderRadius: 'full',
  bg: 'brand.solid',
} as const;
const line = { content: '""', position: 'absolute', insetStart: '1', top: '5', bottom: '0', width: '2px', bg: 'brand.muted' } as const;
