import type { WebhookEvent } from '@dripline/contract/webhooks';

const eventHints: Record<WebhookEvent, string> = {
  'lead.created': 'A new lead arrives',
  'lead.updated': 'A lead’s details or status change',
  'sms.sent': 'A text goes out',
  'sms.failed': 'A text is refused or not brought',
  'sms.replied': 'A lead texts back',
};

/** Why a delivery failed, or none is made, by the server's reason. */
const reasons: Record<string, string> = {
  status: 'The receiver did not answer with a status from 200 to 299.',
  redirect: 'The receiver answered with a redirect, which is not followed.',
  gone: 'The receiver answered 410: nobody is there any more.',
  dns: 'The name in the URL was not found.',
  address: 'The URL leads to an address that is not on the public internet.',
  connect: 'The receiver could not be reached, or hung up.',
  tls: 'The receiver’s certificate is not valid, or it does not speak https.',
  timeout: 'The receiver took too long to answer.',
  url: 'The URL is not one that events are posted to.',
  secret: 'The secret could not be read. Rotate it, then replay.',
  webhook_off: 'The webhook was switched off.',
  webhooks_off: 'Webhooks were switched off.',
};

/** What the webhooks of a client's dashboard say. */
export const webhookWords = {
  intro: 'Your own systems hear of leads and texts as they happen, by signed posts.',
  add: 'Add webhook',
  noneTitle: 'No webhooks yet',
  none: 'Give the https address of your CRM, a spreadsheet tool or your own server, and choose what it hears of.',
  most: (count: number) => `That is all: there may be ${count} webhooks.`,
  list: 'the webhooks',

  isOn: (url: string) => `${url} switched on`,
  on: 'On',
  off: 'Off',
  sendTest: 'Send test event',
  openLog: 'Delivery log',
  rotateLabel: (url: string) => `Rotate the secret of ${url}`,
  gone: 'Switched off, as the receiver answered 410: nobody is there any more. Switch it on once somebody is.',
  failing: 'Switched off, as nothing arrived for five days. Switch it on once the receiver works again.',
  notArriving: (since: string) =>
    `Nothing has arrived since ${since}. The log says why; after five days it is switched off.`,
  overlap: (until: string) => `Events are signed with the secret before as well until ${until}.`,

  addTitle: 'Add a webhook',
  editTitle: 'Edit webhook',
  save: 'Save webhook',
  url: 'Receiver URL',
  urlHint: 'Begins with https:// and is on the public internet.',
  urlMissing: 'Enter the receiver’s URL',
  note: 'Note',
  noteHint: 'What it is for, such as the name of the system.',
  events: 'Events',
  eventsMissing: 'Choose at least one event',
  eventHints,

  secretTitle: 'Keep this secret',
  secretOnce: 'Your receiver checks with it that an event came from here. It is shown this once: copy it now.',
  secretLabel: 'Signing secret',
  copySecret: 'Copy secret',
  secretDone: 'I have kept it',

  rotateTitle: 'Rotate the secret?',
  rotate: 'Rotate secret',
  rotateText:
    'You get a new secret now. For 24 hours events are signed with both, so that you can change your receiver without missing any.',
  deleteText: 'Its log goes, and what still waits is not delivered.',

  logTitle: 'Deliveries',
  logIntro: (url: string) => `What was posted to ${url} in the last 30 days, and what waits.`,
  backToList: 'All webhooks',
  refresh: 'Refresh log',
  log: 'deliveries',
  logNoneTitle: 'Nothing posted yet',
  logNone: 'Events are listed here as they happen. Send a test event to see one.',
  event: 'Event',
  outcome: 'Delivery status',
  answer: 'Answer',
  attempts: 'Attempts',
  happened: 'Happened',
  next: 'Next attempt',
  noAnswer: 'No answer',
  replayLabel: (type: string) => `Replay ${type}`,
  tryNowLabel: (type: string) => `Try ${type} now`,
  replay: 'Replay event',
  tryNow: 'Try now',
  eventId: 'Event id',
  lastAttempt: 'Last attempt',
  reasonLabel: 'What went wrong',
  reason: (reason: string | null) => (reason === null ? null : (reasons[reason] ?? 'Nobody knows why.')),
  posted: 'Posted body',
  answered: 'Beginning of the answer',
  delivery: 'the delivery',
} as const;
