import { type Client, ClientStatus } from '../clients/client.entity';
import type { EnrollmentContext } from '../enrollments/enrollment-state';
import { EnrollmentStatus } from '../enrollments/enrollment.entity';
import { LeadStatus } from '../leads/lead.entity';
import type { ProviderBreaker } from '../provider/provider-breaker.entity';
import type { Sender } from '../senders/sender.entity';
import { type Sequence, SequenceStatus } from '../sequences/sequence.entity';
import { isInCountries } from '../leads/extract-contact';
import { timedHold, type TimedHoldConditions } from './quiet-hours/timed-hold';

/**
 * Returns why an enrollment sends no more messages, or null.
 *
 * @param messageCountries countries whose numbers receive messages, or any
 */
export function reasonToFinish(
  { enrollment, sequence, lead, hasConsent, isSuppressed }: EnrollmentContext,
  messageCountries?: string[],
): string | null {
  if (enrollment.status === EnrollmentStatus.completed || enrollment.status === EnrollmentStatus.cancelled)
    return enrollment.reason ?? 'done';
  if (enrollment.nextStep >= enrollment.steps.length) return 'done';
  // A person may write to a customer.
  if (sequence && lead.status === LeadStatus.converted) return 'converted';
  if (isSuppressed) return 'opted_out';
  if (lead.phoneE164 === null) return 'bad_number';
  if (lead.phoneE164 !== enrollment.toE164) return 'number_changed';
  if (messageCountries && !isInCountries(messageCountries, lead.phoneE164)) return 'other_country';
  return hasConsent ? null : 'no_consent';
}

/** What decides whether a message is held. */
export interface HoldConditions extends TimedHoldConditions {
  sequence: Pick<Sequence, 'status' | 'pausedAt'> | null;
  client: Pick<Client, 'status' | 'smsAutoReplyEnabled' | 'quietHours' | 'timeZone'>;
  sender: Pick<Sender, 'rejectedCode'> | null;
  breaker: Pick<ProviderBreaker, 'reason'> | null;
  /** Whether an earlier message that a person wrote is still open. */
  isBehindEarlier?: boolean;
}

/** A message that waits for an earlier one is woken when that one ends, and looks again after this time. */
const TURN_MS = 5 * 60_000;

/**
 * Returns why the next message must wait and until when, or null if it may be sent. Without a time, it waits until a
 * setting changes or the provider responds.
 */
export function reasonToHold(
  { sequence, client, lead, repliedAt, recentSends, sender, breaker, isBehindEarlier = false }: HoldConditions,
  now: Date,
): { reason: string; until: Date | null; description?: string } | null {
  if (client.status === ClientStatus.inactive) return { reason: 'client_inactive', until: null };
  if (!client.smsAutoReplyEnabled) return { reason: 'messages_off', until: null };
  if (sequence?.status === SequenceStatus.inactive) return { reason: 'sequence_off', until: null };
  if (sequence?.pausedAt) return { reason: 'carrier_filtered', until: null };
  if (sender?.rejectedCode) return { reason: 'sender_rejected', until: null };
  if (isBehindEarlier) return { reason: 'earlier_message', until: new Date(now.getTime() + TURN_MS) };
  const hold = timedHold(now, { client, lead, repliedAt, recentSends });
  return hold ?? (breaker && { reason: 'provider_unavailable', until: null });
}
