import { Button, HStack } from '@chakra-ui/react';

interface TokenBarProps {
  tokens: string[];
  /** The id of the text area that they go into. */
  into: string;
}

/** Puts merge fields into a text, where its cursor is. */
export function TokenBar({ tokens, into }: TokenBarProps) {
  const insert = (token: string) => {
    document.getElementById(into)?.focus();
    // Deprecated without a successor: nothing else can be undone, keeps to maxLength and tells the form in one.
    document.execCommand('insertText', false, `{{${token}}}`);
  };
  return (
    <HStack role="group" aria-label="Merge fields" gap="1.5" flexWrap={{ md: 'wrap' }} overflowX="auto" paddingY="1" marginY="-1">
      {tokens.map((token) => (
        <Button
          key={token}
          variant="outline"
          colorPalette="gray"
          size="2xs"
          flexShrink="0"
          height={{ base: '11', md: '6' }}
          aria-label={`Insert {{${token}}}`}
          onClick={() => insert(token)}
        >
          {`{{${token}}}`}
        </Button>
      ))}
    </HStack>
  );
}
