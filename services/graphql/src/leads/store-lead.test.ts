import { CreateWebhookDocument, UpdateClientDocument } from '../testing/operations/generated';
import { makeCampaign, makeClient, makeSequence } from '../testing/make';
import { startTestServer, type TestServer } from '../testing/test-server';
import { storeLead } from './store-lead';

describe('storing a lead', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  const nobody = {
    formData: {},
    fullName: null,
    email: null,
    phone: null,
    phoneE164: null,
    source: null,
    idempotencyKey: null,
    traceparent: null,
  };
  const parts = { consent: null, alert: null };
  const counted = (clientId: string) =>
    server.dataSource.query(
      'SELECT (SELECT count(*)::int FROM leads WHERE client_id = $1) AS leads, (SELECT sum(used)::int FROM usage_counters WHERE client_id = $1 AND kind = $2) AS used',
      [clientId, 'leads'],
    );

  it('leaves it to one who starts its sequences, where somebody just made one', async () => {
    const client = await makeClient(server);
    const campaign = await makeCampaign(server, client.id);
    const lead = { ...nobody, clientId: client.id, campaignId: campaign.id };
    expect(await storeLead(server.dataSource.manager, lead, { ...parts, begins: false })).toMatchObject({
      held: false,
    });
    await makeSequence(server, client.id, campaign.id);
    expect(await storeLead(server.dataSource.manager, lead, { ...parts, begins: false })).toBeNull();
    expect(await counted(client.id)).toEqual([{ leads: 1, used: 1 }]);
    expect(await storeLead(server.dataSource.manager, lead, { ...parts, begins: true })).toMatchObject({ held: false });
    expect(await counted(client.id)).toEqual([{ leads: 2, used: 2 }]);
  });

  it('leaves it as well to one who tells a webhook that somebody just made, and not where it is told nothing', async () => {
    const client = await makeClient(server);
    await server.admin(UpdateClientDocument, { id: client.id, input: { webhooksEnabled: true } });
    const campaign = await makeCampaign(server, client.id);
    const store = () =>
      storeLead(
        server.dataSource.manager,
        { ...nobody, clientId: client.id, campaignId: campaign.id },
        { ...parts, begins: false },
      );
    const listen = (events: string[]) =>
      client.call(CreateWebhookDocument, { clientId: client.id, input: { url: 'https://example.com', events } });
    await listen(['sms.sent', 'lead.updated']);
    expect(await store()).toMatchObject({ held: false });
    await listen(['lead.created']);
    expect(await store()).toBeNull();
    await server.admin(UpdateClientDocument, { id: client.id, input: { webhooksEnabled: false } });
    expect(await store()).toMatchObject({ held: false });
  });

  it('counts nothing where a submission with the same key was faster', async () => {
    const client = await makeClient(server);
    const campaign = await makeCampaign(server, client.id);
    const lead = { ...nobody, clientId: client.id, campaignId: campaign.id, idempotencyKey: 'one' };
    const store = () => storeLead(server.dataSource.manager, lead, { ...parts, begins: false });
    const [first, second] = await Promise.allSettled([store(), store()]);
    expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected']);
    expect(await counted(client.id)).toEqual([{ leads: 1, used: 1 }]);
  });
});
