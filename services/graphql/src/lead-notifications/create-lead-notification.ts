import type { EntityManager } from 'typeorm';
import type { Lead } from '../leads/lead.entity';
import { composeLeadNotification } from './compose-lead-notification';
import { LeadNotification } from './lead-notification.entity';

type NotifiedLead = Pick<Lead, 'id' | 'clientId' | 'campaignId' | 'fullName'>;

/**
 * Creates the notification of a new lead. Idempotent. Returns false if the business's number cannot receive messages, or
 * the client does not want them.
 */
export async function createLeadNotification(
  db: EntityManager,
  { id: leadId, clientId, campaignId, fullName }: NotifiedLead,
  country: string,
): Promise<boolean> {
  const [recipient] = await db.query<{ phone: string; campaign: string }[]>(
    'SELECT c.notification_phone AS phone, k.name AS campaign FROM campaigns k JOIN clients c ON c.id = k.client_id WHERE k.id = $1 AND c.lead_notifications_enabled',
    [campaignId],
  );
  const notification = recipient && composeLeadNotification(fullName, recipient.campaign, recipient.phone, country);
  if (!notification) return false;
  await db
    .createQueryBuilder()
    .insert()
    .into(LeadNotification)
    .values({ leadId, clientId, ...notification })
    .orIgnore()
    .execute();
  return true;
}
