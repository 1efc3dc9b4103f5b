import { type EntityManager, In } from 'typeorm';
import { badField } from '../api/errors';
import { toE164 } from '../leads/contact-of';

/** By what a person is asked for: a number, as it was typed and in E.164 where it is one, an email, or either. */
export interface Wanted {
  clientId: string;
  phone: string | null;
  phoneE164: string | null;
  email: string | null;
}

/** What the caller gave, read as a form is read. `country` is where a number without prefix belongs. */
export function readWanted(
  clientId: string,
  phone: string | null | undefined,
  email: string | null | undefined,
  country: string,
): Wanted {
  const typed = phone?.trim() || null;
  const wanted = {
    clientId,
    phone: typed,
    phoneE164: typed === null ? null : toE164(typed, country),
    email: email?.trim() || null,
  };
  if (wanted.phone === null && wanted.email === null) throw badField('phone', 'Enter a phone number or an email');
  return wanted;
}

const values = ({ clientId, phone, phoneE164, email }: Wanted) => [clientId, phone, phoneE164, email];
const NAMED = `client_id = $1 AND (phone = $2 OR phone_e164 = $3 OR lower(email) = lower($4))`;

/** The person's leads, held ones too; also those that once had the number, as texts went to it. */
export function findLeadIds(db: EntityManager, wanted: Wanted): Promise<string[]> {
  return idsOf(
    db,
    `SELECT id FROM leads WHERE ${NAMED}
     UNION SELECT lead_id FROM sms_messages WHERE client_id = $1 AND to_e164 = $3 UNION SELECT lead_id FROM enrollments WHERE client_id = $1 AND to_e164 = $3`,
    wanted,
  );
}

/** Submissions of the person that look like a robot's. */
export function findSpamIds(db: EntityManager, wanted: Wanted): Promise<string[]> {
  return idsOf(db, `SELECT id FROM spam_leads WHERE ${NAMED}`, wanted);
}

async function idsOf(db: EntityManager, sql: string, wanted: Wanted): Promise<string[]> {
  const found = await db.query<{ id: string }[]>(sql, values(wanted));
  return found.map(({ id }) => id);
}

/** The numbers by which the person was asked for or is known from these leads. */
export async function numbersOf(
  db: EntityManager,
  { phoneE164 }: Wanted,
  leadIds: string[],
  spamIds: string[],
): Promise<string[]> {
  const known = await db.query<{ phone: string }[]>(
    `SELECT phone_e164 AS phone FROM leads WHERE id = ANY ($1::uuid[]) UNION SELECT phone_e164 FROM spam_leads WHERE id = ANY ($2::uuid[]) UNION SELECT to_e164 FROM sms_messages WHERE lead_id = ANY ($1::uuid[]) UNION SELECT $3::text`,
    [leadIds, spamIds, phoneE164],
  );
  return known.flatMap(({ phone }) => phone ?? []);
}

/** A condition on rows of these leads. */
export const ofLeads = (ids: string[]) => ({ leadId: In(ids) });
