import { stringify } from 'csv-stringify/sync';
import type { EntityManager } from 'typeorm';
import { fail } from '../api/errors';
import { leadConditions, type ListedLead, selectLeads } from './find-leads';
import type { LeadFilter } from './lead.inputs';

/** Leads in one part of an export. */
const PART = 1_000;

/** One part of a CSV file; `next` asks for the one after it. */
export interface CsvPart {
  text: string;
  next: string | null;
}

interface Cursor {
  offset: number;
  /** Leads that arrive while the file is read would move the rows; they are left for the next export. */
  until: string;
  /** Form field ids that have a column. */
  keys: string[];
}

const contactKeys = ['fullname', 'name', 'email', 'phone', 'phonenumber'];

/**
 * One part of the CSV of what a filter shows (RFC 4180). A cell that a spreadsheet would take for a formula begins with an apostrophe.
 * The columns are settled with the first part, so that every row has the same.
 */
export async function exportLeads(
  db: EntityManager,
  filter: LeadFilter,
  withHeld: boolean,
  after: string | null,
): Promise<CsvPart> {
  const cursor =
    after === null
      ? { offset: 0, until: new Date().toISOString(), keys: await formKeys(db, filter, withHeld) }
      : readCursor(after);
  const { offset, until, keys } = cursor;
  const { where, values } = leadConditions(filter, withHeld);
  const before = { where: `${where} AND lead.created_at <= $${values.length + 1}`, values: [...values, until] };
  const leads = await selectLeads(db, filter, before, { limit: PART, offset });
  const head =
    after === null ? [['Received', 'Campaign', 'Status', 'Full Name', 'Email', 'Phone', 'Source', ...keys]] : [];
  const text = stringify([...head, ...leads.map((lead) => toCells(lead, keys))], {
    escape_formulas: true,
    bom: after === null,
    record_delimiter: 'windows',
  });
  return { text, next: leads.length === PART ? writeCursor({ ...cursor, offset: offset + PART }) : null };
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
    const isOurs =
      Number.isInteger(offset) &&
      offset >= 0 &&
      !Number.isNaN(Date.parse(until)) &&
      keys.every((key) => typeof key === 'string');
    if (isOurs) return cursor;
  } catch {
    // Told below, as any other cursor that is not ours.
  }
  throw fail('BAD_USER_INPUT', 'after is not from an earlier part', {
    fields: { after: 'is not from an earlier part' },
  });
}
