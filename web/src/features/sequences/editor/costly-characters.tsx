import { Button, HStack, Stack, Text } from '@chakra-ui/react';
import { SMS_MAX_LENGTH } from '@dripline/contract/limits';
import { computeSegments, replaceNonGsm } from '@dripline/contract/rules/message-segments';
import { plural } from '../../../shared/format';
import { characterName } from '../character-name';
import { selectNextOccurrence, replaceText } from './textarea-edits';

interface CostlyCharactersProps {
  text: string;
  /** Text that is added to the message automatically. */
  added: string;
  /** The id of the text area that holds the message. */
  within: string;
}

const buttonStyle = { variant: 'outline', size: '2xs', height: { base: '11', md: '6' } } as const;

/** Lists the characters that make a message use more segments, and offers to replace them. */
export function CostlyCharacters({ text, added, within }: CostlyCharactersProps) {
  const { nonGsmCharacters } = computeSegments(text);
  if (nonGsmCharacters.length === 0) return null;
  const plain = replaceNonGsm(text);
  // Characters without a plain form count as one plain character here.
  const cheapest = computeSegments(
    nonGsmCharacters.reduce((rest, { character }) => rest.replaceAll(character, '?'), plain) + added,
  ).segments;
  const { segments } = computeSegments(text + added);
  return (
    <Stack role="group" aria-label="Costly characters" gap="1.5">
      <Text textStyle="xs" color="fg.muted">
        {segments > cheapest
          ? `Without these characters, the message would use ${plural(cheapest, 'segment')} instead of ${segments}:`
          : 'With these characters, a segment holds 70 characters instead of 160:'}
      </Text>
      <HStack gap="1.5" flexWrap="wrap">
        {nonGsmCharacters.map(({ character }) => (
          <Button
            key={character}
            {...buttonStyle}
            colorPalette="gray"
            onClick={() => selectNextOccurrence(within, character)}
          >
            {characterName(character)}
          </Button>
        ))}
        {plain !== text && plain.length <= SMS_MAX_LENGTH && (
          <Button {...buttonStyle} onClick={() => replaceText(within, plain)}>
            Use plain characters
          </Button>
        )}
      </HStack>
    </Stack>
  );
}
