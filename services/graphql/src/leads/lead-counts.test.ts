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
import { makeCampaign, makeClient, makeLead } from '../testing/make';
import { startTestServer, type TestServer } from '../testing/test-server';

const counted =
  'client_id, campaign_id, status, held, count(*)::int AS leads FROM leads GROUP BY client_id, campaign_id, status, held';

describe('the counts of leads', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  async function expectTruth() {
    const order = (rows: object[]) => rows.map((row) => JSON.stringify(row)).sort();
    const kept = await server.dataSource.query<object[]>(
      'SELECT client_id, campaign_id, status, held, leads FROM lead_counts WHERE leads <> 0',
    );
    expect(order(kept)).toEqual(order(await server.dataSource.query<object[]>(`SELECT ${counted}`)));
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

  it('are those of the leads, whatever happens to them, several things at once included', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 5 }), async (rounds) => {
        const client = await makeClient(server, { authEnabled: false });
        await server.admin(UpdateClientDocument, { id: client.id, input: { monthlyLeadLimit: 3 } });
        const campaigns = [await makeCampaign(server, client.id), await makeCampaign(server, client.id)];
        const gone = () => undefined;
        for (const round of rounds) {
          const leads = (await server.admin(LeadsDocument, { clientId: client.id })).leads.items;
          await Promise.all(
            round.map(async (at) => {
              if (at.kind === 'limit')
                return server.admin(UpdateClientDocument, { id: client.id, input: { monthlyLeadLimit: at.limit } });
              if (at.kind === 'submit')
                return Promise.all(
                  Array.from({ length: at.times }, () => makeLead(server, client, campaigns[at.campaign]!)),
                );
              const id = leads[at.lead % Math.max(leads.length, 1)]?.id;
              if (id === undefined) return;
              // Another of the round may have removed it.
              if (at.kind === 'remove') return server.admin(DeleteLeadDocument, { id }).catch(gone);
              return server.admin(UpdateLeadDocument, { id, input: { status: at.status } }).catch(gone);
            }),
          );
          await expectTruth();
        }
        const { items, total } = (await server.admin(LeadsDocument, { clientId: client.id })).leads;
        const { clientStats } = await server.admin(ClientStatsDocument, { clientId: client.id });
        expect({ total, shown: clientStats.totalLeads, held: clientStats.heldLeads }).toEqual({
          total: items.length,
          shown: items.filter(({ held }) => !held).length,
          held: items.filter(({ held }) => held).length,
        });
        await server.admin(DeleteCampaignDocument, { id: campaigns[0]!.id });
        await expectTruth();
      }),
      { numRuns: 8 },
    );
  }, 120_000);

  it('go with the last lead of a campaign that is deleted', async () => {
    const client = await makeClient(server, { authEnabled: false });
    const campaign = await makeCampaign(server, client.id);
    await makeLead(server, client, campaign);
    const before = (await server.admin(AdminStatsDocument, {})).adminStats.totalLeads;
    await server.admin(DeleteCampaignDocument, { id: campaign.id });
    expect((await server.admin(AdminStatsDocument, {})).adminStats.totalLeads).toBe(before - 1);
    expect(
      await server.dataSource.query('SELECT leads FROM lead_counts WHERE campaign_id = $1', [campaign.id]),
    ).toEqual([]);
  });
});
