import { sharedMessages } from './shared';

/** The texts of the privacy section in a client's settings. */
export const privacyMessages = {
  title: 'Privacy',
  intro: 'Respond to people who ask to see or delete their data.',

  personTitle: 'Find a person’s data',
  personHint: 'Searches leads, consent, messages, replies, spam and webhook events.',
  query: 'Phone or email',
  queryMissing: 'Enter a phone number or email',
  find: 'Find person',
  noData: (who: string) => `No data is stored about ${who}.`,
  optOutOnly: (who: string) => `${who} opted out of text messages. Only this opt-out is stored.`,
  dataStored: (who: string) => `Data stored about ${who}`,
  names: 'Known as',
  messagesSent: 'Messages sent',
  replies: sharedMessages.replies,
  spam: 'Spam submissions',
  importRows: 'Rows of imports',
  webhookEvents: 'Webhook events',
  optedOut: 'Opted out',
  notOptedOut: 'No',
  download: 'Download data',
  erase: 'Erase data',
  eraseTitle: (who: string) => `Erase all data about ${who}?`,
  eraseText: (summary: string) =>
    `${summary} will be permanently deleted, and follow-ups will stop. Data already sent to other systems stays there.`,
  eraseOptOut: 'The opt-out stays on record, so this number never receives text messages again.',

  retentionTitle: 'Lead retention',
  retentionHint:
    'Leads are deleted this long after they arrive, whatever their status, together with their messages, replies and consent. The period also applies to spam. A lead in an active sequence is deleted when the sequence ends.',
  retentionPeriod: 'Keep leads for',
  forever: 'Forever',
  save: 'Save period',
  shortenTitle: (period: string) => `Delete leads after ${period}?`,
  shorten: 'Delete old leads',
  shortenText:
    'Leads older than this are deleted within minutes. After that, leads are deleted daily as they reach this age.',
  period: 'the retention period',
} as const;
