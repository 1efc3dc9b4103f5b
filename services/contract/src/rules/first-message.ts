import { MAX_SEGMENTS, SMS_MAX_LENGTH } from '../limits';
import { type Language, languageTexts } from './languages';
import { computeSegments } from './message-segments';

/** The text that is added before and after the first message to a lead. */
export interface FirstMessageAdditions {
  before: string;
  after: string;
}

// "Stop by" and "one-stop shop" are not opt-out instructions.
const howToStop = [
  /\b(?:reply|text|txt|send|respond|answer)(?: with)?\W{1,3}stop\b/i,
  /\bSTOP\b\W{0,3}(?:to|2|=|:)\s*(?:opt|stop|end|quit|cancel|unsub)/i,
];
// The same in Spanish, French, German and Portuguese, after a verb such as "responda", "répondez", "antworten" or "envie",
// or before its purpose.
const howToStopElsewhere = [
  /(?<!\p{L})(?:r[ée]pond|respond|env[ií]|envoy|mand|antwort|schreib|sende|digit)\p{L}*[^.!?\n]{0,25}(?<!\p{L})STOP(?!\p{L})/iu,
  /(?<!\p{L})STOP\W{1,3}(?:para|pour|um|zum)(?!\p{L})/iu,
];

/**
 * Returns what must be added to the first message to a lead: the business name and opt-out instructions, if the text
 * lacks them.
 *
 * @param language the language of the lead's campaign
 */
export function firstMessageAdditions(
  text: string,
  businessName: string,
  language: Language = 'en',
): FirstMessageAdditions {
  if (text.trim() === '') return { before: '', after: '' };
  const isNamed = text.toLowerCase().includes(businessName.trim().toLowerCase());
  const patterns = language === 'en' ? howToStop : [...howToStop, ...howToStopElsewhere];
  const saysHowToStop = patterns.some((pattern) => pattern.test(text));
  return {
    before: isNamed ? '' : `${businessName.trim()}: `,
    after: saysHowToStop ? '' : `\n${languageTexts[language].stop}`,
  };
}

/** Completes a text to be the first message to a lead. If it becomes too long, the author's text is truncated. */
export function asFirstMessage(text: string, businessName: string, language: Language = 'en'): string {
  const complete = (part: string) => {
    const { before, after } = firstMessageAdditions(part, businessName, language);
    return before + part + after;
  };
  return complete(truncate(text, (part) => fits(complete(part))));
}

/**
 * Truncates a text to a length, by default to the maximum length of a message, and to the maximum number of segments.
 */
export const truncateMessage = (text: string, length = SMS_MAX_LENGTH): string =>
  truncate(text, (part) => part.length <= length && fits(part));

const fits = (text: string) => text.length <= SMS_MAX_LENGTH && computeSegments(text).segments <= MAX_SEGMENTS;

/** Returns the longest part of the text that is short enough, with an ellipsis. */
function truncate(text: string, isShort: (part: string) => boolean): string {
  if (isShort(text)) return text;
  // Do not split a surrogate pair: half an emoji would be sent as a question mark.
  const cut = (end: number) => `${text.slice(0, end).replace(/[\uD800-\uDBFF]$/, '')}...`;
  let [shortest, longest] = [0, Math.min(text.length, SMS_MAX_LENGTH)];
  while (shortest < longest) {
    const middle = Math.ceil((shortest + longest) / 2);
    if (isShort(cut(middle))) shortest = middle;
    else longest = middle - 1;
  }
  return cut(shortest);
}
