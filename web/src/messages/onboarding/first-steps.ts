/** The texts of the first steps of a new client. */
export const onboardingMessages = {
  title: 'Get started',
  progress: (done: number, count: number) => `${done} of ${count} done`,
  hide: 'Hide',
  openCampaigns: 'Open campaigns',
  openSequences: 'Open SMS Follow-ups',
  createCampaign: {
    title: 'Create your first campaign',
    text: 'It starts from an example that you can edit.',
  },
  firstLead: {
    title: 'Receive the first lead',
    text: 'Share the landing page, or submit its form yourself.',
  },
  firstMessage: {
    title: 'Send the first text message',
    text: 'Create an SMS sequence that follows up each lead.',
  },
} as const;
