const replies = {
  stop: 'Opted out of text messages',
  start: 'Opted in to text messages again',
  help: 'Asked for help',
  review: 'Possibly an opt-out. Please review it',
  reply: 'Reply',
} as const;

/** The texts of the conversation with a lead. */
export const conversationMessages = {
  conversation: 'Conversation',
  sequence: 'Follow-up sequence',
  replies,
  sentAt: (time: string) => `. It is sent on ${time}`,
  placeholder: 'Write a text message',
  send: 'Send',
  sendFailed: 'Failed to send the message. Your text is kept. Please try again.',
  blocked: (reason: string) => `You cannot write to this lead because ${reason}.`,
  empty: (lead: string) => `No messages yet. What you write here is sent to ${lead} as a text message.`,
  showEarlier: 'Show earlier messages',
} as const;
