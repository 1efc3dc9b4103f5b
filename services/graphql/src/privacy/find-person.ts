import { type EntityManager, In } from 'typeorm';
import { fieldError } from '../api/errors';
import { toE164 } from '../leads/extract-contact';

/** What identifies a person: a phone number as entered (and in E.164 if it is valid), an email address, or both. */
export interface PersonQuery {
  clientId: string;
  phone: string | null;
  phoneE164: string | null;
  email: string | null;
  /** Leads and spam of the person, whatever their number and email address are. */
  recordIds?: string[];
}

/**
 * Parses a phone number and email address like form values. `country` applies to numbers without an international
 * prefix.
 */
export function parsePersonQuery(
  clientId: string,
  phone: string | null | undefined,
  email: string | null | undefined,
  country: string,
): PersonQuery {
  const enteredPhone = phone?.trim() || null;
  const person = {
    clientId,
    phone: enteredPhone,
    phoneE164: enteredPhone === null ? null : toE164(enteredPhone, country),
    email: email?.trim() || null,
  };
  if (person.phone === null && person.email === null)
    throw fieldError('phone', 'Enter a phone number or an email address.');
  return person;
}

const parametersOf = ({ clientId, phone, phoneE164, email, recordIds = [] }: PersonQuery) => [
  ...[clientId, phone, phoneE164, email],
  recordIds,
];
const MATCHES_PERSON = `client_id = $1 AND (phone = $2 OR phone_e164 = $3 OR lower(email) = lower($4) OR id = ANY ($5::uuid[]))`;

/**
 * Returns the ids of the person's leads, including held ones and leads whose messages were sent to the number before it
 * was corrected.
 */
export function findLeadIds(db: EntityManager, person: PersonQuery): Promise<string[]> {
  return idsOf(
    db,
    `SELECT id FROM leads WHERE ${MATCHES_PERSON}
     UNION SELECT lead_id FROM sms_messages WHERE client_id = $1 AND to_e164 = $3 UNION SELECT lead_id FROM enrollments WHERE client_id = $1 AND to_e164 = $3
     UNION SELECT lead_id FROM consents WHERE client_id = $1 AND phone_e164 = $3`,
    person,
  );
}

/** Returns the ids of the person's spam submissions. */
export function findSpamLeadIds(db: EntityManager, person: PersonQuery): Promise<string[]> {
  return idsOf(db, `SELECT id FROM spam_leads WHERE ${MATCHES_PERSON}`, person);
}

/** Rows of imports that are no leads and have a number or email address of the person or of these leads, as SQL. */
const ROWS_OF_PERSON = `r.client_id = $1 AND r.lead_id IS NULL AND (r.phone_e164 = ANY ($2) OR r.email = ANY (
  SELECT left(lower($3), 254) UNION SELECT left(lower(email), 254) FROM leads WHERE id = ANY ($4::uuid[])))`;

/** A row of an import that contains a person. */
export interface ImportRow {
  fileName: string;
  /** In the order of the file, as are the cells. */
  columns: string[];
  cells: string[];
  problem: string | null;
  createdAt: Date;
}

/** Finds the rows of imports, also of rejected ones, that have a number or email address of the person or of these leads. */
export function findImportRows(
  db: EntityManager,
  { clientId, email }: PersonQuery,
  numbers: string[],
  leadIds: string[],
): Promise<ImportRow[]> {
  return db.query<ImportRow[]>(
    `SELECT i.file_name AS "fileName", r.cells, r.problem, i.created_at AS "createdAt",
       ARRAY(SELECT jsonb_array_elements(i.columns) ->> 'name') AS columns
     FROM lead_import_rows r JOIN lead_imports i ON i.id = r.import_id WHERE ${ROWS_OF_PERSON} ORDER BY i.created_at, r.position`,
    [clientId, numbers, email, leadIds],
  );
}

/** Deletes the rows that `findImportRows` finds. */
export async function deleteImportRows(
  db: EntityManager,
  { clientId, email }: PersonQuery,
  numbers: string[],
  leadIds: string[],
): Promise<void> {
  await db.query(`DELETE FROM lead_import_rows r WHERE ${ROWS_OF_PERSON}`, [clientId, numbers, email, leadIds]);
}

async function idsOf(db: EntityManager, sql: string, person: PersonQuery): Promise<string[]> {
  const rows = await db.query<{ id: string }[]>(sql, parametersOf(person));
  return rows.map(({ id }) => id);
}

/** Returns the person's phone numbers: the requested one and those of these leads and spam submissions. */
export async function findPhoneNumbers(
  db: EntityManager,
  { phoneE164 }: PersonQuery,
  leadIds: string[],
  spamIds: string[],
): Promise<string[]> {
  const rows = await db.query<{ phone: string }[]>(
    `SELECT phone_e164 AS phone FROM leads WHERE id = ANY ($1::uuid[]) UNION SELECT phone_e164 FROM spam_leads WHERE id = ANY ($2::uuid[]) UNION SELECT to_e164 FROM sms_messages WHERE lead_id = ANY ($1::uuid[]) UNION SELECT $3::text`,
    [leadIds, spamIds, phoneE164],
  );
  return rows.flatMap(({ phone }) => phone ?? []);
}

/** Returns a condition that selects rows of these leads. */
export const whereLeadIn = (ids: string[]) => ({ leadId: In(ids) });
