import { fitText } from '@dripline/contract/rules/first-text';
import { toE164 } from '../leads/contact-of';
import type { Alert } from './lead-notification.entity';

/** Longest name of a lead or a campaign, so that it stays one short text. */
const MAX_PART = 50;

/** The text that tells a business of a lead, and where it goes; null where the business's number takes no texts. */
export function alertAbout(
  fullName: string | null,
  campaign: string,
  phone: string,
  country: string,
): Pick<Alert, 'toE164' | 'body'> | null {
  const number = toE164(phone, country);
  const parts = [fullName, campaign].filter((part) => part !== null).map((part) => fitText(part, MAX_PART));
  return number === null ? null : { toE164: number, body: `New lead: ${parts.join(', ')}` };
}
