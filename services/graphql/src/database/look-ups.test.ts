import { createCampaign, createClient } from '../testing/fixtures';
import {
  CampaignDocument,
  LeadDocument,
  RecordLandingViewDocument,
  SubmitLeadDocument,
} from '../testing/operations/generated';
import { type RecordedPlans, recordPlans } from '../testing/record-plans';
import { startTestServer, type TestServer } from '../testing/test-server';

/** Tables whose rows these requests find by a key, however many there are. */
const large = new Set(['clients', 'campaigns', 'sessions', 'members']);

describe('when Postgres reads a whole table only if it has to', () => {
  let server: TestServer;
  let plans: RecordedPlans;
  let client: Awaited<ReturnType<typeof createClient>>;
  let campaign: Awaited<ReturnType<typeof createCampaign>>;
  beforeAll(async () => {
    server = await startTestServer({ rateLimits: false });
    client = await createClient(server);
    campaign = await createCampaign(server, client.id);
    const [{ name }] = await server.dataSource.query<[{ name: string }]>('SELECT current_database() AS name');
    await server.dataSource.query(`ALTER DATABASE ${name} SET enable_seqscan = off`);
    plans = await recordPlans(server);
  });
  afterAll(() => server.stop());

  const keys = () => [client.handle, client.id].map((key) => ({ client: key, slug: campaign.slug }));

  it('a landing page finds its client and campaign by index', async () => {
    for (const key of keys()) await server.visitor(RecordLandingViewDocument, key);
    expect(plans.statements.size).toBeGreaterThan(3);
    expect(plans.takeFullScans(large)).toEqual([]);
  });

  it('a submission finds its client and campaign by index', async () => {
    const formData = { fullName: 'Ann', phone: '4155552671' };
    for (const key of keys()) await server.visitor(SubmitLeadDocument, { ...key, formData });
    expect(plans.takeFullScans(large)).toEqual([]);
  });

  it('a sign-in finds its account by index', async () => {
    await server.signInClient(client.login.username.toUpperCase(), client.login.password);
    await expect(server.signInClient('nobody', 'wrong password')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(plans.takeFullScans(large)).toEqual([]);
  });

  it('a request finds its session, client and campaign by index', async () => {
    await client.call(CampaignDocument, { id: campaign.id });
    await expect(client.call(LeadDocument, { id: client.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(plans.takeFullScans(large)).toEqual([]);
  });
});
