import { formatCount, formatRate, plural } from '../../shared/format';
import type { AttentionRowFragment } from '../../shared/graphql/generated';
import { senderMessages } from '../../messages/senders';
import { sharedMessages } from '../../messages/shared';

export type Reason = AttentionRowFragment['reasons'][number];

const limitNames = {
  campaigns: sharedMessages.campaigns,
  leads: sharedMessages.leads,
  messages: 'Messages',
  segments: 'Segments',
};

/** Describes a reason in a few words. What follows is the time of `since`, if it has one. */
export function reasonText({ kind, limit, count, total, code }: Reason): string {
  const [some, all] = [count ?? 0, total ?? 0];
  switch (kind) {
    case 'limit_reached':
    case 'limit_near':
      return `${limitNames[limit!]}: ${formatCount(some)} of ${formatCount(all)} used`;
    case 'leads_held':
      return `${plural(some, 'lead')} held`;
    case 'sequence_paused':
      return `${plural(some, 'sequence')} paused by carriers`;
    case 'sender_rejected':
      return `${senderMessages.rejected}: ${code?.replace('twilio_', 'Twilio ') ?? 'unknown'}`;
    case 'webhook_failing':
      return `${plural(some, 'webhook')} failing`;
    case 'no_leads':
      return 'No new lead, last one';
    case 'opt_outs':
      return `${plural(some, 'opt-out')} in ${formatCount(all)} messages (${formatRate(some, all)})`;
  }
}
