import { truncateMessage } from '@dripline/contract/rules/first-message';
import { toE164 } from '../leads/extract-contact';
import type { LeadNotification } from './lead-notification.entity';

/** Longest lead or campaign name, in characters. Keeps the message within one SMS segment. */
const MAX_PART = 50;

/**
 * Composes the message that notifies a business of a new lead.
 *
 * @param phone the business's notification phone, as typed
 * @param country where a number without a country prefix belongs, in ISO 3166-1 alpha-2
 * @returns the recipient and the body, or null if `phone` cannot receive messages
 */
export function composeLeadNotification(
  fullName: string | null,
  campaign: string,
  phone: string,
  country: string,
): Pick<LeadNotification, 'toE164' | 'body'> | null {
  const number = toE164(phone, country);
  const parts = [fullName, campaign].filter((part) => part !== null).map((part) => truncateMessage(part, MAX_PART));
  return number === null ? null : { toE164: number, body: `New lead: ${parts.join(', ')}` };
}
