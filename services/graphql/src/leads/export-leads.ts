import { stringify } from 'csv-stringify/sync';
import { Field, ObjectType } from 'type-graphql';
import type { EntityManager } from 'typeorm';
import { fail } from '../api/errors';
import { leadConditions, type ListedLead, selectLeads } from './find-leads';
import type { LeadFilter } from './lead.inputs';

/** Number of leads in one part of an export. */
const PART_SIZE = 1_000;

@ObjectType({ simpleResolvers: true, description: 'A part of a CSV file.' })
export class LeadsCsv {
  @Field(() => String, { description: 'The rows. The first part starts with the column names.' })
  csv!: string;
  @Field(() => String, { nullable: true, description: 'The cursor of the next part, or null at the end.' })
  nextCursor!: string | null;
}

interface Cursor {
  offset: number;
  /** Leads that arrive after this time are excluded, because they would shift the rows of later parts. */
  until: string;
  /** The form field ids that have a column. */
  keys: string[];
}

const contactKeys = ['fullname', 'name', 'email', 'phone', 'phonenumber'];

/**
 * Exports one part of the filtered leads as CSV (RFC 4180).
 * The first part determines the columns of all parts. Cells that a spreadsheet would run as a formula get an
 * apostrophe.
 *
 * @param withHeld whether to include leads over the monthly limit
 * @param after the cursor of the previous part, or null for the first
 */
export async function exportLeads(
  db: EntityManager,
  filter: LeadFilter,
  withHeld: boolean,
  after: string | null,
): Promise<LeadsCsv> {
  const cursor =
    after === null
      ? { offset: 0, until: new Date().toISOString(), keys: await formKeys(db, filter, withHeld) }
      : readCursor(after);
  const { offset, until, keys } = cursor;
  const { where, values } = leadConditions(filter, withHeld);
  const conditions = { where: `${where} AND lead.created_at <= $${values.length + 1}`, values: [...values, until] };
  const leads = await selectLeads(db, filter, conditions, { limit: PART_SIZE, offset });
  const header =
    after === null ? [['Received', 'Campaign', 'Status', 'Full Name', 'Email', 'Phone', 'Source', ...keys]] : [];
  const csv = stringify([...header, ...leads.map((lead) => toCells(lead, keys))], {
    escape_formulas: true,
    bom: after === null,
    record_delimiter: 'windows',
  });
  const isLast = leads.length < PART_SIZE;
  return { csv, nextCursor: isLast ? null : writeCursor({ ...cursor, offset: offset + PART_SIZE }) };
}

function toCells(
  { createdAt, campaignName, status, fullName, email, phone, source, formData }: ListedLead,
  keys: string[],
): string[] {
  return [
    createdAt.toISOString(),
    campaignName,
    status,
    fullName ?? '',
    email ?? '',
    phone ?? '',
    source ?? '',
    ...keys.map((key) => formData[key] ?? ''),
  ];
}

async function formKeys(db: EntityManager, filter: LeadFilter, withHeld: boolean): Promise<string[]> {
  const { where, values } = leadConditions(filter, withHeld);
  const rows = await db.query<{ key: string }[]>(
    `SELECT DISTINCT json_object_keys(lead.form_data) AS key FROM leads lead WHERE ${where} ORDER BY key`,
    values,
  );
  return rows.map(({ key }) => key).filter((key) => !contactKeys.includes(key.toLowerCase()));
}

function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

function readCursor(text: string): Cursor {
  try {
    const cursor = JSON.parse(Buffer.from(text, 'base64url').toString()) as Cursor;
    const { offset, until, keys } = cursor;
    const isValid =
      Number.isInteger(offset) &&
      offset >= 0 &&
      !Number.isNaN(Date.parse(until)) &&
      keys.every((key) => typeof key === 'string');
    if (isValid) return cursor;
  } catch {
    // A cursor that cannot be parsed is rejected below.
  }
  throw fail('BAD_USER_INPUT', 'after must be the `nextCursor` of the previous part.', {
    fields: { after: 'must be the `nextCursor` of the previous part.' },
  });
}
