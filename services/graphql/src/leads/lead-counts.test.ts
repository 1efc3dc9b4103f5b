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
import { createCampaign, createClient, createLead } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';

const actualCounts =
  'client_id, campaign_id, status, held, count(*)::int AS leads FROM leads GROUP BY client_id, campaign_id, status, held';

describe('lead counts', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  async function expectMatchingCounts() {
    const order = (rows: object[]) => rows.map((row) => JSON.stringify(row)).sort();
    const storedCounts = await server.dataSource.query<object[]>(
      'SELECT client_id, campaign_id, status, held, leads FROM lead_counts WHERE leads <> 0',
    );
    expect(order(storedCounts)).toEqual(order(await server.dataSource.query<object[]>(`SELECT ${actualCounts}`)));
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
          const leads = (await server.admin(LeadsDocument, { clientId: client.id })).leads.items;
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
        const { items, total } = (await server.admin(LeadsDocument, { clientId: client.id })).leads;
        const { clientStats } = await server.admin(ClientStatsDocument, { clientId: client.id });
        expect({ total, shown: clientStats.totalLeads, held: clientStats.heldLeads }).toEqual({
          total: items.length,
          shown: items.filter(({ held }) => !held).length,
          held: items.filter(({ held }) => held).length,
        });
        await server.admin(DeleteCampaignDocument, { id: campaigns[0]!.id });
        await expectMatchingCounts();
      }),
      { numRuns: 8 },
    );
  }, 120_000);

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
