/** What the visitor reads when a submission did not arrive (product spec, section 8). */
export const SUBMIT_FAILED = 'Failed to submit form. Please try again.';
