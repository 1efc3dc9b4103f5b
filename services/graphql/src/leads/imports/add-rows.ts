import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS } from '@dripline/contract/limits';
import type { EntityManager } from 'typeorm';
import { fail, fieldError } from '../../api/errors';
import { LeadImport, type ImportProblem } from './lead-import.entity';
import { type ImportRules, rowReader } from './read-row';

/** What a row has in common with leads or rows of the same person. */
export interface Person {
  phoneE164: string | null;
  /** In lower case. */
  email: string | null;
}

interface NewRow extends Person {
  cells: string[];
  hasConsent: boolean;
  problem: string | null;
}

export const DUPLICATE_OF_LEAD = 'A lead with this phone number or email exists';
const DUPLICATE_OF_ROW = 'An earlier row has this phone number or email';

/**
 * Adds rows to an import and checks them, in the caller's transaction. Rows that were added before are ignored, so that
 * a request can be repeated.
 *
 * @param position the position of the first row in the file, from 0
 * @throws CONFLICT if the import was started; BAD_USER_INPUT if rows were left out or there are too many
 */
export async function addRows(
  db: EntityManager,
  importId: string,
  position: number,
  rows: string[][],
  rules: ImportRules,
): Promise<LeadImport> {
  const found = await db.findOneOrFail(LeadImport, {
    where: { id: importId },
    lock: { mode: 'pessimistic_write' },
  });
  if (found.startedAt !== null) throw fail('CONFLICT', 'The import was started before. Nothing was added.');
  if (position > found.rows)
    throw fieldError('position', `position must be at most ${found.rows}, because no more rows were added yet.`);
  if (position + rows.length > MAX_IMPORT_ROWS)
    throw fieldError('rows', `An import has at most ${MAX_IMPORT_ROWS} rows. Split the file.`);
  const newRows = rows.slice(found.rows - position);
  if (newRows.length === 0) return found;
  const bytes = found.bytes + Buffer.byteLength(JSON.stringify(newRows));
  if (bytes > MAX_IMPORT_BYTES)
    throw fieldError('rows', `An import has at most ${MAX_IMPORT_BYTES / 1024 ** 2} MB. Split the file.`);
  const added = await checkRows(db, found, newRows, rules);
  const stored = added.map(({ cells, phoneE164, email, problem }, index) => ({
    position: found.rows + index,
    cells,
    phone_e164: phoneE164,
    email,
    problem,
  }));
  await db.query(
    `INSERT INTO lead_import_rows (import_id, client_id, position, cells, phone_e164, email, problem)
     SELECT $1, $2, position, cells, phone_e164, email, problem FROM json_populate_recordset(NULL::lead_import_rows, $3)`,
    [found.id, found.clientId, JSON.stringify(stored)],
  );
  const ready = added.filter(({ problem }) => problem === null);
  Object.assign(found, {
    rows: found.rows + added.length,
    bytes,
    ready: found.ready + ready.length,
    consenting: found.consenting + ready.filter(({ hasConsent }) => hasConsent).length,
    problems: addProblems(found, added),
  });
  return db.save(found);
}

async function checkRows(
  db: EntityManager,
  { id, clientId }: LeadImport,
  rows: readonly string[][],
  rules: ImportRules,
): Promise<NewRow[]> {
  const read = rowReader(rules);
  const checked = rows.map((row): NewRow => {
    const cells = row.map(storable);
    const { row: imported, problem, contact } = read(cells);
    return { cells, ...personOf(contact), hasConsent: imported?.hasConsent ?? false, problem };
  });
  const ofLeads = await findPeopleOfLeads(db, clientId, checked);
  const ofRows = people(
    await db.query<Person[]>(
      `SELECT phone_e164 AS "phoneE164", email FROM lead_import_rows
       WHERE client_id = $1 AND import_id = $2 AND problem IS NULL AND (phone_e164 = ANY ($3) OR email = ANY ($4))`,
      [clientId, id, ...keysOf(checked)],
    ),
  );
  for (const row of checked) {
    if (row.problem !== null) continue;
    if (isOneOf(ofLeads, row)) row.problem = DUPLICATE_OF_LEAD;
    else if (isOneOf(ofRows, row)) row.problem = DUPLICATE_OF_ROW;
    else addPerson(ofRows, row);
  }
  return checked;
}

/** Replaces unpaired surrogates, which JSON can carry. */
const storable = (cell: string) => Buffer.from(cell).toString();

/** The phone numbers and email addresses of people. */
type People = Record<keyof Person, Set<string>>;

/** What `leads_email_idx` contains, as SQL. */
const EMAIL = 'left(lower(email), 254)';

/** Returns by what a row is recognized as a duplicate. */
export const personOf = ({ phoneE164, email }: Person): Person => ({
  phoneE164,
  email: email?.toLowerCase().slice(0, 254) ?? null,
});

const people = (some: readonly Person[]): People => ({
  phoneE164: new Set(some.flatMap(({ phoneE164 }) => phoneE164 ?? [])),
  email: new Set(some.flatMap(({ email }) => email ?? [])),
});

const keysOf = (some: readonly Person[]) => Object.values(people(some)).map((keys) => [...keys]);

/** Whether a person has a phone number or an email address of these people. */
export const isOneOf = (some: People, { phoneE164, email }: Person): boolean =>
  (phoneE164 !== null && some.phoneE164.has(phoneE164)) || (email !== null && some.email.has(email));

/** Adds a person to these people. */
export function addPerson(some: People, { phoneE164, email }: Person): void {
  if (phoneE164 !== null) some.phoneE164.add(phoneE164);
  if (email !== null) some.email.add(email);
}

/** Returns those phone numbers and email addresses that leads of a client have. */
export async function findPeopleOfLeads(db: EntityManager, clientId: string, some: readonly Person[]): Promise<People> {
  const [phones, emails] = keysOf(some);
  return people(
    await db.query<Person[]>(
      `SELECT phone_e164 AS "phoneE164", NULL AS email FROM leads WHERE client_id = $1 AND phone_e164 = ANY ($2)
       UNION SELECT NULL, ${EMAIL} FROM leads WHERE client_id = $1 AND ${EMAIL} = ANY ($3)`,
      [clientId, phones, emails],
    ),
  );
}

/** Adds the problems of rows to those of their import. */
function addProblems({ problems, rows }: LeadImport, added: readonly NewRow[]): ImportProblem[] {
  const sums = new Map(problems.map((entry) => [entry.problem, { ...entry }]));
  for (const [index, { problem }] of added.entries()) {
    if (problem === null) continue;
    const sum = sums.get(problem) ?? { problem, rows: 0, firstRow: rows + index + 2 };
    sum.rows += 1;
    sums.set(problem, sum);
  }
  return [...sums.values()];
}
