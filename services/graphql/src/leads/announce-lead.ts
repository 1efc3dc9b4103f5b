import type { EntityManager } from 'typeorm';
import { leaveWord } from '../outbox/outbox';
import { enroll } from '../sms/enroll';
import { makeAlert } from '../sms/make-alert';
import { TriggerEvent } from '../sms/sequence.entity';
import type { Lead } from './lead.entity';

/** Begins what a lead begins once its client sees it: its sequences, and a text to the business. */
export async function announceLead(db: EntityManager, lead: Lead, country: string): Promise<void> {
  await enroll(db, lead, TriggerEvent.lead_created);
  if (await makeAlert(db, lead, country)) await leaveWord(db, 'alert', [lead.id]);
}
