import DataLoader from 'dataloader';
import type { EntityManager } from 'typeorm';
import type { Context } from '../../api/context';
import { isInCountries } from '../../leads/extract-contact';
import type { Lead } from '../../leads/lead.entity';

/**
 * Returns why a person cannot write to a lead, as for the messages of its sequences, or null. A message that passes may
 * still wait, for example for the end of quiet hours.
 */
export async function reasonNotToWrite(
  { loaders, settings }: Pick<Context, 'loaders' | 'settings'>,
  lead: Lead,
): Promise<string | null> {
  if (lead.held) return 'held_lead';
  const reason = await loaders.reasonNotToWrite.load(lead.id);
  if (reason === 'client_inactive' || reason === 'messages_off') return reason;
  if (lead.phoneE164 === null) return lead.phone ? 'bad_number' : 'no_number';
  return isInCountries(settings.messageCountries, lead.phoneE164) ? reason : 'other_country';
}

/** Creates the loader of what the database knows of the reasons, by lead. */
export const reasonNotToWriteLoader = (db: EntityManager) =>
  new DataLoader(async (ids: readonly string[]) => {
    const rows = await db.query<{ id: string; reason: string | null }[]>(
      `SELECT l.id, CASE WHEN c.status = 'inactive' THEN 'client_inactive' WHEN NOT c.sms_auto_reply_enabled THEN 'messages_off'
         WHEN suppressed_since(c.id, l.phone_e164) IS NOT NULL THEN 'opted_out'
         WHEN NOT EXISTS (SELECT FROM consents WHERE consents.client_id = c.id AND consents.phone_e164 = l.phone_e164) THEN 'no_consent' END AS reason
       FROM leads l JOIN clients c ON c.id = l.client_id WHERE l.id = ANY ($1::uuid[])`,
      [ids],
    );
    const reasons = new Map(rows.map(({ id, reason }) => [id, reason]));
    return ids.map((id) => reasons.get(id) ?? null);
  });
