/** The texts of the landing page's thank-you screen. */
export const landingWords = {
  thankYou: 'Thank You!',
} as const;
