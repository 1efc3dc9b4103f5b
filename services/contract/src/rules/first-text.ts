import { SMS_MAX_LENGTH } from '../limits';

/** What is put before and after a text that is the first to a lead. */
export interface FirstTextAdditions {
  before: string;
  after: string;
}

const STOP_LINE = '\nReply STOP to stop.';
// "Stop by" and "one-stop shop" tell nobody how to end texts.
const howToStop = [
  /\b(?:reply|text|txt|send|respond|answer)(?: with)?\W{1,3}stop\b/i,
  /\bSTOP\b\W{0,3}(?:to|2|=|:)\s*(?:opt|stop|end|quit|cancel|unsub)/i,
];

/** What a text lacks to be the first one: the name of the business, and how to stop. An empty one lacks nothing, as it is none. */
export function firstTextAdditions(text: string, businessName: string): FirstTextAdditions {
  if (text.trim() === '') return { before: '', after: '' };
  const isNamed = text.toLowerCase().includes(businessName.trim().toLowerCase());
  const saysHowToStop = howToStop.some((pattern) => pattern.test(text));
  return { before: isNamed ? '' : `${businessName.trim()}: `, after: saysHowToStop ? '' : STOP_LINE };
}

/** The text as the first one to a lead. Where it would be too long, the author’s words give way. */
export function asFirstText(text: string, businessName: string): string {
  const whole = complete(text, businessName);
  if (whole.length <= SMS_MAX_LENGTH) return whole;
  return complete(fitText(text, SMS_MAX_LENGTH - businessName.length - ': '.length - STOP_LINE.length), businessName);
}

/** The text, cut where it is longer than a provider takes. */
export function fitText(text: string, length = SMS_MAX_LENGTH): string {
  if (text.length <= length) return text;
  // Half an emoji would be sent as a question mark.
  return `${text.slice(0, length - 3).replace(/[\uD800-\uDBFF]$/, '')}...`;
}

function complete(text: string, businessName: string): string {
  const { before, after } = firstTextAdditions(text, businessName);
  return before + text + after;
}
