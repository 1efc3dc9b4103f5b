import { createClient } from '../testing/fixtures';
import {
  LimitChangesDocument,
  MonthlyUsageDocument,
  UpdateClientDocument,
  UpdateClientsDocument,
  UsageTotalsDocument,
} from '../testing/operations/generated';
import { startTestServer, type TestServer } from '../testing/test-server';

describe('monthly usage', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  const sql = (text: string, values: unknown[]) => server.dataSource.query<{ id: string }[]>(text, values);
  const list = async (variables: object = {}) =>
    (await server.admin(MonthlyUsageDocument, { first: 500, ...variables })).monthlyUsage;
  const usageOf = async (clientId: string, month?: string) =>
    (await list({ month: month ?? null, filter: { clientId } })).nodes[0];
  /** Creates a client that exists since 2025. */
  const addClient = async (businessName?: string) => {
    const client = await createClient(server, businessName ? { businessName } : {});
    await sql(`UPDATE clients SET created_at = '2025-01-01', time_zone = 'UTC' WHERE id = $1`, [client.id]);
    return client;
  };
  const use = (clientId: string, month: string | null, kind: string, used: number, segments = 0) =>
    sql(
      `INSERT INTO usage_counters (client_id, month, kind, used, segments)
       VALUES ($1, coalesce($2::date, date_trunc('month', now() AT TIME ZONE 'UTC')), $3, $4, $5)`,
      [clientId, month, kind, used, segments],
    );

  it('is that of the current month, or of another one', async () => {
    const { id } = await addClient();
    await use(id, null, 'leads', 12);
    await use(id, null, 'sms', 30, 45);
    await use(id, '2026-03-01', 'leads', 7);
    await use(id, '2026-03-01', 'campaigns', 2);
    const thisMonth = new Date().toISOString().slice(0, 7);
    expect(await usageOf(id)).toMatchObject({ month: thisMonth, leads: 12, messages: 30, segments: 45, campaigns: 0 });
    expect(await usageOf(id, '2026-03')).toMatchObject({ month: '2026-03', leads: 7, messages: 0, campaigns: 2 });
    expect(await usageOf(id, '2026-02')).toMatchObject({ leads: 0, messages: 0, segments: 0, campaigns: 0 });
  });

  it('leaves out clients that were added after the month', async () => {
    const { id } = await addClient();
    expect(await usageOf(id, '2025-01')).toBeDefined();
    expect(await usageOf(id, '2024-12')).toBeUndefined();
  });

  it('shows a past month against the limits that applied at its end', async () => {
    const { id } = await addClient();
    await sql(
      `INSERT INTO limit_changes (client_id, changed_by, quota, previous, current, changed_at)
       VALUES ($1, 'admin', 'leads', 100, 200, '2026-03-10'), ($1, 'admin', 'leads', 200, 300, '2026-04-01T00:00:00Z'),
         ($1, 'admin', 'leads', 300, 1000, '2026-05-02')`,
      [id],
    );
    const limitIn = async (month: string) => (await usageOf(id, month))?.leadLimit;
    expect(await limitIn('2026-02')).toBe(100);
    // The change at the first moment of April does not concern March.
    expect(await limitIn('2026-03')).toBe(200);
    expect(await limitIn('2026-04')).toBe(300);
    expect(await limitIn('2026-05')).toBe(1000);
    // Another limit, which did not change.
    expect((await usageOf(id, '2026-02'))?.messageLimit).toBe(1000);
  });

  it('records who changed which limit, of one client and of several', async () => {
    const [one, other] = [await addClient(), await addClient()];
    await server.admin(UpdateClientDocument, {
      id: one.id,
      input: { monthlyLeadLimit: 2000, monthlySMSLimit: 1000, businessName: 'Renamed' },
    });
    await server.admin(UpdateClientsDocument, {
      ids: [one.id, other.id],
      input: { monthlyLeadLimit: 2000, monthlyCampaignLimit: 20 },
    });
    const changesOf = async (clientId: string) =>
      (await server.admin(LimitChangesDocument, { filter: { clientId } })).limitChanges.nodes
        .map(({ quota, previous, current, changedBy }) => `${quota} ${previous} ${current} ${changedBy}`)
        .sort();
    // Only what changed.
    expect(await changesOf(one.id)).toEqual(['campaigns 10 20 admin', 'leads 1000 2000 admin']);
    expect(await changesOf(other.id)).toEqual(['campaigns 10 20 admin', 'leads 1000 2000 admin']);
  });

  it('is searched, and sorted by the used share of a limit', async () => {
    const clients = [];
    for (const name of ['Half', 'Most', 'None']) clients.push(await addClient(`=${name}`));
    await use(clients[0]!.id, '2026-01-01', 'leads', 500);
    await use(clients[1]!.id, '2026-01-01', 'leads', 900);
    const namesIn = async (orderBy?: object) =>
      (await list({ month: '2026-01', filter: { search: '=' }, ...(orderBy && { orderBy }) })).nodes.map(
        ({ client }) => client.businessName,
      );
    expect(await namesIn()).toEqual(['=Most', '=Half', '=None']);
    expect(await namesIn({ field: 'leads', direction: 'asc' })).toEqual(['=None', '=Half', '=Most']);
    expect(await namesIn({ field: 'businessName', direction: 'asc' })).toEqual(['=Half', '=Most', '=None']);
  });

  it('has totals of all clients, which equal the sum of the list', async () => {
    const { nodes, totalCount } = await list({ month: '2026-01' });
    const { usageTotals } = await server.admin(UsageTotalsDocument, { month: '2026-01' });
    const sumOf = (field: 'leads' | 'messages' | 'segments' | 'campaigns') =>
      nodes.reduce((sum, node) => sum + node[field], 0);
    expect(usageTotals).toMatchObject({
      clients: totalCount,
      leads: sumOf('leads'),
      messages: sumOf('messages'),
      segments: sumOf('segments'),
      campaigns: sumOf('campaigns'),
    });
    expect(usageTotals.leads).toBe(1400);
  });

  it('rejects what is no month, and clients', async () => {
    for (const month of ['2026-13', '2026', 'x', '1999-01'])
      await expect(server.admin(MonthlyUsageDocument, { month })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { month: 'month must have the form YYYY-MM.' },
      });
    const client = await createClient(server);
    await expect(client.call(MonthlyUsageDocument, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(client.call(LimitChangesDocument, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(client.call(UsageTotalsDocument, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
