import { SMS_MAX_LENGTH } from '../limits';

/** The text that is added before and after the first message to a lead. */
export interface FirstMessageAdditions {
  before: string;
  after: string;
}

const STOP_LINE = '\nReply STOP to stop.';
// "Stop by" and "one-stop shop" are not opt-out instructions.
const howToStop = [
  /\b(?:reply|text|txt|send|respond|answer)(?: with)?\W{1,3}stop\b/i,
  /\bSTOP\b\W{0,3}(?:to|2|=|:)\s*(?:opt|stop|end|quit|cancel|unsub)/i,
];

/**
 * Returns what must be added to the first message to a lead: the business name and opt-out instructions, if the text
 * lacks them.
 */
export function firstMessageAdditions(text: string, businessName: string): FirstMessageAdditions {
  if (text.trim() === '') return { before: '', after: '' };
  const isNamed = text.toLowerCase().includes(businessName.trim().toLowerCase());
  const saysHowToStop = howToStop.some((pattern) => pattern.test(text));
  return { before: isNamed ? '' : `${businessName.trim()}: `, after: saysHowToStop ? '' : STOP_LINE };
}

/** Completes a text to be the first message to a lead. If it becomes too long, the author's text is truncated. */
export function asFirstMessage(text: string, businessName: string): string {
  const completed = complete(text, businessName);
  if (completed.length <= SMS_MAX_LENGTH) return completed;
  return complete(
    truncateMessage(text, SMS_MAX_LENGTH - businessName.length - ': '.length - STOP_LINE.length),
    businessName,
  );
}

/** Truncates a text to the maximum length of a message. */
export function truncateMessage(text: string, length = SMS_MAX_LENGTH): string {
  if (text.length <= length) return text;
  // Do not split a surrogate pair: half an emoji would be sent as a question mark.
  return `${text.slice(0, length - 3).replace(/[\uD800-\uDBFF]$/, '')}...`;
}

function complete(text: string, businessName: string): string {
  const { before, after } = firstMessageAdditions(text, businessName);
  return before + text + after;
}
