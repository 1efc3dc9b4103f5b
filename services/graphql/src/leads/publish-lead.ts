import type { EntityManager } from 'typeorm';
import type { PhoneRules } from '../api/context';
import { enqueue } from '../outbox/enqueue';
import { enrollLead } from '../enrollments/enroll-lead';
import { createLeadNotification } from '../lead-notifications/create-lead-notification';
import { notifyOfLead } from '../notifications/notify';
import { TriggerEvent } from '../sequences/sequence.entity';
import { emitConversions, emitLeadEvent } from '../webhooks/emit-event';
import type { Lead } from './lead.entity';

/**
 * Publishes a released or restored lead: enrolls it, notifies the business and emits the webhook event. `submitLead`
 * does the same for a new lead.
 */
export async function publishLead(db: EntityManager, lead: Lead, phones: PhoneRules): Promise<void> {
  await enrollLead(db, lead, TriggerEvent.lead_created, phones);
  await emitLeadEvent(db, 'lead.created', lead);
  // An administrator may have changed the status of a held lead.
  for (const cause of ['lead', lead.status] as const) await emitConversions(db, cause, lead.clientId, [lead.id]);
  await notifyOfLead(db, lead);
  if (await createLeadNotification(db, lead, phones.phoneCountry))
    await enqueue(db, 'lead_notification', lead.clientId, lead.id);
}
