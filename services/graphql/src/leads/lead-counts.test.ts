import {
  AdminStatsDocument,
  ClientStatsDocument,
  DeleteCampaignDocument,
  DeleteLeadDocument,
  LeadsDocument,
  UpdateClientDocument,
  UpdateLeadDocument,
} from '../testing/operations/generated';
import fc from 'fast-check';
import { createCampaign, createClient, createLead, createSequence } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';

/** Each table of counters, and the query that counts the rows. */
const countedRows = {
  'client_id, campaign_id, status, held, leads FROM lead_counts WHERE leads <> 0':
    'client_id, campaign_id, status, held, count(*)::int AS leads FROM leads GROUP BY 1, 2, 3, 4',
  [`campaign_id, day::text, source, count FROM source_counts WHERE kind = 'leads' AND count <> 0`]: `campaign_id, coalesce(local_day, '-infinity')::text AS day, coalesce(source, 'direct') AS source, count(*)::int FROM leads
     WHERE NOT held GROUP BY GROUPING SETS ((1, local_day, 3), (1, 3))`,
};

describe('counters', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  async function expectMatchingCounts() {
    const order = (rows: object[]) => rows.map((row) => JSON.stringify(row)).sort();
    for (const [stored, actual] of Object.entries(countedRows)) {
      const [storedCounts, actualCounts] = [
        await server.dataSource.query<object[]>(`SELECT ${stored}`),
        await server.dataSource.query<object[]>(`SELECT ${actual}`),
      ];
      expect(order(storedCounts)).toEqual(order(actualCounts));
    }
  }

  const step = fc.oneof(
    fc.record({ kind: fc.constant('submit' as const), campaign: fc.nat(1), times: fc.integer({ min: 1, max: 4 }) }),
    fc.record({
      kind: fc.constant('status' as const),
      lead: fc.nat(20),
      status: fc.constantFrom('new' as const, 'contacted' as const, 'qualified' as const, 'converted' as const),
    }),
    fc.record({ kind: fc.constant('remove' as const), lead: fc.nat(20) }),
    fc.record({ kind: fc.constant('limit' as const), limit: fc.nat(6) }),
  );

  it('the counts match the leads after any concurrent changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 5 }), async (rounds) => {
        const client = await createClient(server, { authEnabled: false });
        await server.admin(UpdateClientDocument, { id: client.id, input: { monthlyLeadLimit: 3 } });
        const campaigns = [await createCampaign(server, client.id), await createCampaign(server, client.id)];
        const ignoreNotFound = () => undefined;
        for (const round of rounds) {
          const leads = (await server.admin(LeadsDocument, { clientId: client.id })).client.leads.nodes;
          await Promise.all(
            round.map(async (change) => {
              if (change.kind === 'limit')
                return server.admin(UpdateClientDocument, { id: client.id, input: { monthlyLeadLimit: change.limit } });
              if (change.kind === 'submit')
                return Promise.all(
                  Array.from({ length: change.times }, () => createLead(server, client, campaigns[change.campaign]!)),
                );
              const id = leads[change.lead % Math.max(leads.length, 1)]?.id;
              if (id === undefined) return;
              // Another change of the round may have deleted it.
              if (change.kind === 'remove') return server.admin(DeleteLeadDocument, { id }).catch(ignoreNotFound);
              return server.admin(UpdateLeadDocument, { id, input: { status: change.status } }).catch(ignoreNotFound);
            }),
          );
          await expectMatchingCounts();
        }
        const { nodes, totalCount: total } = (await server.admin(LeadsDocument, { clientId: client.id })).client.leads;
        const { stats } = (await server.admin(ClientStatsDocument, { clientId: client.id })).client;
        expect({ total, shown: stats.totalLeads, held: stats.heldLeads }).toEqual({
          total: nodes.length,
          shown: nodes.filter(({ held }) => !held).length,
          held: nodes.filter(({ held }) => held).length,
        });
        await server.admin(DeleteCampaignDocument, { id: campaigns[0]!.id });
        await expectMatchingCounts();
      }),
      { numRuns: 8 },
    );
  }, 120_000);

  it('the counts of sent messages and spam match the rows after any changes', async () => {
    const client = await createClient(server, { authEnabled: false });
    const campaign = await createCampaign(server, client.id);
    const sequence = await createSequence(server, client.id, campaign.id);
    const sql = (text: string) => server.dataSource.query<object[]>(text, [campaign.id]);
    const total = async () =>
      (await server.admin(ClientStatsDocument, { clientId: client.id })).client.stats.totalSMSMessages;
    const [lead, other] = [await createLead(server, client, campaign), await createLead(server, client, campaign)];
    const addMessages = (leadId: string, statuses: string[]) =>
      server.dataSource.query(
        `INSERT INTO sms_messages (client_id, campaign_id, sms_sequence_id, lead_id, enrollment_id, step, to_e164, body, due_at, status)
         SELECT e.client_id, $2, $3, e.lead_id, e.id, status.step, '+14155550100', 'Hi', now(), status.name
         FROM enrollments e, unnest($4::sms_status[]) WITH ORDINALITY AS status (name, step) WHERE e.lead_id = $1`,
        [leadId, campaign.id, sequence.id, statuses],
      );
    await addMessages(lead.id, ['sent', 'sent', 'queued', 'failed']);
    await addMessages(other.id, ['sent', 'held']);
    expect(await total()).toBe(3);
    await sql(
      `UPDATE sms_messages SET status = CASE WHEN step = 1 THEN 'failed' ELSE 'sent' END::sms_status WHERE campaign_id = $1`,
    );
    expect(await total()).toBe(4);
    await sql(`UPDATE sms_messages SET delivery_status = 'delivered' WHERE campaign_id = $1`);
    expect(await total()).toBe(4);
    await client.call(DeleteLeadDocument, { id: lead.id });
    expect(await total()).toBe(1);
    await sql(
      `INSERT INTO spam_leads (client_id, campaign_id, reason, form_data) SELECT client_id, id, 'flood', '{}' FROM campaigns, generate_series(1, 3) WHERE id = $1`,
    );
    await sql(`DELETE FROM spam_leads WHERE id = (SELECT id FROM spam_leads WHERE campaign_id = $1 LIMIT 1)`);
    expect((await server.admin(ClientStatsDocument, { clientId: client.id })).client.stats.spamLeads).toBe(2);
    const { totalSMSMessages } = (await server.admin(AdminStatsDocument, {})).adminStats;
    await server.admin(DeleteCampaignDocument, { id: campaign.id });
    expect((await server.admin(AdminStatsDocument, {})).adminStats.totalSMSMessages).toBe(totalSMSMessages - 1);
    expect(await sql('SELECT FROM campaign_counts WHERE campaign_id = $1')).toEqual([]);
  });

  it('deleting a campaign deletes its counts', async () => {
    const client = await createClient(server, { authEnabled: false });
    const campaign = await createCampaign(server, client.id);
    await createLead(server, client, campaign);
    const before = (await server.admin(AdminStatsDocument, {})).adminStats.totalLeads;
    await server.admin(DeleteCampaignDocument, { id: campaign.id });
    expect((await server.admin(AdminStatsDocument, {})).adminStats.totalLeads).toBe(before - 1);
    expect(
      await server.dataSource.query('SELECT leads FROM lead_counts WHERE campaign_id = $1', [campaign.id]),
    ).toEqual([]);
  });
});
