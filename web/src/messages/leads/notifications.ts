import { failureToast } from '../toasts';

/** The texts of the bell and its settings. */
export const notificationMessages = {
  notifications: 'Notifications',
  withNew: (unseen: string) => `Notifications, ${unseen} new`,
  empty: 'Nothing has happened in the last 30 days.',
  more: 'Show earlier notifications',
  isNew: 'New',
  inBell: 'In the bell',
  hint: 'Others choose for themselves.',
  byEmail: 'By email',
  emailHint: (address: string) => `Sent to ${address}, at most every five minutes.`,
  noAddress: 'Your account has no email address. An owner of the team can add it.',
  emailFailed: 'The last email could not be sent. The next attempt follows within an hour.',
  byText: 'By text message',
  textHint: (phone: string) => `Sent to ${phone}, the notification phone of the business.`,
  newLead: (lead: string) => `New lead: ${lead}`,
  reply: (lead: string) => `${lead} sent a reply`,
  mention: (actor: string, lead: string) => `${actor} mentioned you in a note on ${lead}`,
  assignment: (actor: string, leads: string) => `${actor} assigned ${leads} to you`,
  abTest: (campaign: string) => `The A/B test of ${campaign} is complete`,
  lead: 'a lead',
  campaign: 'a campaign',
  kinds: {
    new_lead: 'Leads that arrive',
    reply: 'Replies of leads',
    mention: 'Notes that mention you',
    assignment: 'Leads assigned to you',
    ab_test: 'A/B tests that are complete',
  },
  replyHint: 'If somebody owns the lead, only that person and the main account are notified.',
} as const;

/** The toast of a choice of notifications that failed. */
export const notificationToasts = {
  failed: (reason = 'Failed to save what you are notified of') => failureToast(reason),
};
