import { createCampaign, createClient, createLead } from '../../testing/fixtures';
import {
  CreateLeadNoteDocument,
  CreateMemberDocument,
  DeleteLeadDocument,
  DeleteMemberDocument,
  LeadDocument,
  RecordConsentDocument,
  StartLeadJobDocument,
  UndoLeadJobDocument,
  UpdateLeadDocument,
  UpdateLeadsDocument,
} from '../../testing/operations/generated';
import { type Caller, startTestServer, type TestServer } from '../../testing/test-server';

describe('what people did with a lead', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer({ rateLimits: false })));
  afterAll(() => server.stop());

  let last = 0;
  async function setUp() {
    const client = await createClient(server, { businessName: 'Acme' });
    const campaign = await createCampaign(server, client.id);
    const { id } = await createLead(server, client, campaign);
    const input = {
      name: 'Ann',
      username: `acting-${(last += 1)}`,
      password: 'green apples on tuesday',
      role: 'staff' as const,
    };
    const { createMember } = await client.call(CreateMemberDocument, { clientId: client.id, input });
    const ann = { id: createMember.id, call: await server.signInClient(input.username, input.password) };
    /** Returns the entries of the timeline after the submission. */
    const acts = async (call: Caller = client.call) =>
      (await call(LeadDocument, { id })).lead.timeline
        .slice(1)
        .map(({ kind, description }) => `${kind}: ${description}`);
    return { client, id, ann, acts };
  }

  it('is in its timeline, with their names, in the order in which they did it', async () => {
    const { client, id, ann, acts } = await setUp();
    await ann.call(UpdateLeadDocument, { id, input: { status: 'contacted' } });
    await ann.call(UpdateLeadDocument, { id, input: { status: 'contacted' } });
    await server.admin(UpdateLeadsDocument, { clientId: client.id, ids: [id], status: 'qualified', ownerId: ann.id });
    await ann.call(CreateLeadNoteDocument, { leadId: id, body: 'Secret plan' });
    await ann.call(RecordConsentDocument, { id, howObtained: 'On the phone' });
    await ann.call(UpdateLeadDocument, { id, input: { ownerId: null } });
    expect(await acts()).toEqual([
      'status_changed: Ann changed the status from New to Contacted',
      expect.stringMatching(/^(status|owner)_changed: admin /),
      expect.stringMatching(/^(status|owner)_changed: admin /),
      'note: Ann wrote a note',
      'consent: Ann recorded consent',
      'owner_changed: Ann removed the owner Ann',
    ]);
    expect(await acts()).toEqual(
      expect.arrayContaining([
        'status_changed: admin changed the status from Contacted to Qualified',
        'owner_changed: admin made Ann the owner',
      ]),
    );
    expect(JSON.stringify(await acts())).not.toContain('Secret');
  });

  it('includes changes of many leads, by the account that started them, and their undo', async () => {
    const { client, ann, acts } = await setUp();
    const run = async (start: Promise<{ id: string }>) => {
      const job = await start;
      await server.doBulkWork();
      return job.id;
    };
    const start = (action: object) =>
      run(
        ann
          .call(StartLeadJobDocument, { clientId: client.id, filter: {}, action })
          .then(({ startLeadJob }) => startLeadJob),
      );
    const job = await start({ status: 'converted' });
    await run(client.call(UndoLeadJobDocument, { id: job }).then(({ undoLeadJob }) => undoLeadJob));
    await start({ ownerId: ann.id });
    await client.call(DeleteMemberDocument, { id: ann.id });
    await server.doBulkWork();
    const name = client.login.username;
    expect(await acts(server.admin)).toEqual([
      'status_changed: Ann changed the status from New to Converted',
      `status_changed: ${name} changed the status from Converted to New`,
      'owner_changed: Ann made Ann the owner',
    ]);
  });

  it('is forgotten with the lead, and hidden from other clients', async () => {
    const { client, id, ann } = await setUp();
    await ann.call(UpdateLeadDocument, { id, input: { status: 'contacted' } });
    const count = async () =>
      (
        await server.dataSource.query<{ n: number }[]>(
          'SELECT count(*)::int AS n FROM lead_history WHERE lead_id = $1',
          [id],
        )
      )[0]!.n;
    expect(await count()).toBe(1);
    const other = await createClient(server);
    await expect(other.call(LeadDocument, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await client.call(DeleteLeadDocument, { id });
    expect(await count()).toBe(0);
  });
});
