import type { EntityManager } from 'typeorm';
import type { PhoneRules } from '../context';
import { leaveWord } from '../outbox/outbox';
import { enroll } from '../sms/enroll';
import { makeAlert } from '../sms/make-alert';
import { TriggerEvent } from '../sms/sequence.entity';
import type { Lead } from './lead.entity';

/** Begins what a lead begins once its client sees it: its sequences, and a text to the business. */
export async function announceLead(db: EntityManager, lead: Lead, phones: PhoneRules): Promise<void> {
  await enroll(db, lead, TriggerEvent.lead_created, phones);
  if (await makeAlert(db, lead, phones.phoneCountry)) await leaveWord(db, 'alert', [lead.id]);
}
