import { ReplyIntent } from './reply.entity';

// Sources: 47 CFR 64.1200(a)(10) for the first seven, CTIA Messaging Principles for those up to 'arret'. The rest say
// the same in the languages of campaigns.
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
  'arrêt',
  ...['parar', 'pare', 'alto', 'basta', 'cancelar', 'baja', 'sair', 'descadastrar'],
  ...['arreter', 'arrêter', 'arretez', 'arrêtez', 'désabonner', 'desabonner', 'désinscription'],
  ...['stopp', 'abmelden', 'abbestellen', 'aufhören'],
];
// Not 'yes', which usually answers a question. No filler words are ignored here, because an unclear reply must not opt
// in.
const startKeywords = ['start', 'unstop', 'opt in', 'optin', 'subscribe'];
const helpKeywords = ['help', 'info', 'aide', 'ayuda', 'ajuda', 'hilfe'];

// Words around a keyword that do not change what it asks for.
const fillerWords =
  /\b(please|pls|plz|thanks|thank you|now|ok|okay|immediately|texting|texts?|messages?|messaging|sending|me|us|this|these|all|the|from|to|your|list|at once)\b/g;
const possibleOptOut =
  /\b(stop|unsubscribe|opt.?out|remove me|take me off|leave me alone|do ?n[o']?t (text|message|contact)|no more|wrong number|quit|harass)/i;

// The same in Spanish, French, German and Portuguese.
const possibleOptOutElsewhere = new RegExp(
  `(?<!\\p{L})(${[
    ...['no (me|nos) (env|mand|escrib)\\p{L}*', 'no más mensajes', 'dej(a|e|en) de', 'número equivocado'],
    ...["ne (\\p{L}+['\\s])?\\p{L}+ plus", 'plus de (messages|sms)', 'désabonn\\p{L}*', 'arrête\\p{L}*'],
    ...['keine? (nachrichten?|sms)', 'hör(en sie)? auf', 'abmeld\\p{L}*', 'falsche nummer'],
    ...['não (me|nos) (env|mand)\\p{L}*', 'parem? de', 'número errado'],
  ].join('|')})(?!\\p{L})`,
  'u',
);

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
  const mayOptOut = possibleOptOut.test(normalized) || possibleOptOutElsewhere.test(normalized);
  return mayOptOut ? ReplyIntent.review : ReplyIntent.reply;
}
