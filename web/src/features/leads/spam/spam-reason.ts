import type { SpamReason } from '../../../shared/graphql/generated';

/** Why a submission looks like a robot's: in few words for a list, and in a sentence. */
export const spamReasons: Record<SpamReason, { short: string; sentence: string }> = {
  trap: { short: 'Filled in a hidden field', sentence: 'It filled in a field of the form that people cannot see.' },
  too_fast: {
    short: 'Sent too fast',
    sentence: 'It came sooner after the page was opened than a person can fill in the form.',
  },
  forged: { short: 'Not from your page', sentence: 'It claims to come from a landing page that was never shown.' },
  flood: {
    short: 'Part of a flood',
    sentence: 'Hundreds of submissions came within a minute, and this one did not come from your landing page.',
  },
};
