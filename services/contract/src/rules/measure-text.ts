import { SegmentedMessage } from 'sms-segments-calculator';

/** A character that forces the whole message into UCS-2, and its GSM-7 replacement, or null if there is none. */
export interface CostlyCharacter {
  character: string;
  plain: string | null;
}

/** The encoding and size of a message on the network. */
export interface TextMeasure {
  /** `gsm7`: 160 characters in a single segment, 153 per segment otherwise. `ucs2`: 70 and 67. */
  encoding: 'gsm7' | 'ucs2';
  /** The length in UTF-16 code units, as entered. */
  characters: number;
  segments: number;
  /** Each such character once, in the order of the text. Empty for `gsm7`. */
  costly: CostlyCharacter[];
}

/** Measures a message as Twilio bills it. */
export function measureText(text: string): TextMeasure {
  const message = new SegmentedMessage(text);
  const costly = [...new Set(message.getNonGsmCharacters())].map((character) => ({
    character,
    plain: plainOf(character),
  }));
  const segments = text === '' ? 0 : message.segmentsCount;
  return { encoding: message.encodingName === 'GSM-7' ? 'gsm7' : 'ucs2', characters: text.length, segments, costly };
}

/** Replaces every character that has a GSM-7 equivalent, such as curly quotes, dashes and unusual spaces. Others, such as emoji, are kept. */
export function toPlainText(text: string): string {
  const plain = new Map(measureText(text).costly.map(({ character, plain }) => [character, plain]));
  return new SegmentedMessage(text).graphemes.map((character) => plain.get(character) ?? character).join('');
}

function plainOf(character: string): string | null {
  const { encodingName, graphemes } = new SegmentedMessage(character.normalize('NFC'), 'auto', true);
  // The package replaces a tab or a wide space by several spaces.
  return encodingName === 'GSM-7' ? graphemes.join('').replace(/^ +$/, ' ') : null;
}
