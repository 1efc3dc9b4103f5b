import type { EntityManager } from 'typeorm';
import type { PhoneRules } from '../api/context';
import { leaveWord } from '../outbox/outbox';
import { enroll } from '../enrollments/enroll-lead';
import { makeAlert } from '../lead-notifications/create-lead-notification';
import { TriggerEvent } from '../sequences/sequence.entity';
import { emitLeadEvent } from '../webhooks/emit-event';
import type { Lead } from './lead.entity';

/** Publishes a lead that its client can now see: enrolls it, notifies the business and emits the webhook event. */
export async function announceLead(db: EntityManager, lead: Lead, phones: PhoneRules): Promise<void> {
  await enroll(db, lead, TriggerEvent.lead_created, phones);
  await emitLeadEvent(db, 'lead.created', lead);
  if (await makeAlert(db, lead, phones.phoneCountry)) await leaveWord(db, 'alert', [lead.id]);
}
