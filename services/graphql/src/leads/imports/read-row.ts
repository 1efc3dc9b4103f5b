import { answerText } from '@dripline/contract/rules/languages';
import { MAX_LEAD_TAGS } from '@dripline/contract/limits';
import { PHONE_FIELD_IDS } from '@dripline/contract/rules/disclosure';
import { GraphQLError } from 'graphql';
import type { FormField } from '../../campaigns/form-field.entity';
import { type Contact, extractContact } from '../extract-contact';
import { LeadStatus } from '../lead.entity';
import { readTags } from '../tags/tag-names';
import { findAnswerProblem, validateSize, validateStoredSize } from '../validate-form';
import { type ImportColumn, ImportTarget } from './lead-import.entity';

/** The question of a form that a column can answer. */
export type ImportField = Pick<FormField, 'id' | 'type' | 'label' | 'options'>;

/** A row that can be imported. */
export interface ImportedRow extends Contact {
  formData: Record<string, string>;
  formLabels: Record<string, string> | null;
  status: LeadStatus;
  /** Names of tags by key. */
  tags: Map<string, string>;
  source: string | null;
  hasConsent: boolean;
}

/** What a file is read with. */
export interface ImportRules {
  columns: readonly ImportColumn[];
  fields: ImportField[];
  /** Where numbers without a country prefix belong, in ISO 3166-1 alpha-2. */
  country: string;
}

const YES = ['yes', 'y', 'true', '1', 'x'];
const NO = ['', 'no', 'n', 'false', '0'];
/** Names of values that would be taken for contact details. */
const CONTACT_NAMES = ['fullname', 'name', 'email', ...PHONE_FIELD_IDS];

/** Returns what a column is stored under in a lead's form data, each name once. */
export function keysOf({ columns, fields }: Pick<ImportRules, 'columns' | 'fields'>): string[] {
  const taken = new Set([...CONTACT_NAMES, ...fields.map(({ id }) => id.toLowerCase())]);
  return columns.map(({ name, target, fieldId }) => {
    if (target === ImportTarget.answer) return fieldId!;
    if (target !== ImportTarget.extra) return '';
    let key = name;
    for (let nth = 2; taken.has(key.toLowerCase()); nth += 1) key = `${name} (${nth})`;
    taken.add(key.toLowerCase());
    return key;
  });
}

/** What was read from the cells of a row. */
export interface ReadRow {
  /** What is imported. Null if there is a problem. */
  row: ImportedRow | null;
  /** Why the row cannot be imported. */
  problem: string | null;
  /** The contact details, also of a row with a problem. */
  contact: Contact;
}

/** Returns a function that reads the cells of a row. */
export function rowReader(rules: ImportRules): (cells: readonly string[]) => ReadRow {
  const keys = keysOf(rules);
  return (cells) => {
    const values: Record<string, string> = Object.create(null) as Record<string, string>;
    const other: Partial<Record<ImportTarget, string>> = {};
    for (const [index, { target }] of rules.columns.entries()) {
      const text = withoutGuard(cells[index] ?? '').trim();
      if (target !== ImportTarget.answer && target !== ImportTarget.extra) other[target] = text;
      else if (text !== '') values[keys[index]!] = text;
    }
    const contact = extractContact(values, rules.fields, rules.country);
    try {
      if (cells.length > rules.columns.length) throw new RowError('The row has more cells than there are columns');
      return { row: readRow(rules.fields, contact, values, other), problem: null, contact };
    } catch (error) {
      // The rules of tags and values are those of the API, which throw its errors.
      if (!(error instanceof RowError || error instanceof GraphQLError)) throw error;
      return { row: null, problem: error.message.replace(/\.$/, ''), contact };
    }
  };
}

/** Says why a row cannot be imported. */
class RowError extends Error {}

function readRow(
  fields: readonly ImportField[],
  contact: Contact,
  values: Record<string, string>,
  other: Partial<Record<ImportTarget, string>>,
): ImportedRow {
  const formData = validateSize(values);
  const answered = fields.filter(({ id }) => Object.hasOwn(formData, id));
  for (const field of answered) {
    const problem = findAnswerProblem(field, formData[field.id]!);
    // The dashboard is in English.
    if (problem !== null) throw new RowError(answerText('en', problem, field.label));
  }
  if (!contact.fullName && !contact.email && !contact.phone)
    throw new RowError('Name, email and phone number are missing');
  const tags = readTags(
    'Tags',
    (other.tags ?? '').split(/[,;]/).filter((name) => name.trim() !== ''),
  );
  if (tags.size > MAX_LEAD_TAGS) throw new RowError(`A lead has at most ${MAX_LEAD_TAGS} tags`);
  const source = other.source?.slice(0, 100) || null;
  const formLabels = Object.fromEntries(answered.map(({ id, label }) => [id, label]));
  validateStoredSize({ formData, formLabels, ...contact, source }, formData);
  return {
    ...contact,
    formData,
    formLabels: answered.length > 0 ? formLabels : null,
    status: readStatus(other.status ?? ''),
    tags,
    source,
    hasConsent: readConsent(other.consent ?? ''),
  };
}

/** Removes the apostrophe that exports put before text that a spreadsheet would run as a formula. */
const withoutGuard = (cell: string) => cell.replace(/^'(?=\s*[=+\-@\t＝＋－＠])/, '');

function readStatus(text: string): LeadStatus {
  const status = text === '' ? LeadStatus.new : Object.values(LeadStatus).find((value) => value === text.toLowerCase());
  if (status === undefined) throw new RowError('Status must be New, Contacted, Qualified or Converted');
  return status;
}

function readConsent(text: string): boolean {
  const isYes = YES.includes(text.toLowerCase());
  if (!isYes && !NO.includes(text.toLowerCase())) throw new RowError('Consent must be yes or no');
  return isYes;
}
