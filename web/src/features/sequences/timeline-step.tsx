import { Box, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';

interface TimelineStepProps {
  time: ReactNode;
  isLast: boolean;
  children: ReactNode;
}

/** One message on a timeline. */
export function TimelineStep({ time, isLast, children }: TimelineStepProps) {
  return (
    <Box
      as="li"
      position="relative"
      paddingStart="6"
      paddingBottom={isLast ? '0' : '5'}
      _before={{ ...dot }}
      {...(isLast ? {} : { _after: line })}
    >
      <Text
        textStyle="xs"
        fontWeight="semibold"
        color="brand.fg"
        className="tabular"
        _firstLetter={{ textTransform: 'uppercase' }}
      >
        {time}
      </Text>
      {children}
    </Box>
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
const line = {
  content: '""',
  position: 'absolute',
  insetStart: '1',
  top: '5',
  bottom: '0',
  width: '2px',
  bg: 'brand.muted',
} as const;
