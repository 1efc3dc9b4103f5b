import { LeadsCsvDocument, type LeadsCsvQuery, type LeadsCsvQueryVariables } from '../testing/operations/generated';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { createCampaign, createClient, createLead } from '../testing/fixtures';
import { seeds } from '../testing/seeds';
import { type Caller, startTestServer, type TestServer } from '../testing/test-server';

describe('lead export', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  async function download(call: Caller, variables: LeadsCsvQueryVariables) {
    let text = '';
    let after: string | null = null;
    let parts = 0;
    do {
      const { leadsCsv }: { leadsCsv: LeadsCsvQuery['leadsCsv'] } = await call(LeadsCsvDocument, {
        ...variables,
        after,
      });
      text += leadsCsv.csv;
      after = leadsCsv.nextCursor;
      parts += 1;
    } while (after !== null);
    return { text, parts, rows: parse(text, { bom: true, columns: true }) as Record<string, string>[] };
  }

  it('the export contains exactly the filtered leads, with a column for every form field', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id, { name: 'Roof, "quoted"' });
    await createLead(server, client, campaign, { fullName: 'Ann', heaterAge: '5', note: 'line one\nline two' });
    await createLead(server, client, campaign, { fullName: 'Bob' });
    const { rows } = await download(client.call, { clientId: client.id });
    expect(rows.map((row) => row['Full Name'])).toEqual(['Bob', 'Ann']);
    expect(rows[1]).toMatchObject({
      Campaign: 'Roof, "quoted"',
      Status: 'new',
      Phone: '(415) 555-2671',
      heaterAge: '5',
      note: 'line one\nline two',
    });
    expect(
      (await download(client.call, { clientId: client.id, search: 'ann', sort: 'fullName', order: 'asc' })).rows,
    ).toHaveLength(1);
  });

  it('no cell of the export is run as a formula by a spreadsheet', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    for (const formula of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])
      await createLead(server, client, campaign, { fullName: formula, note: formula });
    const { rows } = await download(client.call, { clientId: client.id });
    const cells = rows.flatMap((row) => Object.values(row));
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    expect(rows.map((row) => row['note'])).toContain(`'=1+1`);
  });

  it.each(seeds())(
    'two thousand leads with arbitrary text are exported as typed, and no cell starts a formula (TEST_SEED=%i)',
    async (seed) => {
      const client = await createClient(server);
      const { id } = await createLead(server, client, await createCampaign(server, client.id), {
        fullName: 'First',
        note: 'First',
      });
      const dangerous = fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        '\t',
        '\r',
        '\n',
        '＝',
        '＋',
        '－',
        '＠',
        '"',
        ';',
        ',',
        "'",
        '+15555550123',
      );
      // Postgres stores neither NUL nor an unpaired surrogate.
      const anything = fc
        .tuple(fc.option(dangerous, { nil: '' }), fc.string({ unit: 'grapheme', maxLength: 20 }))
        .map((parts) => parts.join(''));
      const notes = fc.sample(
        anything.filter((text) => !/\0|\p{Surrogate}/u.test(text)),
        { seed, numRuns: 2_000 },
      );
      await server.dataSource.query(
        `INSERT INTO leads SELECT (jsonb_populate_record(lead, jsonb_build_object('id', gen_random_uuid(), 'created_at', lead.created_at - nth * interval '1 second', 'form_data', jsonb_build_object('note', note)))).*
       FROM leads lead, unnest($2::text[]) WITH ORDINALITY AS given (note, nth) WHERE lead.id = $1`,
        [id, notes],
      );
      const { rows } = await download(client.call, { clientId: client.id });
      const cells = rows.slice(1).map((row) => row['note']!);
      const escaped = /^[=+\-@\t\r＝＋－＠]/;
      expect(cells).toEqual(notes.map((note) => (escaped.test(note) ? `'${note}` : note)));
      expect(rows.flatMap((row) => Object.values(row)).filter((cell) => escaped.test(cell))).toEqual([]);
      expect(notes.some((note) => escaped.test(note))).toBe(true);
    },
  );

  it('a lead with an unpaired surrogate does not break the export', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    await createLead(server, client, campaign, { 'key\ud800': 'value\udc00' });
    expect((await download(client.call, { clientId: client.id })).rows).toMatchObject([{ 'key\ufffd': 'value\ufffd' }]);
  });

  it('the parts contain each lead once, even when leads arrive meanwhile', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    await server.dataSource.query(
      `INSERT INTO leads (client_id, campaign_id, form_data, full_name, created_at)
       SELECT $1, $2, '{}', 'Lead ' || n, now() - n * interval '1 second' FROM generate_series(1, 2500) n`,
      [client.id, campaign.id],
    );
    let isFirstPart = true;
    const call: Caller = async (...call) => {
      const answer = await client.call(...call);
      if (isFirstPart) await createLead(server, client, campaign, { fullName: 'Late' });
      isFirstPart = false;
      return answer;
    };
    const { rows, parts } = await download(call, { clientId: client.id });
    expect(parts).toBe(3);
    expect(new Set(rows.map((row) => row['Full Name'])).size).toBe(2500);
  });

  it('a malformed cursor is rejected', async () => {
    const client = await createClient(server);
    for (const after of ['x', Buffer.from('{"offset":-1}').toString('base64url')]) {
      await expect(client.call(LeadsCsvDocument, { clientId: client.id, after })).rejects.toMatchObject({
        fields: { after: expect.any(String) },
      });
    }
  });
});
