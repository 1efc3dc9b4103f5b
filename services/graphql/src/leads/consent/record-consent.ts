import type { Context } from '../../api/context';
import { fail } from '../../api/errors';
import { nameOfAccount } from '../../sessions/name-of-account';
import type { Lead } from '../lead.entity';
import { Consent, ConsentVia } from './consent.entity';
import { MAX_USER_AGENT_LENGTH } from './to-consent';

/**
 * Records that the lead's current number agreed to messages in another way than on the form, for example on paper. Its
 * sequences start at their next trigger.
 *
 * @param howObtained where and when the person agreed
 * @throws BAD_USER_INPUT if the lead has no valid number or `howObtained` is empty
 */
export async function recordConsent(ctx: Context, lead: Lead, howObtained: string): Promise<void> {
  const { manager } = ctx.dataSource;
  const disclosure = howObtained.trim();
  if (disclosure === '') throw fail('BAD_USER_INPUT', 'howObtained: Say where and when the person agreed.');
  if (lead.phoneE164 === null) throw fail('BAD_USER_INPUT', 'The lead has no phone number that can receive messages.');
  await manager.insert(Consent, {
    clientId: lead.clientId,
    leadId: lead.id,
    phoneE164: lead.phoneE164,
    via: ConsentVia.manual,
    disclosure,
    ipAddress: ctx.ipAddress,
    userAgent: ctx.viewHeaders.userAgent.slice(0, MAX_USER_AGENT_LENGTH),
    recordedBy: await nameOfAccount(ctx),
  });
  ctx.loaders.consent.clear(lead.id);
}
