import { MAX_CLIENT_TAGS } from '@dripline/contract/limits';
import type { EntityManager } from 'typeorm';
import { FormField } from '../../campaigns/form-field.entity';
import type { PhoneRules } from '../../api/context';
import { fail } from '../../api/errors';
import { lockUsage } from '../../usage/quota';
import { emitLeadEvents } from '../../webhooks/emit-event';
import { Consent, ConsentVia } from '../consent/consent.entity';
import { deleteLeads } from '../delete-leads';
import { recordHistory } from '../history/record-history';
import { Lead, LeadStatus } from '../lead.entity';
import type { JobPage } from '../jobs/job-page.types';
import type { LeadJob } from '../jobs/lead-job.entity';
import { addTagsOf, lockTags } from '../tags/change-tags';
import { addPerson, DUPLICATE_OF_LEAD, findPeopleOfLeads, isOneOf, personOf } from './add-rows';
import { LeadImport } from './lead-import.entity';
import { importFields } from '@dripline/contract/rules/import-fields';
import { type ImportedRow, type ImportField, type ImportRules, rowReader } from './read-row';

/** Why a lead that was imported cannot be, to complete "because …". */
const reasons: Record<string, string> = {
  [DUPLICATE_OF_LEAD]: 'a lead with their phone number or email exists',
};
const TOO_MANY_TAGS = `A client has at most ${MAX_CLIENT_TAGS} different tags`;

/** Returns what the rows of an import are read with, by the form as it is now. */
export async function importRules(
  db: EntityManager,
  { campaignId, columns }: Pick<LeadImport, 'campaignId' | 'columns'>,
  country: string,
): Promise<ImportRules> {
  const fields = await db.find(FormField, { where: { campaignId }, order: { position: 'ASC' } });
  return { columns, fields: importFields(fields) as ImportField[], country };
}

/**
 * Imports the next rows of a job, in the caller's transaction. They are checked again, because leads may have arrived
 * and the form may have changed since. Imported leads do not count towards the monthly limit and notify nobody.
 */
export async function importPage(
  db: EntityManager,
  job: LeadJob,
  size: number,
  { phoneCountry }: PhoneRules,
): Promise<JobPage> {
  const found = await db.findOneBy(LeadImport, { id: job.importId! });
  if (!found) throw fail('NOT_FOUND', 'The campaign was deleted.');
  // Serializes this with submissions and with erasing a person.
  await lockUsage(db, job.clientId, ['leads']);
  await lockTags(db, job.clientId);
  const page = await db.query<{ position: number; cells: string[] }[]>(
    `SELECT position, cells FROM lead_import_rows
     WHERE import_id = $1 AND position > $2 AND problem IS NULL ORDER BY position LIMIT ${size}`,
    [found.id, Number(job.cursorAt)],
  );
  const read = rowReader(await importRules(db, found, phoneCountry));
  const checked = page.map(({ position, cells }) => ({ position, ...read(cells) }));
  const problems = new Map<number, string>();
  const rows: { position: number; row: ImportedRow }[] = [];
  const people = await findPeopleOfLeads(
    db,
    job.clientId,
    checked.map(({ contact }) => personOf(contact)),
  );
  const tags = await findTags(db, job.clientId);
  for (const { position, row, problem } of checked) {
    if (row === null) problems.set(position, problem!);
    else if (isOneOf(people, personOf(row))) problems.set(position, DUPLICATE_OF_LEAD);
    else if (new Set([...tags, ...row.tags.keys()]).size > MAX_CLIENT_TAGS) problems.set(position, TOO_MANY_TAGS);
    else {
      addPerson(people, personOf(row));
      for (const key of row.tags.keys()) tags.add(key);
      rows.push({ position, row });
    }
  }
  await store(db, found, rows);
  await db.query(
    `UPDATE lead_import_rows SET problem = rejected.problem
     FROM unnest($2::integer[], $3::text[]) AS rejected (position, problem)
     WHERE import_id = $1 AND lead_import_rows.position = rejected.position`,
    [found.id, [...problems.keys()], [...problems.values()]],
  );
  const skipped = new Map<string, number>();
  for (const problem of problems.values()) {
    const reason = reasons[problem] ?? problem.replace(/^./, (first) => first.toLowerCase());
    skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
  }
  return { processed: page.length, changed: rows.length, skipped, cursor: cursorAfter(page) };
}

const findTags = async (db: EntityManager, clientId: string) =>
  new Set(
    (await db.query<{ key: string }[]>('SELECT key FROM tags WHERE client_id = $1', [clientId])).map(({ key }) => key),
  );

/** Stores the leads of rows with their consents and tags, and forgets the cells. */
async function store(
  db: EntityManager,
  { id, clientId, campaignId, fileName, howObtained, ipAddress, userAgent, createdBy }: LeadImport,
  rows: readonly { position: number; row: ImportedRow }[],
): Promise<void> {
  if (rows.length === 0) return;
  const { identifiers } = await db.insert(
    Lead,
    rows.map(({ row }, index) => ({
      ...{ clientId, campaignId, formData: row.formData, formLabels: row.formLabels, status: row.status },
      ...{ fullName: row.fullName, email: row.email, phone: row.phone, phoneE164: row.phoneE164 },
      source: row.source ?? fileName.slice(0, 100),
      // A status that the business set elsewhere triggers nothing here.
      contactedAt: row.status === LeadStatus.new ? null : () => 'now()',
      // In the order of the file.
      createdAt: () => `now() + interval '${index} microseconds'`,
    })),
  );
  const leads = rows.map(({ position, row }, index) => ({ position, row, id: identifiers[index]!['id'] as string }));
  const consenting = leads.filter(({ row }) => row.hasConsent && row.phoneE164 !== null);
  if (consenting.length > 0)
    await db.insert(
      Consent,
      consenting.map(({ id: leadId, row: { phoneE164 } }) => ({
        ...{ clientId, leadId, phoneE164, via: ConsentVia.manual, disclosure: howObtained ?? '' },
        ...{ ipAddress, userAgent, recordedBy: createdBy },
      })),
    );
  await recordHistory(
    db,
    createdBy,
    leads.map(({ id: leadId }) => ({ clientId, leadId, kind: 'import', previous: null, current: fileName })),
  );
  await addTagsOf(
    db,
    clientId,
    leads.map(({ id: leadId, row: { tags } }) => ({ leadId, tags })),
  );
  await db.query(
    `UPDATE lead_import_rows SET lead_id = imported.lead_id, cells = '{}', phone_e164 = NULL, email = NULL
     FROM unnest($2::integer[], $3::uuid[]) AS imported (position, lead_id)
     WHERE import_id = $1 AND lead_import_rows.position = imported.position`,
    [id, leads.map(({ position }) => position), leads.map((lead) => lead.id)],
  );
  await emitLeadEvents(
    db,
    'lead.created',
    clientId,
    leads.map((lead) => lead.id),
  );
}

/** Deletes the next leads of an import that is undone, whatever happened to them, and at last the import. */
export async function undoImportPage(db: EntityManager, job: LeadJob, size: number): Promise<JobPage> {
  const page = await db.query<{ position: number; leadId: string }[]>(
    `SELECT position, lead_id AS "leadId" FROM lead_import_rows
     WHERE import_id = $1 AND position > $2 AND lead_id IS NOT NULL ORDER BY position LIMIT ${size}`,
    [job.importId, Number(job.cursorAt)],
  );
  const changed = await deleteLeads(
    db,
    job.clientId,
    page.map(({ leadId }) => leadId),
  );
  if (page.length < size) await db.delete(LeadImport, { id: job.importId! });
  return { processed: page.length, changed, skipped: new Map(), cursor: cursorAfter(page) };
}

const cursorAfter = (page: readonly { position: number }[]) =>
  page.length > 0 ? { cursorAt: String(page.at(-1)!.position) } : {};
