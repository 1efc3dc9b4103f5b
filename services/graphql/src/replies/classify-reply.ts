import { ReplyMeaning } from './reply.entity';

// 47 CFR 64.1200(a)(10) names the first seven; the rest are the carriers' own (CTIA Messaging Principles).
const stop = [
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
// Not 'yes', which is more often an answer to what was asked.
const start = ['start', 'unstop', 'opt in', 'optin', 'subscribe'];
const help = ['help', 'info', 'aide'];

// Words that may stand around one of these without changing what is asked.
const around =
  /\b(please|pls|plz|thanks|thank you|now|ok|okay|immediately|texting|texts?|messages?|messaging|sending|me|us|this|these|all|the|from|to|your|list|at once)\b/g;
const mayAsk =
  /\b(stop|unsubscribe|opt.?out|remove me|take me off|leave me alone|do ?n[o']?t (text|message|contact)|no more|wrong number|quit|harass)/i;

/** What a lead's text asks for. What may be an opt-out but is not plainly one is for somebody to read. */
export function meaningOf(body: string): ReplyMeaning {
  const words = body
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s']/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const bare = words.replace(around, ' ').replace(/\s+/g, ' ').trim();
  const says = (list: string[]) => list.includes(words) || (bare !== '' && list.includes(bare));
  if (says(stop)) return ReplyMeaning.stop;
  if (start.includes(words)) return ReplyMeaning.start;
  if (help.includes(words)) return ReplyMeaning.help;
  return mayAsk.test(words) ? ReplyMeaning.review : ReplyMeaning.reply;
}
