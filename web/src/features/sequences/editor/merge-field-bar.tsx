import { Button, HStack } from '@chakra-ui/react';
import { insertText } from './textarea-edits';

interface TokenBarProps {
  tokens: string[];
  /** The id of the text area that receives the merge fields. */
  textareaId: string;
}

/** Buttons that insert merge fields at the cursor of a text area. */
export function MergeFieldBar({ tokens, textareaId }: TokenBarProps) {
  return (
    <HStack
      role="group"
      aria-label="Merge fields"
      gap="1.5"
      flexWrap="wrap"
      maxHeight={{ base: '36', md: 'none' }}
      overflowY="auto"
      padding="1"
      margin="-1"
    >
      {tokens.map((token) => (
        <Button
          key={token}
          variant="outline"
          colorPalette="gray"
          size="2xs"
          flexShrink="0"
          height={{ base: '11', md: '6' }}
          aria-label={`Insert {{${token}}}`}
          onClick={() => insertText(textareaId, `{{${token}}}`)}
        >
          {`{{${token}}}`}
        </Button>
      ))}
    </HStack>
  );
}
