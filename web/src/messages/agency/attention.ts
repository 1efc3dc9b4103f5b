import { failureToast, successToast, warningToast } from '../toasts';

/** The texts of what needs attention. */
export const attentionMessages = {
  title: 'Needs attention',
  description: 'Clients whose leads or messages wait, or soon will. Sorted by urgency.',
  reasons: 'Reasons',
  allReasons: 'All reasons',
  providerRefuses: (reason: string, time: string) =>
    `The SMS provider has refused all messages since ${time} (${reason}).`,
  providerUnreachable: (time: string) => `The SMS provider has been unreachable since ${time}.`,
  messagesWait: 'Messages wait and are sent later.',
  allClear: 'All clear',
  allClearText: 'No limit is near, nothing is held, and everything is being sent.',
  noneWithReason: 'No client has this reason',
  selectedClients: 'Selected clients',
  openDashboardOf: (name: string) => `Open the dashboard of ${name}`,
  pauseTextsOf: (name: string) => `Pause the text messages of ${name}`,
  resumeTextsOf: (name: string) => `Resume the text messages of ${name}`,
  raiseLimitsOf: (name: string) => `Raise the limits of ${name}`,
  pauseTexts: 'Pause texts',
  resumeTexts: 'Resume texts',
  textsPaused: 'Texts paused',
  raiseLimits: 'Raise limits',
  raiseForSeveral: (clients: string) => `For ${clients}. Limits that you leave blank stay as they are.`,
  used: (used: string) => `Used: ${used}`,
  held: (held: string) => `${held} held. A higher limit releases them, oldest first.`,
  releases: (held: string, released: string) => `${held} held. Saving releases ${released}, oldest first.`,
  save: 'Save limits',
} as const;

/** What the filter calls each reason. */
export const attentionKinds = {
  limit_reached: 'Limit reached',
  limit_near: 'Near a limit',
  limit_forecast: 'Forecast above a limit',
  leads_held: 'Leads held',
  sequence_paused: 'Sequence paused',
  sender_rejected: 'Rejected sender',
  webhook_failing: 'Webhook failing',
  no_leads: 'No new leads',
  opt_outs: 'Many opt-outs',
} as const;

/** The toasts of changes of clients that need attention. */
export const attentionToasts = {
  paused: (clients: string) => successToast(`Text messages paused for ${clients}`),
  resumed: (clients: string) => successToast(`Text messages resumed for ${clients}`),
  limitsRaised: (clients: string) => successToast(`Limits saved for ${clients}`),
  outdated: warningToast('Nothing was saved', 'Somebody changed a client meanwhile. Check the list and try again.'),
  failed: (reason = 'Failed to save the change') => failureToast(reason),
};
