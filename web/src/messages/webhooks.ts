import type { WebhookEvent } from '@dripline/contract/webhooks';

const eventHints: Record<WebhookEvent, string> = {
  'lead.created': 'A new lead arrives',
  'lead.updated': 'A lead’s details or status change',
  'lead.conversion': 'A lead that clicked an ad arrives, qualifies or converts (for Google Ads and Meta)',
  'sms.sent': 'A text message is sent',
  'sms.failed': 'A text message is rejected or not delivered',
  'sms.replied': 'A lead replies',
};

/** Why a delivery failed or was not attempted, by the server's reason code. */
const reasons: Record<string, string> = {
  status: 'The receiver did not respond with a 2xx status.',
  redirect: 'The receiver responded with a redirect. Redirects are not followed.',
  gone: 'The receiver responded with 410 Gone.',
  dns: 'The host name in the URL could not be resolved.',
  address: 'The URL resolves to an address that is not on the public internet.',
  connect: 'The receiver could not be reached or closed the connection.',
  tls: 'The receiver’s certificate is not valid, or the receiver does not support HTTPS.',
  timeout: 'The receiver took too long to respond.',
  url: 'Events cannot be sent to this URL.',
  secret: 'The secret could not be read. Rotate it, then replay the event.',
  ad_consent: 'The consent to tell ad networks was withdrawn.',
  webhook_off: 'This webhook is turned off.',
  webhooks_off: 'Webhooks are turned off for this client.',
};

/** The texts of the webhooks tab. */
export const webhookMessages = {
  intro: 'Send signed HTTP requests to your own systems when leads and messages change.',
  add: 'Add webhook',
  noneTitle: 'No webhooks yet',
  emptyText: 'Enter the HTTPS URL of your CRM, automation tool or server, and choose the events it receives.',
  limitReached: (count: number) => `You have reached the limit of ${count} webhooks.`,
  list: 'the webhooks',

  enabledLabel: (url: string) => `Send events to ${url}`,
  on: 'On',
  off: 'Off',
  sendTest: 'Send test event',
  openLog: 'Delivery log',
  rotateLabel: (url: string) => `Rotate the secret of ${url}`,
  gone: 'Turned off because the receiver responded with 410 Gone. Turn it on when the receiver is ready.',
  failing: 'Turned off because no event was delivered for five days. Turn it on when the receiver works again.',
  notDelivered: (since: string) =>
    `No event has been delivered since ${since}. Check the log for the reason. After five days without a delivery, the webhook is turned off.`,
  previousSecretValid: (until: string) => `Events are also signed with the previous secret until ${until}.`,

  addTitle: 'Add a webhook',
  editTitle: 'Edit webhook',
  save: 'Save webhook',
  url: 'Receiver URL',
  urlHint: 'Must start with https:// and be on the public internet.',
  note: 'Note',
  noteHint: 'For example, the name of the receiving system.',
  events: 'Events',
  eventHints,

  secret: {
    title: 'Save your signing secret',
    explanation: 'Use it to verify that events are genuine. Copy it now, because you cannot view it again.',
    label: 'Signing secret',
    copy: 'Copy secret',
  },

  rotateTitle: 'Rotate the signing secret?',
  rotate: 'Rotate secret',
  rotateText:
    'You get a new secret now. For 24 hours, events are signed with both secrets, so you can update your receiver without missing an event.',
  deleteText: 'Its log is deleted, and pending events are not delivered.',

  logTitle: 'Deliveries',
  logIntro: (url: string) => `Events sent to ${url} in the last 30 days, and events still pending.`,
  backToList: 'All webhooks',
  refresh: 'Refresh log',
  log: 'deliveries',
  logNoneTitle: 'No deliveries yet',
  logNone: 'Events appear here as they are sent. Send a test event to see one.',
  event: 'Event',
  outcome: 'Delivery status',
  response: 'Response',
  attempts: 'Attempts',
  created: 'Created',
  next: 'Next attempt',
  noAnswer: 'No response',
  replayLabel: (type: string) => `Replay ${type}`,
  tryNowLabel: (type: string) => `Try ${type} now`,
  replay: 'Replay event',
  tryNow: 'Try now',
  eventId: 'Event ID',
  lastAttempt: 'Last attempt',
  reasonLabel: 'Failure reason',
  reason: (reason: string | null) => (reason === null ? null : (reasons[reason] ?? 'Unknown error.')),
  requestBody: 'Request body',
  responseBody: 'Start of response body',
  delivery: 'the delivery',
} as const;
