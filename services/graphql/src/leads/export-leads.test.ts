import { LeadsCsvDocument, type LeadsCsvQuery, type LeadsCsvQueryVariables } from '../testing/operations/generated';
import { MAX_BULK_IDS } from '@dripline/contract/limits';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { createCampaign, createClient, createLead } from '../testing/fixtures';
import { seeds } from '../testing/seeds';
import { type Caller, startTestServer, type TestServer } from '../testing/test-server';

const formFields = [
  { id: 'fullName', type: 'text' as const, label: 'Full Name' },
  { id: 'phone', type: 'tel' as const, label: 'Phone' },
  { id: 'note', type: 'textarea' as const, label: 'Note', required: false },
  { id: 'heaterAge', type: 'text' as const, label: 'Heater age', required: false },
];
const noAttribution = {
  Referrer: '',
  'UTM Source': '',
  'UTM Medium': '',
  'UTM Campaign': '',
  'UTM Term': '',
  'UTM Content': '',
  GCLID: '',
  GBRAID: '',
  WBRAID: '',
  FBCLID: '',
  'Ad Consent': '',
  'A/B Test Page': '',
};
/** What spreadsheets run as a formula, also after white space. */
const formula = /^\s*[=+\-@\t＝＋－＠]/;

describe('lead export', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  async function download(call: Caller, variables: LeadsCsvQueryVariables) {
    let text = '';
    let after: string | null = null;
    const parts: number[] = [];
    do {
      const { leadsCsv }: { leadsCsv: LeadsCsvQuery['leadsCsv'] } = await call(LeadsCsvDocument, {
        ...variables,
        after,
      });
      text += leadsCsv.csv;
      after = leadsCsv.nextCursor;
      parts.push(leadsCsv.csv.length);
    } while (after !== null);
    return { text, parts, rows: parse(text, { bom: true, columns: true }) as Record<string, string>[] };
  }

  async function setUp() {
    const client = await createClient(server);
    return { client, campaign: await createCampaign(server, client.id, { formFields }) };
  }

  /** Inserts leads with these form data, newest first. */
  const insertLeads = (client: { id: string }, campaign: { id: string }, formData: object[]) =>
    server.dataSource.query(
      `INSERT INTO leads (client_id, campaign_id, full_name, form_data, created_at)
       SELECT $1, $2, 'Lead ' || nth, given.form_data, now() - nth * interval '1 second'
       FROM unnest($3::json[]) WITH ORDINALITY AS given (form_data, nth)`,
      [client.id, campaign.id, formData.map((values) => JSON.stringify(values))],
    );

  it('the export contains exactly the filtered leads, with a column for every form field', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id, { name: 'Roof, "quoted"', formFields });
    const other = await createCampaign(server, client.id, {
      formFields: [...formFields.slice(0, 2), { id: 'roof', type: 'text', label: 'Roof', required: false }],
    });
    await createLead(server, client, campaign, { fullName: 'Ann', heaterAge: '5', name: 'Annie', old: 'a\nb' });
    await createLead(server, client, other, { fullName: 'Bob', roof: 'flat' });
    const { rows } = await download(client.call, { clientId: client.id });
    const ann = {
      Received: expect.any(String),
      Campaign: 'Roof, "quoted"',
      Status: 'new',
      'Full Name': 'Ann',
      Email: '',
      Phone: '(415) 555-2671',
      Source: '',
      Tags: '',
      Placement: '',
      Owner: '',
      ...noAttribution,
      Note: '',
      'Heater age': '5',
      extra: '{"name":"Annie","old":"a\\nb"}',
    };
    expect(rows).toEqual([
      expect.objectContaining({ 'Full Name': 'Bob', Roof: 'flat', extra: '' }),
      { ...ann, Roof: '' },
    ]);
    expect((await download(client.call, { clientId: client.id, filter: { campaignId: campaign.id } })).rows).toEqual([
      ann,
    ]);
    const selection = { filter: { search: 'ann' }, orderBy: { field: 'fullName', direction: 'asc' } } as const;
    expect((await download(client.call, { clientId: client.id, ...selection })).rows).toHaveLength(1);
  });

  it('contains only the given leads of the client, also by an administrator', async () => {
    const { client, campaign } = await setUp();
    const [ann, , cy] = await Promise.all(
      ['Ann', 'Bob', 'Cy'].map((fullName) => createLead(server, client, campaign, { fullName })),
    );
    const other = await setUp();
    const foreign = await createLead(server, other.client, other.campaign, { fullName: 'Foreign' });
    const ids = [ann!.id, cy!.id.toUpperCase(), foreign.id, 'no ID', '00000000-0000-4000-8000-000000000000'];
    const namesOf = async (call: Caller, variables: object = {}) =>
      (await download(call, { clientId: client.id, ids, ...variables })).rows.map((row) => row['Full Name']).sort();
    expect(await namesOf(client.call)).toEqual(['Ann', 'Cy']);
    expect(await namesOf(server.admin)).toEqual(['Ann', 'Cy']);
    expect(await namesOf(client.call, { filter: { search: 'ann' } })).toEqual(['Ann']);
    expect(await namesOf(client.call, { ids: [foreign.id] })).toEqual([]);
    await expect(namesOf(other.client.call)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(namesOf(client.call, { ids: [] })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    const tooMany = Array.from({ length: MAX_BULK_IDS + 1 }, () => ann!.id);
    await expect(namesOf(client.call, { ids: tooMany })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
  });

  it('the columns are called by the questions, each by another name', async () => {
    const client = await createClient(server);
    const question = (id: string, label: string) => ({ id, type: 'text' as const, label, required: false });
    const fields = [
      question('whichdaysuitsyoubest', 'Which day suits you best?'),
      question('a', 'Comment'),
      question('b', 'comment'),
      question('state', 'Status'),
      question('c', 'Comment (a)'),
      question('more', 'Extra'),
      question('formula', '=1+1'),
    ];
    const campaign = await createCampaign(server, client.id, { formFields: fields });
    const answers = Object.fromEntries(fields.map(({ id }) => [id, `of ${id}`]));
    await createLead(server, client, campaign, answers);
    const { rows } = await download(client.call, { clientId: client.id });
    expect(Object.entries(rows[0]!).slice(10 + Object.keys(noAttribution).length)).toEqual([
      ['Which day suits you best?', 'of whichdaysuitsyoubest'],
      ['Comment (a)_', 'of a'],
      ['comment (b)', 'of b'],
      ['Status (state)', 'of state'],
      ['Comment (a)', 'of c'],
      ['Extra (more)', 'of more'],
      [`'=1+1`, 'of formula'],
      ['extra', expect.any(String)],
    ]);
  });

  it('a column has the label of most campaigns', async () => {
    const client = await createClient(server);
    for (const label of ['Roof', 'Kind of roof', 'Kind of roof'])
      await createCampaign(server, client.id, { formFields: [{ id: 'roof', type: 'text', label, required: false }] });
    const { text } = await download(client.call, { clientId: client.id });
    expect(text).toContain('"FBCLID","Ad Consent","A/B Test Page","Kind of roof","extra"');
  });

  it('a form field named like the last column keeps its own column', async () => {
    const client = await createClient(server);
    const extra = { id: 'extra', type: 'text' as const, label: 'Extra', required: false };
    const campaign = await createCampaign(server, client.id, { formFields: [...formFields, extra] });
    await createLead(server, client, campaign, { extra: 'mine', constructor: 'x' });
    const { rows } = await download(client.call, { clientId: client.id });
    expect(rows).toMatchObject([{ Extra: 'mine', _extra: '{"constructor":"x"}' }]);
  });

  it('no cell of the export is run as a formula by a spreadsheet', async () => {
    const { client, campaign } = await setUp();
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1'])
      await createLead(server, client, campaign, { fullName: text, note: text });
    const { rows } = await download(client.call, { clientId: client.id });
    expect(rows.flatMap((row) => Object.values(row)).filter((cell) => formula.test(cell))).toEqual([]);
    expect(rows.map((row) => row['Note'])).toContain(`'=1+1`);
  });

  it.each(['\n', '\r', '\r\n', '\u2028', '\u0085'])(
    'every cell is quoted, and %j in an answer starts no line',
    async (ending) => {
      const { client, campaign } = await setUp();
      await createLead(server, client, campaign, { note: `two${ending}=1+1`, old: `two${ending}=1+1` });
      const { text, rows } = await download(client.call, { clientId: client.id });
      const lines = text
        .replace('\ufeff', '')
        .split(/[\r\n\u0085\u2028\u2029]+/)
        .filter((line) => line !== '');
      expect(lines).toHaveLength(2);
      for (const line of lines) expect(line).toMatch(/^"[^"]*"(,"([^"]|"")*")*$/);
      expect(rows).toMatchObject([{ Note: 'two =1+1' }]);
    },
  );

  it.each(seeds())(
    'two thousand leads with arbitrary text are exported, and no cell starts a formula (TEST_SEED=%i)',
    async (seed) => {
      const { client, campaign } = await setUp();
      const dangerous = fc.constantFrom(...'=+-@\t\r\n＝＋－＠";,\'', '+15555550123');
      // Postgres stores neither NUL nor an unpaired surrogate.
      const anything = fc
        .tuple(fc.option(dangerous, { nil: '' }), fc.string({ unit: 'grapheme', maxLength: 20 }))
        .map((parts) => parts.join(''));
      const notes = fc.sample(
        anything.filter((text) => !/\0|\p{Surrogate}/u.test(text)),
        { seed, numRuns: 2_000 },
      );
      await insertLeads(
        client,
        campaign,
        notes.map((note) => ({ note, other: note })),
      );
      const { rows } = await download(client.call, { clientId: client.id });
      const oneLine = notes.map((note) => note.replace(/[\r\n\v\f\u0085\u2028\u2029]+/g, ' '));
      expect(rows.map((row) => row['Note'])).toEqual(oneLine.map((note) => (formula.test(note) ? `'${note}` : note)));
      expect(rows.flatMap((row) => Object.values(row)).filter((cell) => formula.test(cell))).toEqual([]);
      expect(notes.some((note) => formula.test(note))).toBe(true);
    },
  );

  it('a lead with an unpaired surrogate does not break the export', async () => {
    const { client, campaign } = await setUp();
    await createLead(server, client, campaign, { 'key\ud800': 'value\udc00' });
    const { rows } = await download(client.call, { clientId: client.id });
    expect(rows).toMatchObject([{ extra: '{"key\ufffd":"value\ufffd"}' }]);
  });

  it('the parts contain each lead once, even when leads arrive and forms change meanwhile', async () => {
    const { client, campaign } = await setUp();
    await insertLeads(
      client,
      campaign,
      Array.from({ length: 2_500 }, (_, n) => ({ note: `${n}` })),
    );
    let isFirstPart = true;
    const call: Caller = async (...call) => {
      const answer = await client.call(...call);
      if (isFirstPart) {
        await createLead(server, client, campaign, { fullName: 'Late' });
        await createCampaign(server, client.id, {
          formFields: [...formFields, { id: 'roof', type: 'text', label: 'Roof' }],
        });
      }
      isFirstPart = false;
      return answer;
    };
    const { rows, parts } = await download(call, { clientId: client.id });
    expect(parts).toHaveLength(3);
    expect(rows.map((row) => row['Note'])).toEqual(Array.from({ length: 2_500 }, (_, n) => `${n}`));
  });

  it.each(['fullName', 'campaignName', 'status', 'createdAt'] as const)(
    'an export sorted by %s contains each lead once, in both directions',
    async (sort) => {
      const { client, campaign } = await setUp();
      const other = await createCampaign(server, client.id, { formFields });
      await insertLeads(
        client,
        campaign,
        Array.from({ length: 1_500 }, (_, n) => ({ note: `${n}` })),
      );
      await server.dataSource.query(
        `UPDATE leads SET full_name = CASE form_data->>'note' WHEN '7' THEN '' ELSE nullif(left(full_name, 6), 'Lead 1') END,
           status = (ARRAY['new', 'contacted', 'converted'])[1 + (form_data->>'note')::int % 3]::lead_status, created_at = date_trunc('minute', created_at),
           campaign_id = CASE (form_data->>'note')::int % 2 WHEN 0 THEN $2 ELSE campaign_id END
         WHERE client_id = $1`,
        [client.id, other.id],
      );
      for (const order of ['asc', 'desc'] as const) {
        const { rows, parts } = await download(client.call, {
          clientId: client.id,
          orderBy: { field: sort, direction: order },
        });
        expect(parts).toHaveLength(2);
        expect(new Set(rows.map((row) => row['Note'])).size).toBe(1_500);
        expect(rows).toHaveLength(1_500);
        const names = rows.map((row) => row['Full Name']);
        if (sort === 'fullName') expect(names.slice(-500).filter((name) => name !== '').length).toBe(0);
      }
    },
  );

  it('hostile submissions neither cut the export nor make a part large', async () => {
    const { client, campaign } = await setUp();
    const keys = (nth: number) => Array.from({ length: 48 }, (_, n) => `key ${nth} ${n}`);
    const large = (nth: number) => Object.fromEntries(keys(nth).map((key) => [key, 'x'.repeat(5_000)]));
    const short = (nth: number) => Object.fromEntries(keys(nth).map((key) => [key, 'y']));
    const hostile = [
      ...Array.from({ length: 60 }, (_, n) => large(n)),
      ...Array.from({ length: 1_000 }, (_, n) => short(n)),
    ];
    await insertLeads(client, campaign, [...hostile, ...Array.from({ length: 1_000 }, (_, n) => ({ note: `${n}` }))]);
    const { rows, parts } = await download(client.call, { clientId: client.id });
    expect(rows).toHaveLength(2_060);
    expect(Object.keys(rows[0]!)).toHaveLength(25);
    expect(JSON.parse(rows[59]!['extra']!)).toEqual(large(59));
    expect(Math.max(...parts)).toBeLessThan(6_000_000);
  });

  it('a client with thousands of form fields gets a column for 200 of them, those of most campaigns first', async () => {
    const { client, campaign } = await setUp();
    await server.dataSource.query(
      `INSERT INTO form_fields (campaign_id, id, position, type, label, placeholder, required)
       SELECT $1, 'field' || n, n + 10, 'text', 'Field', '', false FROM generate_series(1, 3000) n`,
      [campaign.id],
    );
    await createLead(server, client, campaign, {
      ...Object.fromEntries(['note', 'field1', 'field3000'].map((id) => [id, id])),
    });
    const { rows } = await download(client.call, { clientId: client.id });
    expect(Object.keys(rows[0]!)).toHaveLength(223);
    expect(rows).toMatchObject([{ Note: 'note', 'Field (field1)': 'field1', extra: '{"field3000":"field3000"}' }]);
  });

  it('a malformed or forged cursor is rejected', async () => {
    const { client, campaign } = await setUp();
    await insertLeads(client, campaign, [{ note: '1' }]);
    const position = Buffer.from('["1",7]').toString('base64url');
    const cursors = [
      { offset: -1 },
      { offset: 0, until: new Date().toISOString(), keys: ['note'] },
      { after: position, columns: [] },
      { after: 7, columns: [] },
      { after: position, columns: [7] },
      { after: position, columns: Array.from({ length: 201 }, () => 'note') },
      { after: position, columns: ['x'.repeat(101)] },
    ].map((cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url'));
    for (const after of ['x', ...cursors])
      await expect(client.call(LeadsCsvDocument, { clientId: client.id, after })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { after: expect.any(String) },
      });
    const manyKeys = {
      offset: 0,
      until: new Date().toISOString(),
      keys: Array.from({ length: 180_000 }, (_, n) => `${n}`),
    };
    const after = Buffer.from(JSON.stringify(manyKeys).slice(0, 700_000)).toString('base64url');
    await expect(client.call(LeadsCsvDocument, { clientId: client.id, after })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
  });
});
