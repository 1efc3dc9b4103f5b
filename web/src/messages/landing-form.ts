/** What the landing page's own script says. Apart from `landing.ts`, which the builder shares: the script would be split. */
export const landingFormWords = {
  submitFailed: 'Failed to submit form. Please try again.',
  sendingAgain: 'Sending again…',
} as const;
