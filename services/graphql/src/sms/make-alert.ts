import { fitText } from '@dripline/contract/first-text';
import type { EntityManager } from 'typeorm';
import { toE164 } from '../leads/contact-of';
import type { Lead } from '../leads/lead.entity';
import { Alert } from './alert.entity';

/** Longest name of a lead or a campaign, so that it stays one short text. */
const MAX_PART = 50;

type Announced = Pick<Lead, 'id' | 'clientId' | 'campaignId' | 'fullName'>;

/** Records that the business is to hear of a lead; false where its number takes no texts. Doing it twice changes nothing. */
export async function makeAlert(db: EntityManager, { id: leadId, clientId, campaignId, fullName }: Announced, country: string): Promise<boolean> {
  const [about] = await db.query<{ phone: string; campaign: string }[]>(
    'SELECT c.notification_phone AS phone, k.name AS campaign FROM campaigns k JOIN clients c ON c.id = k.client_id WHERE k.id = $1',
    [campaignId],
  );
  const number = about && toE164(about.phone, country);
  if (!number) return false;
  const parts = [fullName, about.campaign].filter((part) => part !== null).map((part) => fitText(part, MAX_PART));
  await db.createQueryBuilder().insert().into(Alert).values({ leadId, clientId, toE164: number, body: `New lead: ${parts.join(', ')}` }).orIgnore().execute();
  return true;
}
