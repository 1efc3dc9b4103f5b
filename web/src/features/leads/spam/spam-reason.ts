import type { SpamReason } from '../../../shared/graphql/generated';

/** Why a submission is classified as spam: a short form for the table and a sentence for the dialog. */
export const spamReasons: Record<SpamReason, { short: string; sentence: string }> = {
  honeypot: {
    short: 'Filled in a hidden field',
    sentence: 'The submission filled in a form field that people cannot see.',
  },
  too_fast: {
    short: 'Submitted too fast',
    sentence: 'The form was submitted faster than a person can fill it in.',
  },
  forged_token: {
    short: 'Not from your landing page',
    sentence: 'The submission does not match a landing page that was shown to a visitor.',
  },
  flood: {
    short: 'Unusual volume',
    sentence: 'Hundreds of submissions arrived within a minute, and this one did not come from your landing page.',
  },
};
