import type { LinkProps } from 'react-router';
import { formatCount, formatDateTime, formatDay, formatRate, plural } from '../../shared/format';
import type { AttentionRowFragment, ClientsNeedingAttentionQuery } from '../../shared/graphql/generated';
import { attentionMessages } from '../../messages/agency/attention';
import { senderMessages } from '../../messages/senders';
import { sharedMessages } from '../../messages/shared';
import { withDialog } from '../../shared/dialogs/dialog-link';
import { paths } from '../../shared/paths';

export type Reason = AttentionRowFragment['reasons'][number];

const limitNames = {
  campaigns: sharedMessages.campaigns,
  leads: sharedMessages.leads,
  messages: 'Messages',
  segments: 'Segments',
};

const codeText = (code: string) => code.replace(/^(twilio|carrier)_/, 'Twilio ');

type ProviderBreaker = NonNullable<ClientsNeedingAttentionQuery['adminStats']['providerBreaker']>;

/** Says since when no message is sent, and why. */
export function providerText({ reason, openedAt }: ProviderBreaker): string {
  const time = formatDateTime(openedAt);
  const cause =
    reason === 'unreachable'
      ? attentionMessages.providerUnreachable(time)
      : attentionMessages.providerRefuses(codeText(reason), time);
  return `${cause} ${attentionMessages.messagesWait}`;
}

/** Leaves out that the limit of messages is near where a forecast exists, because the forecast says it as well. */
export const withoutRepetition = (reasons: readonly Reason[]): Reason[] =>
  reasons.filter(
    ({ kind, limit }) =>
      kind !== 'limit_near' || !reasons.some((other) => other.kind === 'limit_forecast' && other.limit === limit),
  );

/**
 * Describes a reason in a few words. What follows is the time of `since`, if it has one.
 *
 * @param smsThisMonth the messages that the client used
 */
export function reasonText({ kind, limit, count, total, code, exceedsLimitOn }: Reason, smsThisMonth: number): string {
  const [some, all] = [count ?? 0, total ?? 0];
  switch (kind) {
    case 'limit_reached':
    case 'limit_near':
      return `${limitNames[limit!]}: ${formatCount(some)} of ${formatCount(all)} used`;
    case 'limit_forecast':
      return `${limitNames[limit!]}: ${formatCount(smsThisMonth)} of ${formatCount(all)} used, ${formatCount(some)} expected, limit reached on ${formatDay(exceedsLimitOn!)}`;
    case 'leads_held':
      return `${plural(some, 'lead')} held`;
    case 'sequence_paused':
      return `${plural(some, 'sequence')} paused by carriers`;
    case 'sender_rejected':
      return `${senderMessages.rejected}: ${code ? codeText(code) : 'unknown'}`;
    case 'webhook_failing':
      return `${plural(some, 'webhook')} failing`;
    case 'no_leads':
      return 'No new lead, last one';
    case 'opt_outs':
      return `${plural(some, 'opt-out')} in ${formatCount(all)} messages (${formatRate(some, all)})`;
  }
}

/**
 * Returns the link to the place where a reason is mended.
 *
 * @param overview the parameters of the Overview, which has a dialog for limits
 */
export function reasonLink({ kind }: Reason, clientId: string, overview: URLSearchParams): LinkProps {
  const tab = (name: string) => ({ to: `${paths.adminClient.href(clientId)}?tab=${name}` });
  switch (kind) {
    case 'limit_reached':
    case 'limit_near':
    case 'limit_forecast':
    case 'leads_held':
      return {
        to: `?${withDialog(overview, 'raise', clientId).toString()}`,
        // Closing the dialog goes back.
        state: { isDialog: true },
        preventScrollReset: true,
      };
    case 'sequence_paused':
    case 'opt_outs':
      return tab('sms');
    case 'sender_rejected':
      return tab('settings&dialog=edit');
    case 'webhook_failing':
      return tab('webhooks');
    case 'no_leads':
      return tab('campaigns');
  }
}
