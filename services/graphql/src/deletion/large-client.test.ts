import {
  AdminStatsDocument,
  CampaignsDocument,
  ClientDocument,
  LeadDocument,
  SequencesDocument,
  DeleteCampaignDocument,
  DeleteClientDocument,
  DeleteSequenceDocument,
  LeadsDocument,
  UpdateClientDocument,
  UpdateSequenceDocument,
} from '../testing/operations/generated';
import { createCampaign, createClient, createLead, createSequence } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';

/** More rows than a statement can have bind parameters, which are at most 65,535. */
const ROWS = 40_000;

jest.setTimeout(600_000);

describe(`a client with ${ROWS} held follow-ups`, () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ rateLimits: false });
  });
  afterAll(() => server.stop());

  const sql = <Row>(text: string, parameters: unknown[] = []) => server.dataSource.query<Row[]>(text, parameters);
  const count = async (from: string, parameters: unknown[] = []) =>
    (await sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${from}`, parameters))[0]!.n;

  async function seed() {
    const client = await createClient(server);
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlyLeadLimit: 0 } });
    await createCampaign(server, client.id);
    const campaign = await createCampaign(server, client.id);
    const sequence = await createSequence(server, client.id, campaign.id);
    await server.dataSource.transaction(async (db) => {
      await db.query('SET LOCAL statement_timeout = 0');
      await db.query(
        `WITH made AS (
           INSERT INTO leads (client_id, campaign_id, form_data, phone_e164) SELECT $1, $2, '{}', '+1415' || (2000000 + n) FROM generate_series(1, ${ROWS}) n RETURNING id, phone_e164)
         INSERT INTO enrollments (client_id, sequence_id, lead_id, to_e164, steps, status, reason, next_due_at)
         SELECT $1, $3, id, phone_e164, '[{"delayMinutes": 0, "message": "Hi"}]', 'held', 'sequence_off', now() FROM made`,
        [client.id, campaign.id, sequence.id],
      );
      await db.query(
        `INSERT INTO leads (client_id, campaign_id, form_data, held) SELECT $1, $2, '{}', true FROM generate_series(1, 300)`,
        [client.id, campaign.id],
      );
    });
    await sql('ANALYZE');
    return { client, campaign, sequence };
  }

  /** Does the work on many rows until none is left, and returns the enrollments that were signalled. */
  async function relay(): Promise<Set<string>> {
    const signalled = new Set<string>();
    for (;;) {
      const [calls] = await server.dataSource.query<[{ kind: string; subject_id: string }[], number]>(
        'DELETE FROM outbox WHERE NOT is_bulk RETURNING kind, subject_id',
      );
      for (const { kind, subject_id: id } of calls) if (kind === 'signal') signalled.add(id);
      await sql('UPDATE outbox SET next_attempt_at = now() WHERE is_bulk');
      await server.doBulkWork();
      if ((await count('outbox')) === 0) return signalled;
    }
  }

  it('can be switched off and on, and its limits can be raised: each follow-up is signalled', async () => {
    const { client, sequence } = await seed();
    const update = (input: object) => server.admin(UpdateClientDocument, { id: client.id, input });
    const saveSequence = (status: 'active' | 'inactive') =>
      server.admin(UpdateSequenceDocument, { id: sequence.id, input: { status } });
    await update({ smsAutoReplyEnabled: false });
    await relay();
    const changes = [
      () => update({ smsAutoReplyEnabled: true }),
      () => update({ monthlySMSLimit: 100_000 }),
      () => update({ status: 'inactive' }),
      () => update({ status: 'active' }),
      () => saveSequence('active'),
    ];
    for (const change of changes) {
      await change();
      expect((await relay()).size).toBe(ROWS);
    }
    await update({ monthlyLeadLimit: 200 });
    await relay();
    expect(await count('leads WHERE client_id = $1 AND held', [client.id])).toBe(100);
    await server.admin(DeleteClientDocument, { id: client.id });
    await relay();
  });

  it('its sequence, campaign and the client itself are deleted in pages, and nothing else is', async () => {
    const { client, campaign, sequence } = await seed();
    const other = await createClient(server);
    const otherLead = await createLead(server, other, await createCampaign(server, other.id));
    const held = await sql<{ id: string }>(`SELECT id FROM enrollments WHERE client_id = $1`, [client.id]);
    await server.admin(DeleteSequenceDocument, { id: sequence.id });
    await expect(server.admin(DeleteSequenceDocument, { id: sequence.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const signalled = await relay();
    expect(signalled).toEqual(new Set(held.map(({ id }) => id)));
    expect(await count('enrollments WHERE client_id = $1', [client.id])).toBe(0);

    await server.admin(DeleteCampaignDocument, { id: campaign.id });
    expect((await server.admin(LeadsDocument, { clientId: client.id })).client.leads.totalCount).toBe(0);
    await relay();
    expect(await count('leads WHERE client_id = $1', [client.id])).toBe(0);

    await server.admin(DeleteClientDocument, { id: client.id });
    await expect(server.admin(ClientDocument, { id: client.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await relay();
    expect(await count('clients WHERE id = $1', [client.id])).toBe(0);
    expect(await count('leads WHERE id = $1', [otherLead.id])).toBe(1);
  });

  it('what is being deleted is hidden from everybody', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const sequence = await createSequence(server, client.id, campaign.id);
    const lead = await createLead(server, client, campaign);
    const admins = async () => (await server.admin(AdminStatsDocument, {})).adminStats;
    const before = await admins();
    await sql('UPDATE campaigns SET deleting = true WHERE id = $1', [campaign.id]);
    for (const call of [client.call, server.admin]) {
      expect((await call(CampaignsDocument, { clientId: client.id })).client.campaigns.nodes).toEqual([]);
      expect((await call(LeadsDocument, { clientId: client.id })).client.leads.totalCount).toBe(0);
      await expect(call(LeadDocument, { id: lead.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await expect(createLead(server, client, campaign)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await admins()).toMatchObject({
      activeCampaigns: before.activeCampaigns - 1,
      totalLeads: before.totalLeads - 1,
    });
    await sql('UPDATE campaigns SET deleting = false WHERE id = $1', [campaign.id]);
    await sql('UPDATE sequences SET deleting = true WHERE id = $1', [sequence.id]);
    expect((await client.call(SequencesDocument, { clientId: client.id })).client.sequences.nodes).toEqual([]);
    expect((await client.call(LeadDocument, { id: lead.id })).lead.enrollments.nodes).toEqual([]);
    await sql('UPDATE clients SET deleting = true WHERE id = $1', [client.id]);
    for (const call of [client.call, server.admin])
      await expect(call(ClientDocument, { id: client.id })).rejects.toMatchObject({
        code: expect.stringMatching(/NOT_FOUND|UNAUTHENTICATED/),
      });
  });
});
