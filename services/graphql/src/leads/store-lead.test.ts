import { makeCampaign, makeClient, makeSequence } from '../testing/make';
import { startTestServer, type TestServer } from '../testing/test-server';
import { storeLead } from './store-lead';

describe('storing a lead', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  const nobody = { formData: {}, fullName: null, email: null, phone: null, phoneE164: null, source: null, idempotencyKey: null, traceparent: null };
  const parts = { consent: null, alert: null };
  const counted = (clientId: string) => server.dataSource.query('SELECT (SELECT count(*)::int FROM leads WHERE client_id = $1) AS leads, (SELECT sum(used)::int FROM usage_counters WHERE client_id = $1 AND kind = $2) AS used', [clientId, 'leads']);

  it('leaves it to one who starts its sequences, where somebody just made one', async () => {
    const client = await makeClient(server);
    const campaign = await makeCampaign(server, client.id);
    const lead = { ...nobody, clientId: client.id, campaignId: campaign.id };
    expect(await storeLead(server.dataSource.manager, lead, { ...parts, enrolls: false })).toMatchObject({ held: false });
    await makeSequence(server, client.id, campaign.id);
    expect(await storeLead(server.dataSource.manager, lead, { ...parts, enrolls: false })).toBeNull();
    expect(await counted(client.id)).toEqual([{ leads: 1, used: 1 }]);
    expect(await storeLead(server.dataSource.manager, lead, { ...parts, enrolls: true })).toMatchObject({ held: false });
    expect(await counted(client.id)).toEqual([{ leads: 2, used: 2 }]);
  });

  it('counts nothing where a submission with the same key was faster', async () => {
    const client = await makeClient(server);
    const campaign = await makeCampaign(server, client.id);
    const lead = { ...nobody, clientId: client.id, campaignId: campaign.id, idempotencyKey: 'one' };
    const store = () => storeLead(server.dataSource.manager, lead, { ...parts, enrolls: false });
    const [first, second] = await Promise.allSettled([store(), store()]);
    expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected']);
    expect(await counted(client.id)).toEqual([{ leads: 1, used: 1 }]);
  });
});
