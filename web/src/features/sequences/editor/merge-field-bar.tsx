import { Button, HStack } from '@chakra-ui/react';
import { typeInto } from './textarea-edits';

interface TokenBarProps {
  tokens: string[];
  /** The id of the text area that they go into. */
  into: string;
}

/** Puts merge fields into a text, where its cursor is. */
export function TokenBar({ tokens, into }: TokenBarProps) {
  return (
    <HStack
      role="group"
      aria-label="Merge fields"
      gap="1.5"
      flexWrap={{ md: 'wrap' }}
      overflowX="auto"
      paddingY="1"
      marginY="-1"
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
          onClick={() => typeInto(into, `{{${token}}}`)}
        >
          {`{{${token}}}`}
        </Button>
      ))}
    </HStack>
  );
}
