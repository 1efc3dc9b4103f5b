/** The texts of the landing page that are not the campaign's. */
export const landingMessages = {
  thankYou: 'Thank You!',
  faq: 'Frequently asked questions',
  stars: (count: number) => `${count} of 5 stars`,
} as const;
