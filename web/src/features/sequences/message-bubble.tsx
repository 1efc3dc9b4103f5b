import { Box, type BoxProps } from '@chakra-ui/react';

/** A text as a phone shows it. */
export function PhoneBubble(props: BoxProps) {
  return (
    <Box
      alignSelf="flex-start"
      maxWidth="full"
      bg="bg.emphasized"
      borderRadius="2xl"
      borderBottomStartRadius="sm"
      paddingX="3.5"
      paddingY="2"
      textStyle="sm"
      whiteSpace="pre-wrap"
      overflowWrap="anywhere"
      {...props}
    />
  );
}
