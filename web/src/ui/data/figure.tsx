import { Box, HStack, Text } from '@chakra-ui/react';

interface FigureProps {
  label: string;
  value: string;
  /** A second number beside it, such as its share of another figure. */
  detail?: string | undefined;
  size?: 'md' | 'lg';
}

/** A labelled number in a row of figures. */
export function Figure({ label, value, detail, size = 'md' }: FigureProps) {
  return (
    <Box>
      <Text textStyle="xs" color="fg.muted">
        {label}
      </Text>
      <HStack align="baseline" gap="1.5">
        <Text fontSize={size === 'lg' ? 'lg' : undefined} fontWeight="semibold">
          {value}
        </Text>
        {detail && (
          <Text textStyle="xs" color="fg.muted">
            {detail}
          </Text>
        )}
      </HStack>
    </Box>
  );
}
