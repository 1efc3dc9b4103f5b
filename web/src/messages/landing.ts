/** The texts of the landing page's thank-you screen. */
export const landingMessages = {
  thankYou: 'Thank You!',
} as const;
