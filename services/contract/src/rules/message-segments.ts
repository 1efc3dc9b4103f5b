import { SegmentedMessage } from 'sms-segments-calculator';

/** A character that forces the whole message into UCS-2, and its GSM-7 replacement, or null if there is none. */
export interface NonGsmCharacter {
  character: string;
  replacement: string | null;
}

/** The encoding and size of a message on the network. */
export interface MessageSize {
  /** `gsm7`: 160 characters in a single segment, 153 per segment otherwise. `ucs2`: 70 and 67. */
  encoding: 'gsm7' | 'ucs2';
  /** The length in UTF-16 code units, as entered. */
  characters: number;
  segments: number;
  /** Each such character once, in the order of the text. Empty for `gsm7`. */
  nonGsmCharacters: NonGsmCharacter[];
}

/** Measures a message as Twilio bills it. */
export function computeSegments(text: string): MessageSize {
  const message = new SegmentedMessage(text);
  const nonGsmCharacters = [...new Set(message.getNonGsmCharacters())].map((character) => ({
    character,
    replacement: replacementFor(character),
  }));
  const segments = text === '' ? 0 : message.segmentsCount;
  return {
    encoding: message.encodingName === 'GSM-7' ? 'gsm7' : 'ucs2',
    characters: text.length,
    segments,
    nonGsmCharacters,
  };
}

/**
 * Replaces every character that has a GSM-7 equivalent, such as curly quotes, dashes and unusual spaces. Others, such
 * as emoji, are kept.
 */
export function replaceNonGsm(text: string): string {
  const replacements = new Map(
    computeSegments(text).nonGsmCharacters.map(({ character, replacement }) => [character, replacement]),
  );
  return new SegmentedMessage(text).graphemes.map((character) => replacements.get(character) ?? character).join('');
}

function replacementFor(character: string): string | null {
  const { encodingName, graphemes } = new SegmentedMessage(character.normalize('NFC'), 'auto', true);
  // The package replaces a tab or a wide space by several spaces.
  return encodingName === 'GSM-7' ? graphemes.join('').replace(/^ +$/, ' ') : null;
}
