import { execFileSync } from 'node:child_process';
import { decimalsOf } from '@dripline/contract/currencies';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { releaseMessageQuota } from '../../usage/quota';
import { createClient } from '../../testing/fixtures';
import {
  MonthlyUsageDocument,
  RatesDocument,
  SetRatesDocument,
  StatementDocument,
  StatementFileDocument,
  type StatementFormat,
  StatementsCsvDocument,
  UsageTotalsDocument,
} from '../../testing/operations/generated';
import { seeds } from '../../testing/seeds';
import { startTestServer, type TestServer } from '../../testing/test-server';

const MONTH = '2026-03';

/** The amount of a line by a model of its own: exact integers, rounded half up. */
function amountOf(quantity: number, rate: string, currency: string): string {
  const decimals = decimalsOf(currency);
  const [whole = '', fraction = ''] = rate.split('.');
  const exact = BigInt(quantity) * BigInt(whole + fraction.padEnd(5, '0'));
  const unit = 10n ** BigInt(5 - decimals);
  const digits = ((exact + unit / 2n) / unit).toString().padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Reads the text of a PDF in a process of its own, because the reader is an ES module. */
const textOfPdf = (base64: string): string =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
       import { text } from 'node:stream/consumers';
       const data = new Uint8Array(Buffer.from(await text(process.stdin), 'base64'));
       const pdf = await getDocument({ data, verbosity: 0 }).promise;
       const { items } = await (await pdf.getPage(1)).getTextContent();
       console.log(pdf.numPages + ' ' + items.map(({ str }) => str).join(' '));`,
    ],
    { input: base64, encoding: 'utf8' },
  ).replaceAll(/\s+/g, ' ');

describe('statements', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());
  beforeEach(() => sql('DELETE FROM rates'));

  const sql = (text: string, values: unknown[] = []) => server.dataSource.query<{ id: string }[]>(text, values);
  const addClient = async (businessName?: string) => {
    const client = await createClient(server, businessName ? { businessName } : {});
    await sql(`UPDATE clients SET created_at = '2025-01-01', time_zone = 'UTC' WHERE id = $1`, [client.id]);
    return client;
  };
  const use = (clientId: string, month: string, leads: number, segments: number) =>
    sql(
      `INSERT INTO usage_counters (client_id, month, kind, used, segments) VALUES ($1, $2, 'leads', $3, 0), ($1, $2, 'sms', $4, $4)
       ON CONFLICT (client_id, kind, month) DO UPDATE SET used = excluded.used, segments = excluded.segments`,
      [clientId, `${month}-01`, leads, segments],
    );
  /** Sets rates as if it had been done in an earlier month. */
  const rateFrom = (
    fromMonth: string,
    rates: [string | null, string | null, string | null],
    clientId: string | null = null,
    currency = 'USD',
  ) =>
    sql(
      `INSERT INTO rates (client_id, from_month, currency, base_fee, per_lead, per_segment, changed_by) VALUES ($1, $2, $3, $4, $5, $6, 'admin')`,
      [clientId, fromMonth, clientId === null ? currency : null, ...rates],
    );
  const statementOf = async (clientId: string, month: string | null = MONTH) =>
    (await server.admin(StatementDocument, { clientId, month })).statement;
  const amountsOf = async (clientId: string, month?: string) => {
    const { lines, total } = await statementOf(clientId, month);
    return [...lines.map(({ amount }) => amount), total];
  };
  const fileOf = async (clientId: string, format: StatementFormat) =>
    (await server.admin(StatementFileDocument, { clientId, month: MONTH, format })).statement.file;
  const thisMonth = () => new Date().toISOString().slice(0, 7);
  const set = async (variables: { clientId?: string; fromMonth?: string; input: object }) =>
    (await server.admin(SetRatesDocument, variables)).setRates;

  it('have no amounts without rates', async () => {
    const { id } = await addClient();
    await use(id, MONTH, 3, 5);
    expect(await statementOf(id)).toEqual({
      month: MONTH,
      status: 'final',
      currency: null,
      total: null,
      lines: [
        { item: 'base_fee', quantity: 1, rate: null, amount: null },
        { item: 'leads', quantity: 3, rate: null, amount: null },
        { item: 'segments', quantity: 5, rate: null, amount: null },
      ],
      usage: { leads: 3, leadLimit: 1000 },
    });
    const { nodes } = (await server.admin(MonthlyUsageDocument, { month: MONTH, filter: { clientId: id } }))
      .monthlyUsage;
    expect(nodes[0]).toMatchObject({ currency: null, amount: null });
  });

  it('charge the fee, the leads and the segments at the rates of the month', async () => {
    const [one, own] = [await addClient(), await addClient()];
    await rateFrom('2026-01', ['50', '0.25', '0.0079']);
    await rateFrom('2026-03', ['49.99', '0.5', '0.0079']);
    await rateFrom('2026-04', ['1000', '1000', '1000']);
    await rateFrom('2026-02', ['10', null, '0'], own.id);
    for (const { id } of [one, own]) await use(id, MONTH, 12, 101);
    await use(one.id, '2026-02', 12, 101);
    expect(await amountsOf(one.id)).toEqual(['49.99', '6.00', '0.80', '56.79']);
    expect(await amountsOf(one.id, '2026-02')).toEqual(['50.00', '3.00', '0.80', '53.80']);
    expect(await amountsOf(one.id, '2025-12')).toEqual([null, null, null, null]);
    // Its own rates apply where it has some.
    expect(await amountsOf(own.id)).toEqual(['10.00', '6.00', '0.00', '16.00']);
    const usage = await server.admin(MonthlyUsageDocument, { month: MONTH, filter: { clientId: own.id } });
    expect(usage.monthlyUsage.nodes[0]).toMatchObject({ currency: 'USD', amount: '16.00' });
  });

  it('of a past month do not change when rates are set', async () => {
    const { id } = await addClient();
    await rateFrom('2026-01', ['50', '1', '1']);
    await use(id, MONTH, 2, 3);
    const before = await amountsOf(id);
    await set({ input: { baseFee: '99', perLead: '9' } });
    await set({ clientId: id, input: { baseFee: '1' } });
    expect(await amountsOf(id)).toEqual(before);
    await use(id, thisMonth(), 1, 1);
    expect(await amountsOf(id, thisMonth())).toEqual(['1.00', '9.00', '0.00', '10.00']);
    await expect(set({ fromMonth: MONTH, input: { baseFee: '1' } })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { fromMonth: expect.stringContaining(thisMonth()) },
    });
    await expect(set({ fromMonth: '2026-13', input: {} })).rejects.toMatchObject({
      fields: { fromMonth: 'fromMonth must have the form YYYY-MM.' },
    });
  });

  it('are in one currency, which is required first and stays once a month has rates', async () => {
    await expect(set({ input: { baseFee: '1' } })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await expect(set({ input: { currency: 'XXX' } })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    const { id } = await addClient();
    await expect(set({ clientId: id, input: { baseFee: '1' } })).rejects.toMatchObject({
      fields: { fromMonth: expect.any(String) },
    });
    expect(await set({ input: { currency: 'EUR', perLead: '0.5' } })).toMatchObject({
      clientId: null,
      currency: 'EUR',
      baseFee: '0.00000',
      perLead: '0.50000',
      changedBy: 'admin',
    });
    await expect(set({ clientId: id, input: { currency: 'EUR' } })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    expect((await set({ input: { currency: 'JPY', perLead: '10' } })).currency).toBe('JPY');
    await use(id, thisMonth(), 3, 0);
    expect((await statementOf(id, thisMonth())).total).toBe('30');
    await sql(`UPDATE rates SET from_month = '2026-01'`);
    await expect(set({ input: { currency: 'USD' } })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    const { rates } = await server.admin(RatesDocument, { filter: { ofAllClients: true } });
    expect(rates.nodes.map(({ currency, perLead }) => [currency, perLead])).toEqual([
      ['JPY', '10.00000'],
      ['JPY', '0.50000'],
    ]);
  });

  it.each(['-1', '1e3', '12345678', '0.000001', '1,5', ''])('reject the rate “%s”', async (perLead) => {
    await expect(set({ input: { currency: 'USD', perLead } })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { perLead: expect.stringContaining('perLead must be a decimal') },
    });
  });

  it.each(seeds())('are rounded once for each line, half up (seed %i)', async (seed) => {
    const { id } = await addClient();
    const rate = fc
      .tuple(fc.nat(9_999_999), fc.nat(99_999))
      .map(([whole, part]) => `${whole}.${String(part).padStart(5, '0')}`);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('USD', 'JPY', 'KWD'),
        fc.tuple(rate, rate, rate),
        fc.nat(100_000),
        fc.nat(100_000),
        async (currency, [baseFee, perLead, perSegment], leads, segments) => {
          await sql('DELETE FROM rates');
          await rateFrom('2026-01', [baseFee, perLead, perSegment], null, currency);
          await use(id, MONTH, leads, segments);
          const [fee, ofLeads, ofSegments, total] = await amountsOf(id);
          const expected = [
            amountOf(1, baseFee, currency),
            amountOf(leads, perLead, currency),
            amountOf(segments, perSegment, currency),
          ];
          expect([fee, ofLeads, ofSegments]).toEqual(expected);
          const units = (amount: string) => BigInt(amount.replace('.', ''));
          expect(units(total!)).toBe(expected.reduce((sum, amount) => sum + units(amount), 0n));
        },
      ),
      { numRuns: 40, seed },
    );
  });

  it('are final some days after the month, whatever is deleted or released then', async () => {
    const { id } = await addClient();
    await rateFrom('2026-01', ['0', '1', '1']);
    await use(id, MONTH, 2, 3);
    await releaseMessageQuota(server.dataSource.manager, {
      clientId: id,
      claimedAt: new Date('2026-03-31T23:59:59Z'),
      segments: 2,
    });
    expect(await statementOf(id)).toMatchObject({ status: 'final', total: '5.00' });
    await use(id, thisMonth(), 2, 3);
    expect(await statementOf(id, null)).toMatchObject({ month: thisMonth(), status: 'running' });
    await releaseMessageQuota(server.dataSource.manager, { clientId: id, claimedAt: new Date(), segments: 2 });
    expect((await statementOf(id, null)).lines[2]!.quantity).toBe(1);
  });

  it('exist only for clients and months that do', async () => {
    const { id } = await addClient();
    for (const [clientId, month] of [
      [id, '2024-12'],
      [id, '2099-01'],
      ['00000000-0000-4000-8000-000000000000', MONTH],
      ['nobody', MONTH],
    ] as const)
      await expect(statementOf(clientId, month)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are a CSV file, and one row each in the file of all clients', async () => {
    const one = await addClient('=HYPERLINK("x"), "Böb"');
    await rateFrom('2026-01', ['10', '1', '0.005']);
    await use(one.id, MONTH, 2, 3);
    const { content, fileName, mimeType } = await fileOf(one.id, 'csv');
    expect([fileName, mimeType]).toEqual([`statement-${MONTH}.csv`, 'text/csv']);
    const name = `'=HYPERLINK("x"), "Böb"`;
    expect(parse(Buffer.from(content, 'base64'), { bom: true })).toEqual([
      ['Client', 'Month', 'Status', 'Item', 'Quantity', 'Rate', 'Amount', 'Currency'],
      [name, MONTH, 'final', 'Base fee', '1', '10.00000', '10.00', 'USD'],
      [name, MONTH, 'final', 'Leads', '2', '1.00000', '2.00', 'USD'],
      [name, MONTH, 'final', 'Carrier segments', '3', '0.00500', '0.02', 'USD'],
      [name, MONTH, 'final', 'Total', '', '', '12.02', 'USD'],
    ]);
    await sql(
      `INSERT INTO clients (handle, business_name, contact_email, notification_phone, time_zone, created_at)
       SELECT 'billed-' || n, 'Billed ' || n, 'billed@example.com', '1', 'UTC', '2025-01-01' FROM generate_series(1, 1500) n`,
    );
    let text = '';
    let parts = 0;
    for (let after: string | null = null; parts === 0 || after !== null; parts += 1) {
      const { statementsCsv }: { statementsCsv: { csv: string; nextCursor: string | null } } = await server.admin(
        StatementsCsvDocument,
        { month: MONTH, after },
      );
      text += statementsCsv.csv;
      after = statementsCsv.nextCursor;
    }
    expect(parts).toBe(2);
    const rows = parse<Record<string, string>>(text, { bom: true, columns: true });
    const { clients, amount } = (await server.admin(UsageTotalsDocument, { month: MONTH })).usageTotals;
    expect(new Set(rows.map((row) => row['Client ID'])).size).toBe(rows.length);
    expect(rows).toHaveLength(clients);
    expect(rows.find((row) => row['Client ID'] === one.id)).toMatchObject({ Client: name, Leads: '2', Total: '12.02' });
    const cents = rows.reduce((sum, row) => sum + Math.round(Number(row['Total']) * 100), 0);
    expect((cents / 100).toFixed(2)).toBe(amount);
  });

  it.each(['Roof & Sons', 'Žluťoučký kůň', 'Ωμέγα', '水漏れ修理', 'שלום', 'ร้านซ่อม'])(
    'of %s are a PDF',
    async (name) => {
      const { id } = await addClient(name);
      await rateFrom('2026-01', ['1234.5', '1', '0.0079']);
      await use(id, MONTH, 1000, 3);
      const { content, mimeType, fileName } = await fileOf(id, 'pdf');
      expect([fileName, mimeType]).toEqual([`statement-${MONTH}.pdf`, 'application/pdf']);
      const text = textOfPdf(content);
      expect(text).toMatch(/^1 /);
      // The reader returns Hebrew in the order of its glyphs, from left to right.
      expect(text).toContain(/\p{Script=Hebrew}/u.test(name) ? [...name].reverse().join('') : name);
      for (const part of [
        'Statement for March 2026',
        '1,234.50 USD',
        '1,000',
        '0.0079 USD',
        '0.02 USD',
        '2,234.52 USD',
      ])
        expect(text).toContain(part);
    },
  );

  it('of a client with white label name its product', async () => {
    const { id } = await addClient('Bluewave Pools');
    const textOf = async () => textOfPdf((await fileOf(id, 'pdf')).content);
    expect(await textOf()).toContain('Dripline');
    await sql(
      `UPDATE clients SET white_label_enabled = true, brand = jsonb_set(brand, '{productName}', '"Lead Boost"') WHERE id = $1`,
      [id],
    );
    expect(await textOf()).toContain('Lead Boost');
    expect(await textOf()).not.toContain('Dripline');
  });
});
