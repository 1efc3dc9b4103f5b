import { SegmentedMessage } from 'sms-segments-calculator';

/** A character that has the whole text sent as UCS-2, and what could stand in its place, where something can. */
export interface CostlyCharacter {
  character: string;
  plain: string | null;
}

/** What a text takes on the network. */
export interface TextMeasure {
  /** `gsm7`: 160 characters in one segment, 153 in each of several. `ucs2`: 70, or 67. */
  encoding: 'gsm7' | 'ucs2';
  /** Its length as it is typed. */
  characters: number;
  segments: number;
  /** Each once, in the order of the text; none in `gsm7`. */
  costly: CostlyCharacter[];
}

/** Counts as Twilio bills. */
export function measureText(text: string): TextMeasure {
  const message = new SegmentedMessage(text);
  const costly = [...new Set(message.getNonGsmCharacters())].map((character) => ({
    character,
    plain: plainOf(character),
  }));
  const segments = text === '' ? 0 : message.segmentsCount;
  return { encoding: message.encodingName === 'GSM-7' ? 'gsm7' : 'ucs2', characters: text.length, segments, costly };
}

/** The text with every character replaced that has a plain one: curly quotes, dashes, unusual spaces. Emoji and other letters stay. */
export function toPlainText(text: string): string {
  const plain = new Map(measureText(text).costly.map(({ character, plain }) => [character, plain]));
  return new SegmentedMessage(text).graphemes.map((character) => plain.get(character) ?? character).join('');
}

function plainOf(character: string): string | null {
  const { encodingName, graphemes } = new SegmentedMessage(character.normalize('NFC'), 'auto', true);
  // A tab or a wide space comes as several.
  return encodingName === 'GSM-7' ? graphemes.join('').replace(/^ +$/, ' ') : null;
}
