import { Box, type BoxProps } from '@chakra-ui/react';

/** A speech bubble that shows a message as a phone does. */
export function MessageBubble(props: BoxProps) {
  return (
    <Box
      dir="auto"
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
