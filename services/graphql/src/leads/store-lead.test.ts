import { CreateWebhookDocument, UpdateClientDocument } from '../testing/operations/generated';
import { createCampaign, createClient, createSequence } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';
import { storeLead } from './store-lead';

describe('storing a lead', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  const anonymousLead = {
    formData: {},
    formLabels: null,
    fullName: null,
    email: null,
    phone: null,
    phoneE164: null,
    source: null,
    attribution: null,
    adConsent: null,
    adConsentText: null,
    variantId: null,
    idempotencyKey: null,
    bodyHash: null,
    traceparent: null,
  };
  const extras = { consent: null, notification: null };
  const readCounts = (clientId: string) =>
    server.dataSource.query(
      'SELECT (SELECT count(*)::int FROM leads WHERE client_id = $1) AS leads, (SELECT sum(used)::int FROM usage_counters WHERE client_id = $1 AND kind = $2) AS used',
      [clientId, 'leads'],
    );

  it('storeLead stores nothing if a sequence was just created and the caller does not start it', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const lead = { ...anonymousLead, clientId: client.id, campaignId: campaign.id };
    expect(await storeLead(server.dataSource.manager, lead, { ...extras, startsWork: false })).toMatchObject({
      held: false,
    });
    await createSequence(server, client.id, campaign.id);
    expect(await storeLead(server.dataSource.manager, lead, { ...extras, startsWork: false })).toBeNull();
    expect(await readCounts(client.id)).toEqual([{ leads: 1, used: 1 }]);
    expect(await storeLead(server.dataSource.manager, lead, { ...extras, startsWork: true })).toMatchObject({
      held: false,
    });
    expect(await readCounts(client.id)).toEqual([{ leads: 2, used: 2 }]);
  });

  it('storeLead stores nothing if a webhook for new leads was just created and the caller does not emit the event', async () => {
    const client = await createClient(server);
    await server.admin(UpdateClientDocument, { id: client.id, input: { webhooksEnabled: true } });
    const campaign = await createCampaign(server, client.id);
    const store = () =>
      storeLead(
        server.dataSource.manager,
        { ...anonymousLead, clientId: client.id, campaignId: campaign.id },
        { ...extras, startsWork: false },
      );
    const createWebhook = (events: string[]) =>
      client.call(CreateWebhookDocument, { clientId: client.id, input: { url: 'https://example.com', events } });
    await createWebhook(['sms.sent', 'lead.updated']);
    expect(await store()).toMatchObject({ held: false });
    await createWebhook(['lead.created']);
    expect(await store()).toBeNull();
    await server.admin(UpdateClientDocument, { id: client.id, input: { webhooksEnabled: false } });
    expect(await store()).toMatchObject({ held: false });
  });

  it('a duplicate idempotency key does not count towards the limit', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const lead = { ...anonymousLead, clientId: client.id, campaignId: campaign.id, idempotencyKey: 'one' };
    const store = () => storeLead(server.dataSource.manager, lead, { ...extras, startsWork: false });
    const [first, second] = await Promise.allSettled([store(), store()]);
    expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected']);
    expect(await readCounts(client.id)).toEqual([{ leads: 1, used: 1 }]);
  });
});
