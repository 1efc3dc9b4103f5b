/** The texts of a lead's drawer, which the dashboard loads when it opens. */
export const leadMessages = {
  previousLead: 'Previous lead',
  nextLead: 'Next lead',
  startSequence: 'Start a sequence',
  sequence: 'Sequence',
  start: 'Start',
  startHint: (lead: string) => `${lead} receives its text messages from the first one on, outside quiet hours.`,
  startFailed: 'Failed to start the sequence. Please try again.',

  consent: 'Consent',
  consentGiven: (date: string) => `given on ${date}`,
  consentMissing: 'no record',
  consentOptedOut: 'opted out',

  stopMessages: 'Stop messages',
  stopTitle: 'Stop messages to this number?',
  stopText:
    'Record that the person asked not to receive text messages, such as by phone or email. Follow-ups stop at once, and only a reply with START allows messages again.',
  optedOut: (time: string) => `Opted out of text messages on ${time}. Only a reply with START allows them again.`,
} as const;
