import { Box, Stack, Text } from '@chakra-ui/react';
import { fillMergeFields, type MergeValues } from '@dripline/contract/fill-merge-fields';

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
        color={shown ? 'fg' : 'fg.muted'}
      >
        {shown || 'Your message'}
      </Box>
    </Stack>
  );
}
