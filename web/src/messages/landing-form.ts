/**
 * The texts of the landing page's script. The builder imports `landing.ts`, so sharing that file would split the script
 * into two chunks.
 */
export const landingFormMessages = {
  submitFailed: 'Failed to submit form. Please try again.',
} as const;
