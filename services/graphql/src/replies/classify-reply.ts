import { ReplyIntent } from './reply.entity';

// Sources: 47 CFR 64.1200(a)(10) for the first seven, CTIA Messaging Principles for the rest.
const stopKeywords = [
  'stop',
  'quit',
  'end',
  'revoke',
  'opt out',
  'cancel',
  'unsubscribe',
  'optout',
  'stopall',
  'stop all',
  'arret',
];
// Not 'yes', which usually answers a question. No filler words are ignored here, because an unclear reply must not opt
// in.
const startKeywords = ['start', 'unstop', 'opt in', 'optin', 'subscribe'];
const helpKeywords = ['help', 'info', 'aide'];

// Words around a keyword that do not change what it asks for.
const fillerWords =
  /\b(please|pls|plz|thanks|thank you|now|ok|okay|immediately|texting|texts?|messages?|messaging|sending|me|us|this|these|all|the|from|to|your|list|at once)\b/g;
const possibleOptOut =
  /\b(stop|unsubscribe|opt.?out|remove me|take me off|leave me alone|do ?n[o']?t (text|message|contact)|no more|wrong number|quit|harass)/i;

/**
 * Classifies a reply by its words, if the provider has not classified it. A reply that may be an opt-out but is not
 * clearly one is left to a person to review.
 */
export function classifyReply(body: string): ReplyIntent {
  const normalized = body
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s']/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const keyword = normalized.replace(fillerWords, ' ').replace(/\s+/g, ' ').trim();
  const matches = (list: string[]) => list.includes(normalized) || (keyword !== '' && list.includes(keyword));
  if (matches(stopKeywords)) return ReplyIntent.stop;
  if (startKeywords.includes(normalized)) return ReplyIntent.start;
  if (helpKeywords.includes(normalized)) return ReplyIntent.help;
  return possibleOptOut.test(normalized) ? ReplyIntent.review : ReplyIntent.reply;
}
