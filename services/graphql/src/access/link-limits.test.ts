import { DeleteLeadDocument, UpdateClientDocument, UpdateLeadDocument } from '../testing/operations/generated';
import { createCampaign, createClient, createLead } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';

describe('a dashboard link', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  async function setUp(linkReadOnly: boolean) {
    const client = await createClient(server);
    const lead = await createLead(server, client, await createCampaign(server, client.id));
    const useLink = (authEnabled: boolean) =>
      server.admin(UpdateClientDocument, { id: client.id, input: { authEnabled, linkReadOnly } });
    return { client, lead, useLink };
  }

  it('allows 120 changes a minute, which do not count for signed-in callers', async () => {
    const { client, lead, useLink } = await setUp(false);
    await useLink(false);
    const change = { id: lead.id, input: { status: 'contacted' as const } };
    await server.visitor(UpdateLeadDocument, change);
    const [, changed] = await server.dataSource.query<[unknown[], number]>(
      'UPDATE rate_limits SET points = 120 WHERE key = $1',
      [`link-actions:${client.id}`],
    );
    expect(changed).toBe(1);
    await expect(server.visitor(DeleteLeadDocument, { id: lead.id })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect((await server.admin(UpdateLeadDocument, change)).updateLead.status).toBe('contacted');
  });

  it('that is read-only limits nobody who is signed in', async () => {
    const { client, lead, useLink } = await setUp(true);
    await useLink(true);
    const change = { id: lead.id, input: { status: 'contacted' as const } };
    expect((await client.call(UpdateLeadDocument, change)).updateLead.status).toBe('contacted');
    expect((await server.admin(DeleteLeadDocument, { id: lead.id })).deleteLead).toBe(true);
  });
});
