import { MAX_CLIENT_TAGS } from '@dripline/contract/limits';
import { asSystem } from '../../access/scope';
import { type JobDependencies, periodicJobs } from '../../jobs/periodic-jobs';
import { suppress } from '../../replies/suppress';
import { createCampaign, createClient, createLead, createSequence } from '../../testing/fixtures';
import {
  AddLeadImportRowsDocument,
  CancelLeadJobDocument,
  CreateLeadImportDocument,
  type CreateLeadImportMutationVariables,
  CreateWebhookDocument,
  LeadImportDocument,
  LeadImportProblemsCsvDocument,
  LeadJobDocument,
  StartLeadImportDocument,
  StartLeadJobDocument,
  UndoLeadJobDocument,
  UpdateClientDocument,
  UpdateLeadsDocument,
  UpdateLeadDocument,
} from '../../testing/operations/generated';
import { pickFrom, seeds } from '../../testing/seeds';
import { startTestServer, type TestServer } from '../../testing/test-server';
import { doJobPage } from '../jobs/do-job-page';
import { LeadJob } from '../jobs/lead-job.entity';
import { importJob } from '../jobs/start-job';

type Columns = CreateLeadImportMutationVariables['columns'];

const answer = (fieldId: string) => ({ name: fieldId, target: 'answer' as const, fieldId });
const column = (target: 'status' | 'tags' | 'source' | 'consent' | 'ignored') => ({ name: target, target });
const extra = (name: string) => ({ name, target: 'extra' as const });
const contact = [answer('fullName'), answer('phone'), answer('email')];
const consenting = [...contact, column('consent')];
const PART = 500;
const phones = { phoneCountry: 'US', messageCountries: ['US'] };
/** A number that no other row has. */
const phoneOf = (nth: number) =>
  `(415) 2${String(nth)
    .padStart(6, '0')
    .replace(/^(\d\d)(\d{4})$/, '$1-$2')}`;

describe('imports of leads', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer({ rateLimits: false })));
  afterAll(() => server.stop());

  const sql = <Row = Record<string, unknown>>(text: string, values: unknown[] = []) =>
    server.dataSource.query<Row[]>(text, values);

  async function setUp() {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const create = async (columns: Columns = contact, howObtained: string | null = null, fileName = 'people.csv') =>
      (await client.call(CreateLeadImportDocument, { campaignId: campaign.id, fileName, columns, howObtained }))
        .createLeadImport;
    const add = async (id: string, rows: string[][], position = 0) =>
      (await client.call(AddLeadImportRowsDocument, { id, position, rows })).addLeadImportRows;
    /** Creates an import and adds all rows. */
    const check = async (rows: string[][], columns: Columns = contact, howObtained: string | null = null) => {
      let found = await create(columns, howObtained);
      for (let position = 0; position < rows.length; position += PART)
        found = await add(found.id, rows.slice(position, position + PART), position);
      return found;
    };
    const jobOf = async (id: string) => (await client.call(LeadJobDocument, { id })).leadJob;
    const start = async (id: string) => (await client.call(StartLeadImportDocument, { id })).startLeadImport;
    const run = async (id: string) => {
      const job = await start(id);
      await server.doBulkWork();
      return jobOf(job.id);
    };
    const undo = async (id: string) => {
      const { undoLeadJob } = await client.call(UndoLeadJobDocument, { id });
      await server.doBulkWork();
      return jobOf(undoLeadJob.id);
    };
    const csvOf = async (id: string) => {
      let csv = '';
      let after: string | null = null;
      do {
        const { leadImportProblemsCsv: part } = (await client.call(LeadImportProblemsCsvDocument, { id, after })) as {
          leadImportProblemsCsv: { csv: string; nextCursor: string | null };
        };
        csv += part.csv;
        after = part.nextCursor;
      } while (after !== null);
      return csv.replace('\uFEFF', '').trimEnd().split('\r\n');
    };
    const leads = () =>
      sql<{ full_name: string; phone_e164: string | null; email: string | null; status: string; source: string }>(
        'SELECT * FROM leads WHERE client_id = $1 ORDER BY full_name',
        [client.id],
      );
    return { client, campaign, create, add, check, start, run, undo, jobOf, csvOf, leads };
  }

  it('store answers, other values, status, tags, source and consent, and send nothing', async () => {
    const { client, campaign, check, run, leads } = await setUp();
    await createSequence(server, client.id, campaign.id);
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlyLeadLimit: 1, webhooksEnabled: true } });
    await client.call(CreateWebhookDocument, {
      clientId: client.id,
      input: { url: 'https://crm.example.com/hook', events: ['lead.created'] },
    });
    const columns = [
      ...contact,
      ...(['status', 'tags', 'source', 'consent', 'ignored'] as const).map(column),
      extra('Company'),
      extra('Email'),
    ];
    const found = await check(
      [
        [
          'Ann Lee',
          phoneOf(1),
          'Ann@Example.com',
          'Qualified',
          'Roof, spring; ROOF',
          'Fair',
          'Yes',
          'x',
          'ACME',
          'b@x',
        ],
        ['Bob Ray', "'+1 415 555 2671", '', '', '', '', 'no'],
        [' ', '', 'cy@example.com', 'contacted', 'spring', '', '', '', 'Pipe Co', ''],
      ],
      columns,
      '  Signed at the fair  ',
    );
    expect(found).toMatchObject({ rows: 3, ready: 3, consenting: 1, problems: [], howObtained: 'Signed at the fair' });
    const job = await run(found.id);
    expect(job).toMatchObject({ state: 'done', total: 3, processed: 3, changed: 3, skipped: [], canUndo: true });
    const stored = await leads();
    const inOrder = await sql<{ source: string; email: string }>(
      'SELECT * FROM leads WHERE client_id = $1 ORDER BY created_at',
      [client.id],
    );
    expect(inOrder.map(({ email }) => email)).toEqual(['Ann@Example.com', null, 'cy@example.com']);
    expect(stored).toMatchObject([
      { full_name: 'Ann Lee', phone_e164: '+14152000001', status: 'qualified', source: 'Fair', held: false },
      { full_name: 'Bob Ray', phone_e164: '+14155552671', email: null, status: 'new', source: 'people.csv' },
      { full_name: null, email: 'cy@example.com', status: 'contacted', source: 'people.csv' },
    ]);
    expect(stored[0]).toMatchObject({
      form_data: {
        ...{ fullName: 'Ann Lee', phone: phoneOf(1), email: 'Ann@Example.com' },
        ...{ Company: 'ACME', 'Email (2)': 'b@x' },
      },
      form_labels: { fullName: 'Full Name', phone: 'Phone', email: 'Email' },
    });
    const tags = await sql(
      `SELECT name, count(*)::int AS leads FROM tags JOIN lead_tags ON tag_id = tags.id WHERE tags.client_id = $1 GROUP BY 1 ORDER BY 1`,
      [client.id],
    );
    expect(tags).toEqual([
      { name: 'Roof', leads: 1 },
      { name: 'spring', leads: 2 },
    ]);
    const consents = await sql('SELECT * FROM consents WHERE client_id = $1', [client.id]);
    expect(consents).toMatchObject([
      {
        ...{ phone_e164: '+14152000001', via: 'manual', disclosure: 'Signed at the fair' },
        recorded_by: client.login.username,
      },
    ]);
    const [counts] = await sql(
      `SELECT (SELECT count(*)::int FROM enrollments WHERE client_id = $1) AS enrollments,
         (SELECT count(*)::int FROM lead_notifications WHERE client_id = $1) AS notifications,
         (SELECT count(*)::int FROM webhook_deliveries WHERE client_id = $1) AS events,
         (SELECT coalesce(sum(used), 0)::int FROM usage_counters WHERE client_id = $1 AND kind = 'leads') AS used`,
      [client.id],
    );
    expect(counts).toEqual({ enrollments: 0, notifications: 0, events: 3, used: 0 });
    // What was stored of the rows is gone.
    expect(await sql('SELECT FROM lead_import_rows WHERE import_id = $1 AND cells <> $2', [found.id, []])).toEqual([]);
  });

  it('reject each kind of bad row with a reason, and return it as it was', async () => {
    const { client, campaign, check, run, csvOf, leads } = await setUp();
    await createLead(server, client, campaign, { fullName: 'Old', phone: '(415) 555-0133', email: 'Old@example.com' });
    const long = 'x'.repeat(5_001);
    const bad: [string[], string][] = [
      [['', '', '', ''], 'Name, email and phone number are missing'],
      [['Ann', 'phone', '', ''], 'Phone must be a phone number'],
      [['Ann', '', 'ann@', ''], 'Email must be an email address'],
      [['Ann', '', '', 'maybe'], 'Consent must be yes or no'],
      [['Ann', '', '', '', 'won'], 'Status must be New, Contacted, Qualified or Converted'],
      [['Ann', '', '', '', '', 'y'.repeat(51)], 'Tags must contain tags of 1 to 50 characters'],
      [['Ann', '', '', '', '', Array.from({ length: 21 }, (_, n) => n).join()], 'A lead has at most 20 tags'],
      [['Ann', '', '', '', '', '', long], 'Note must be at most 5000 characters'],
      [['Ann', '', '', '', '', '', '', 'more'], 'The row has more cells than there are columns'],
      [['Ann', '', 'OLD@EXAMPLE.COM', ''], 'A lead with this phone number or email exists'],
      [['Ann', '+1 415-555-0133', '', ''], 'A lead with this phone number or email exists'],
      [['Bea', '', 'Good@example.com', ''], 'An earlier row has this phone number or email'],
      [['Bea', phoneOf(7), '', ''], 'An earlier row has this phone number or email'],
    ];
    const good = ['Zoe', phoneOf(7), 'good@example.com', 'yes'];
    const rows = [good, ...bad.map(([row]) => row), ['=Zoe\n', '', 'z@example.com']];
    const columns = [...consenting, column('status'), column('tags'), extra('Note')];
    const found = await check(rows, columns, 'On paper');
    const reasons = new Map(found.problems.map(({ problem, ...counts }) => [problem, counts]));
    const numbers = bad.map(([, problem], index) => [index + 3, problem] as const);
    expect([...reasons.keys()].sort()).toEqual([...new Set(numbers.map(([, problem]) => problem))].sort());
    for (const [problem, { rows: affected, firstRow }] of reasons) {
      const same = numbers.filter(([, other]) => other === problem);
      expect({ affected, firstRow }).toEqual({ affected: same.length, firstRow: same[0]![0] });
    }
    expect(found).toMatchObject({ rows: rows.length, ready: 2, consenting: 1 });
    expect(await run(found.id)).toMatchObject({ changed: 2, skipped: [] });
    expect((await leads()).map(({ full_name }) => full_name)).toEqual(['=Zoe', 'Old', 'Zoe']);
    const [head, ...lines] = await csvOf(found.id);
    expect(head).toBe('"Row","Problem","fullName","phone","email","consent","status","tags","Note"');
    expect(lines).toHaveLength(bad.length);
    for (const [index, line] of lines.entries()) {
      const [row, problem] = bad[index]!;
      const cells = [...row, ...Array.from({ length: Math.max(0, columns.length - row.length) }, () => '')];
      const guarded = cells.map((cell) => (/^[=+\-@]/.test(cell) ? `'${cell}` : cell));
      expect(line).toBe([String(index + 3), problem, ...guarded].map((cell) => `"${cell}"`).join(','));
    }
  });

  it('ignore parts that are sent again, and reject those that leave out rows', async () => {
    const { client, create, add, start } = await setUp();
    const { id } = await create();
    const rows = ['Ann', 'Bob', 'Cy'].map((name) => [name]);
    await add(id, rows.slice(0, 2));
    expect(await add(id, rows)).toMatchObject({ rows: 3, ready: 3 });
    expect(await add(id, rows.slice(1), 1)).toMatchObject({ rows: 3, ready: 3 });
    await expect(add(id, rows, 4)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { position: expect.any(String) },
    });
    await expect(add(id, [], 3)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await expect(add(id, Array<string[]>(501).fill(['x']), 3)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    // Two tabs send the same part.
    const both = await Promise.all([add(id, [['Di']], 3), add(id, [['Di']], 3)]);
    expect(both.map(({ rows: count }) => count)).toEqual([4, 4]);
    await start(id);
    await expect(start(id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(add(id, [['Ed']], 4)).rejects.toMatchObject({ code: 'CONFLICT' });
    await server.doBulkWork();
    const [{ count }] = (await sql('SELECT count(*)::int FROM leads WHERE client_id = $1', [client.id])) as [
      { count: number },
    ];
    expect(count).toBe(4);
  });

  it('check rows again when they are imported', async () => {
    const { client, campaign, check, run, csvOf, leads } = await setUp();
    const found = await check([
      ['Ann', phoneOf(1), ''],
      ['Bob', phoneOf(2), ''],
    ]);
    await createLead(server, client, campaign, { fullName: 'Ann L.', phone: phoneOf(1) });
    expect(await run(found.id)).toMatchObject({
      ...{ state: 'done', processed: 2, changed: 1 },
      skipped: [{ reason: 'a lead with their phone number or email exists', leads: 1 }],
    });
    expect((await leads()).map(({ full_name }) => full_name)).toEqual(['Ann L.', 'Bob']);
    expect((await csvOf(found.id))[1]).toContain('"2","A lead with this phone number or email exists","Ann"');
  });

  it('reject rows that would give the client too many tags', async () => {
    const { check, run, leads } = await setUp();
    const rows = Array.from({ length: MAX_CLIENT_TAGS + 1 }, (_, nth) => [`Lead ${nth}`, '', '', `Tag ${nth}`]);
    const found = await check([...rows, ['Last', '', '', 'TAG 0']], [...contact, column('tags')]);
    expect(await run(found.id)).toMatchObject({
      changed: MAX_CLIENT_TAGS + 1,
      skipped: [{ reason: `a client has at most ${MAX_CLIENT_TAGS} different tags`, leads: 1 }],
    });
    expect((await leads()).some(({ full_name }) => full_name === 'Last')).toBe(true);
  });

  it('are undone as a whole, also what happened to the leads since, without a trace', async () => {
    const { client, check, run, undo, leads, jobOf, campaign } = await setUp();
    const kept = await createLead(server, client, campaign, { fullName: 'Kept' });
    const tables = [
      'leads',
      'lead_counts',
      'source_counts',
      'consents',
      'tags',
      'lead_tags',
      'lead_notes',
      'lead_history',
    ];
    /** Returns the rows of tables, without counts that are zero. */
    const stateOf = async () => {
      const rowsOf = async (table: string) => {
        const [column, id] = table === 'source_counts' ? ['campaign_id', campaign.id] : ['client_id', client.id];
        const rows = await sql<{ row: { count?: number } }>(
          `SELECT to_jsonb(it) AS row FROM ${table} it WHERE ${column} = $1 ORDER BY to_jsonb(it)::text`,
          [id],
        );
        return [table, rows.filter(({ row }) => row.count !== 0)];
      };
      return Promise.all([...tables, 'lead_imports', 'lead_import_rows'].map(rowsOf));
    };
    const before = await stateOf();
    const rows = Array.from({ length: 1_203 }, (_, nth) => [`Lead ${nth}`, phoneOf(nth), '', 'yes', 'Imported']);
    const found = await check([...rows, ['Bad', 'x', '', '']], [...consenting, column('tags')], 'On paper');
    const job = await run(found.id);
    expect(job).toMatchObject({ changed: 1_203, canUndo: true });
    const changed = (await leads()).find(({ full_name }) => full_name === 'Lead 5') as unknown as { id: string };
    await client.call(UpdateLeadDocument, { id: changed.id, input: { status: 'contacted' } });
    await client.call(UpdateLeadsDocument, { clientId: client.id, ids: [changed.id], addTags: ['VIP'] });
    expect(await undo(job.id)).toMatchObject({ state: 'done', total: 1_203, changed: 1_203, canUndo: false });
    expect(await stateOf()).toEqual(before);
    expect((await leads()).map(({ full_name }) => full_name)).toEqual(['Kept']);
    expect(kept.id).toBeTruthy();
    expect((await jobOf(job.id)).canUndo).toBe(false);
    await expect(undo(job.id)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(client.call(LeadImportDocument, { id: found.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('repeat a page that was rolled back, are stopped, and then undone', async () => {
    const { client, check, undo, jobOf, leads } = await setUp();
    const found = await check(Array.from({ length: 25 }, (_, nth) => [`Lead ${nth}`, phoneOf(nth), '']));
    await sql(
      `CREATE FUNCTION crash() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'crashed'; END $$;
       CREATE TRIGGER crash AFTER UPDATE ON lead_import_rows FOR EACH ROW EXECUTE FUNCTION crash()`,
    );
    const { manager } = server.dataSource;
    const { id } = await asSystem(() =>
      manager.save(
        manager.create(LeadJob, { ...importJob(found.id, found.ready), clientId: client.id, startedBy: 'test' }),
      ),
    );
    const page = () => asSystem(() => doJobPage(server.dataSource, id, phones as never, 5));
    await expect(page()).rejects.toThrow('crashed');
    await sql('DROP TRIGGER crash ON lead_import_rows; DROP FUNCTION crash');
    expect(await leads()).toEqual([]);
    await page();
    // Two servers may do the same page.
    await Promise.all([page(), page()]);
    expect(await jobOf(id)).toMatchObject({ state: 'running', processed: 15, changed: 15 });
    await client.call(CancelLeadJobDocument, { id });
    expect(await page()).toBeNull();
    expect(await leads()).toHaveLength(15);
    expect(await undo(id)).toMatchObject({ state: 'done', changed: 15 });
    expect(await leads()).toEqual([]);
  });

  it('give nobody without consent a message, nor anybody who opted out', async () => {
    const { client, campaign, check, run, leads } = await setUp();
    const sequence = await createSequence(server, client.id, campaign.id);
    // Of the last row, before it is imported.
    await suppress(server.dataSource.manager, '+14152000053', 'stop');
    const rows = ['yes', 'no', '', 'yes'].map((consent, nth) => [`Lead ${nth}`, phoneOf(nth + 50), '', consent]);
    const found = await check(rows, consenting, 'On paper');
    await run(found.id);
    const { startLeadJob } = await client.call(StartLeadJobDocument, {
      ...{ clientId: client.id, filter: {}, action: { sequenceId: sequence.id } },
    });
    await server.doBulkWork();
    const job = (await client.call(LeadJobDocument, { id: startLeadJob.id })).leadJob;
    expect(job.skipped.toSorted((one, other) => other.leads - one.leads)).toEqual([
      { reason: expect.stringContaining('did not agree') as string, leads: 2 },
      { reason: expect.stringContaining('opted out') as string, leads: 1 },
    ]);
    const enrolled = await sql<{ full_name: string }>(
      `SELECT full_name FROM enrollments JOIN leads ON leads.id = lead_id WHERE enrollments.client_id = $1 AND enrollments.status = 'active'`,
      [client.id],
    );
    expect(enrolled).toEqual([{ full_name: 'Lead 0' }]);
    expect(await leads()).toHaveLength(4);
  });

  it.each(seeds())(
    'account for each of 50,000 random rows (seed %d)',
    async (seed) => {
      const { client, check, run, undo, csvOf } = await setUp();
      const pick = pickFrom(seed);
      const kinds: ((nth: number) => string[])[] = [
        ...Array<(nth: number) => string[]>(6).fill((nth) => [
          `Lead ${nth}`,
          phoneOf(nth),
          `${nth}@example.com`,
          'yes',
        ]),
        (nth) => [`Lead ${nth}`, phoneOf(nth), '', ''],
        (nth) => [`Lead ${nth}`, '', `${nth}@example.com`, 'no'],
        // A duplicate of an earlier row, unless that one was rejected.
        (nth) => [`Lead ${nth}`, phoneOf(pick(nth + 1)), '', 'yes'],
        (nth) => [`Lead ${nth}`, '', `${pick(nth + 1)}@EXAMPLE.com`, 'yes'],
        (nth) => [`Lead ${nth}`, 'none', '', 'yes'],
        (nth) => [`Lead ${nth}`, '', 'none', 'yes'],
        (nth) => [`Lead ${nth}`, phoneOf(nth), '', 'perhaps'],
        () => ['', '', '', 'yes'],
      ];
      const rows = Array.from({ length: 50_000 }, (_, nth) => kinds[pick(kinds.length)]!(nth));
      const found = await check(rows, consenting, 'On paper');
      expect(found.rows).toBe(rows.length);
      const rejected = found.problems.reduce((sum, { rows: count }) => sum + count, 0);
      expect(found.ready + rejected).toBe(rows.length);
      const job = await run(found.id);
      expect(job).toMatchObject({ state: 'done', total: found.ready, processed: found.ready, changed: found.ready });
      const stored = await sql<{ name: string; phone: string | null; consented: boolean }>(
        `SELECT full_name AS name, phone_e164 AS phone, EXISTS (SELECT FROM consents WHERE lead_id = leads.id) AS consented
       FROM leads WHERE client_id = $1`,
        [client.id],
      );
      const byName = new Map(stored.map((lead) => [lead.name, lead]));
      expect(byName.size).toBe(stored.length);
      const numbers = stored.flatMap(({ phone }) => phone ?? []);
      expect(new Set(numbers).size).toBe(numbers.length);
      const returned = new Set((await csvOf(found.id)).slice(1).map((line) => Number(/^"(\d+)"/.exec(line)![1]) - 2));
      for (const [nth, [name, phone, , consent]] of rows.entries()) {
        const lead = name === '' ? undefined : byName.get(name!);
        // Each row is either a lead or returned.
        if ((lead === undefined) !== returned.has(nth)) throw new Error(`Row ${nth} is lost or doubled.`);
        if (lead && lead.consented !== (consent === 'yes' && phone !== ''))
          throw new Error(`Row ${nth}: wrong consent.`);
      }
      expect(await undo(job.id)).toMatchObject({ changed: found.ready });
      expect(await sql('SELECT FROM leads WHERE client_id = $1', [client.id])).toEqual([]);
    },
    300_000,
  );

  it('need columns that fit the form, and a reason of consent', async () => {
    const { client, create } = await setUp();
    const other = await setUp();
    const rejected = (columns: Columns, field: string) =>
      expect(create(columns)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { [field]: expect.any(String) as string },
      });
    await rejected([...contact, answer('missing')], 'columns.3.fieldId');
    await rejected([...contact, { name: 'No question', target: 'answer' }], 'columns.3.fieldId');
    await rejected([...contact, answer('email')], 'columns.3.fieldId');
    await rejected([column('status'), column('status')], 'columns.1.target');
    await rejected(consenting, 'howObtained');
    await rejected([], 'columns');
    await expect(create(contact, null, '')).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await expect(
      client.call(CreateLeadImportDocument, { campaignId: other.campaign.id, fileName: 'x', columns: contact }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const foreign = await other.create();
    await expect(client.call(LeadImportDocument, { id: foreign.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(client.call(StartLeadImportDocument, { id: (await create()).id })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
  });

  it('can contain contact details that the form does not ask for', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id, {
      formFields: [{ id: 'project', type: 'text', label: 'Project' }],
    });
    const { createLeadImport } = await client.call(CreateLeadImportDocument, {
      ...{ campaignId: campaign.id, fileName: 'x.csv', columns: [...contact, answer('project')] },
    });
    const rows = [['Ann', phoneOf(1), 'ann@example.com', 'Roof']];
    const added = await client.call(AddLeadImportRowsDocument, { id: createLeadImport.id, position: 0, rows });
    expect(added.addLeadImportRows.problems).toEqual([]);
    await client.call(StartLeadImportDocument, { id: createLeadImport.id });
    await server.doBulkWork();
    const stored = await sql('SELECT * FROM leads WHERE client_id = $1', [client.id]);
    expect(stored).toMatchObject([{ full_name: 'Ann', phone_e164: '+14152000001', email: 'ann@example.com' }]);
  });

  it('have at most 100 MB, and a client starts at most 20 within a day', async () => {
    const { client, create, add, check, start } = await setUp();
    const { id } = await create();
    await sql('UPDATE lead_imports SET bytes = 100 * 1024 * 1024 - 20 WHERE id = $1', [id]);
    expect(await add(id, [['Ann']])).toMatchObject({ rows: 1 });
    // What was added before does not count again.
    expect(await add(id, [['Ann']])).toMatchObject({ rows: 1 });
    await expect(add(id, [['Bob, who is too long']], 1)).rejects.toMatchObject({
      fields: { rows: 'An import has at most 100 MB. Split the file.' },
    });
    await sql(
      `INSERT INTO lead_jobs (client_id, filter, action, total, started_by, state, finished_at, import_id)
       SELECT $1, '{}', '{}', 1, '', 'done', now(), gen_random_uuid() FROM generate_series(1, 19)`,
      [client.id],
    );
    await start((await check([['Di']])).id);
    const { id: last } = await check([['Ed']]);
    await expect(start(last)).rejects.toMatchObject({ code: 'LIMIT_REACHED' });
    await sql(`UPDATE lead_jobs SET created_at = now() - interval '25 hours' WHERE client_id = $1`, [client.id]);
    await start(last);
  });

  it('replace one that the account has not started, and are deleted after two days', async () => {
    const { client, create, check, start } = await setUp();
    const first = await create();
    const started = await check([['Ann']]);
    await expect(client.call(LeadImportDocument, { id: first.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await start(started.id);
    await server.doBulkWork();
    const recent = await check([['Bob']]);
    expect((await client.call(LeadImportDocument, { id: started.id })).leadImport.startedAt).not.toBeNull();
    const purge = async () => {
      for (const { name, run } of periodicJobs({ dataSource: server.dataSource } as JobDependencies))
        if (name.startsWith('lead-import')) await asSystem(() => run(new AbortController().signal));
      return (await sql<{ id: string }>('SELECT id FROM lead_imports WHERE client_id = $1', [client.id])).map(
        ({ id }) => id,
      );
    };
    await sql(`UPDATE lead_imports SET created_at = now() - interval '3 days' WHERE client_id = $1`, [client.id]);
    // The job of the started one can still be undone.
    expect(await purge()).toEqual([started.id]);
    await sql(`UPDATE lead_jobs SET finished_at = now() - interval '25 hours' WHERE client_id = $1`, [client.id]);
    expect(await purge()).toEqual([]);
    expect(await sql('SELECT FROM lead_import_rows WHERE import_id = ANY ($1)', [[started.id, recent.id]])).toEqual([]);
  });
});
