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
  ...['parar', 'pare', 'alto', 'basta', 'cancelar', 'baja', 'sair', 'descadastrar'],
  ...['arreter', 'arretez', 'desabonner', 'desinscription', 'stopp', 'abmelden', 'abbestellen', 'aufhoren'],
];
// Not 'yes', which usually answers a question. No filler words are ignored here, because an unclear reply must not opt
// in.
const startKeywords = ['start', 'unstop', 'opt in', 'optin', 'subscribe'];
const helpKeywords = ['help', 'info', 'aide'];

// Words around a keyword that do not change what it asks for.
const fillerWords =
  /\b(please|pls|plz|thanks|thank you|now|ok|okay|immediately|texting|texts?|messages?|messaging|sending|me|us|this|these|all|the|from|to|your|list|at once|por favor|ya|s'il vous plait|svp|merci|bitte|danke|gracias|obrigad[oa])\b/g;
const possibleOptOut =
  /\b(stop|unsubscribe|opt.?out|remove me|take me off|leave me alone|do ?n[o']?t (text|message|contact)|no more|wrong number|quit|harass)/i;

// The same in Spanish, French, German and Portuguese, without accents, which many people leave out.
const possibleOptOutElsewhere = new RegExp(
  `\\b(${[
    ...['no (me|nos) (env|mand|escrib|contact|llam)\\w*', 'no (quiero|mas) .*mensajes', 'no mas mensajes'],
    ...['dej(a|e|en) de', '(darme|dar|dame|deme) de baja', '(numero|telefono) equivocado', 'quitenme'],
    ...["ne (\\w+['\\s])?\\w+ plus", 'ne plus', "n'\\w+ plus", 'plus de (messages|sms)', 'desabonn\\w*', 'arrete\\w*'],
    ...['(mauvais|faux) numero', 'supprime\\w* (mon|mes)'],
    ...['keine? (weiteren? )?(nachricht(en)?|sms)', '(nicht|nichts) mehr', 'hor(en sie)? auf', 'hoer(en sie)? auf'],
    ...['abmeld\\w*', 'abbestell\\w*', 'falsche nummer'],
    ...['nao (me |nos )?(env|mand)\\w*', 'nao quero .*(mensage|receber)\\w*', '(pare|parem|para) (de|com)'],
    ...['(numero|telefone) errado', 'me (tire|remova|exclua)\\w*', 'descadastr\\w*'],
  ].join('|')})\\b`,
);

/**
 * Classifies a reply by its words, if the provider has not classified it. A reply that may be an opt-out but is not
 * clearly one is left to a person to review.
 */
export function classifyReply(body: string): ReplyIntent {
  const normalized = body
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/’/g, "'")
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
