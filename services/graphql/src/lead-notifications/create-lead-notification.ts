import type { EntityManager } from 'typeorm';
import type { Lead } from '../leads/lead.entity';
import { alertAbout } from './compose-lead-notification';
import { Alert } from './lead-notification.entity';

type Announced = Pick<Lead, 'id' | 'clientId' | 'campaignId' | 'fullName'>;

/** Records that the business is to hear of a lead; false where its number takes no texts. Doing it twice changes nothing. */
export async function makeAlert(
  db: EntityManager,
  { id: leadId, clientId, campaignId, fullName }: Announced,
  country: string,
): Promise<boolean> {
  const [about] = await db.query<{ phone: string; campaign: string }[]>(
    'SELECT c.notification_phone AS phone, k.name AS campaign FROM campaigns k JOIN clients c ON c.id = k.client_id WHERE k.id = $1',
    [campaignId],
  );
  const alert = about && alertAbout(fullName, about.campaign, about.phone, country);
  if (!alert) return false;
  await db
    .createQueryBuilder()
    .insert()
    .into(Alert)
    .values({ leadId, clientId, ...alert })
    .orIgnore()
    .execute();
  return true;
}
