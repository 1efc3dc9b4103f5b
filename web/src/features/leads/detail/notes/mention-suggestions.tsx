import { Button, HStack } from '@chakra-ui/react';
import { type RefObject, useEffect, useState } from 'react';
import { noteMessages } from '../../../../messages/leads/notes';

/** An `@` and the start of a name before the cursor. */
const STARTED = /(?<![\p{L}\p{N}])@([^@\n]{0,40})$/u;
const MAX_SUGGESTIONS = 5;

interface MentionSuggestionsProps {
  /** The field with the note. */
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  names: readonly string[];
  /** Called with the text in which the name is completed. */
  onChoose: (text: string) => void;
}

/** The names that complete an `@` before the cursor. */
export function MentionSuggestions({ field, text, names, onChoose }: MentionSuggestionsProps) {
  const [cursor, setCursor] = useState<number>();
  useEffect(() => {
    const read = () => document.activeElement === field.current && setCursor(field.current?.selectionStart);
    read();
    document.addEventListener('selectionchange', read);
    return () => document.removeEventListener('selectionchange', read);
  }, [field, text]);
  const started = STARTED.exec(text.slice(0, cursor ?? 0));
  if (!started) return null;
  const typed = started[1]!.toLowerCase();
  const found = names.filter((name) => name.toLowerCase().startsWith(typed) && name.toLowerCase() !== typed);
  if (found.length === 0) return null;
  const choose = (name: string) => {
    const before = `${text.slice(0, started.index)}@${name} `;
    onChoose(before + text.slice(cursor).replace(/^ /, ''));
    setCursor(before.length);
    // The field has the new text after the next paint.
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(before.length, before.length);
    });
  };
  return (
    <HStack role="group" aria-label={noteMessages.mention} gap="2" flexWrap="wrap">
      {found.slice(0, MAX_SUGGESTIONS).map((name) => (
        <Button
          key={name}
          size="xs"
          variant="subtle"
          colorPalette="gray"
          borderRadius="full"
          dir="auto"
          css={{ '@media (pointer: coarse)': { minHeight: '11' } }}
          onClick={() => choose(name)}
        >
          @{name}
        </Button>
      ))}
    </HStack>
  );
}
