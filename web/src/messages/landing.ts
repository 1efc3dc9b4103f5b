/** What the landing page says after its form. */
export const landingWords = {
  thankYou: 'Thank You!',
} as const;
