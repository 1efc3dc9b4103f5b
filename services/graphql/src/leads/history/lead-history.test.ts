import { createCampaign, createClient, createLead } from '../../testing/fixtures';
import {
  AddLeadImportRowsDocument,
  CreateLeadImportDocument,
  CreateLeadNoteDocument,
  CreateMemberDocument,
  DeleteLeadDocument,
  DeleteMemberDocument,
  LeadDocument,
  RecordConsentDocument,
  RecordOptOutDocument,
  StartLeadImportDocument,
  StartLeadJobDocument,
  UndoLeadJobDocument,
  UpdateLeadDocument,
  UpdateLeadsDocument,
} from '../../testing/operations/generated';
import { liftSuppression } from '../../replies/suppress';
import { Lead } from '../lead.entity';
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
    return { client, campaign, id, ann, acts };
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

  it('names the tags that were added and removed, and the questions whose answers were changed, but no answers', async () => {
    const { client, id, ann, acts } = await setUp();
    const tag = (addTags: string[], removeTags: string[] = []) =>
      ann.call(UpdateLeadsDocument, { clientId: client.id, ids: [id], addTags, removeTags });
    await tag(['VIP', 'Roof']);
    await tag(['vip', 'Later'], ['roof', 'unknown']);
    await tag([], ['Later']);
    await tag(['VIP']);
    const { formData } = (await client.call(LeadDocument, { id })).lead;
    const input = { formData: { ...formData, fullName: 'Secret Name', hobby: 'Chess' } };
    await client.call(UpdateLeadDocument, { id, input });
    await client.call(UpdateLeadDocument, { id, input });
    expect(await acts()).toEqual([
      'tags_changed: Ann added the tags “Roof”, “VIP”',
      'tags_changed: Ann added the tags “Later” and removed “Roof”',
      'tags_changed: Ann removed the tags “Later”',
      `answers_changed: ${client.login.username} changed the answers to “Full Name”, “hobby”`,
    ]);
    const numbered = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`extra${n}`, 'x']));
    await client.call(UpdateLeadDocument, { id, input: { formData: { ...input.formData, ...numbered } } });
    expect((await acts()).at(-1)).toMatch(/“extra4” and 3 more$/);
  });

  it('includes tags of many leads once for each lead that changes, and their undo', async () => {
    const { client, id, ann, acts } = await setUp();
    await ann.call(UpdateLeadsDocument, { clientId: client.id, ids: [id], addTags: ['Old'] });
    const action = { addTags: ['Old', 'New'], removeTags: [] };
    const { startLeadJob } = await ann.call(StartLeadJobDocument, { clientId: client.id, filter: {}, action });
    await server.doBulkWork();
    await client.call(UndoLeadJobDocument, { id: startLeadJob.id });
    await server.doBulkWork();
    expect((await acts()).slice(1)).toEqual([
      'tags_changed: Ann added the tags “New”',
      `tags_changed: ${client.login.username} removed the tags “New”`,
    ]);
  });

  it('says who imported a lead and from which file, also after 200 other changes', async () => {
    const { client, campaign, ann } = await setUp();
    const { createLeadImport } = await client.call(CreateLeadImportDocument, {
      campaignId: campaign.id,
      fileName: 'spring-fair.csv',
      columns: [
        { name: 'Name', target: 'answer', fieldId: 'fullName' },
        { name: 'Tags', target: 'tags' },
      ],
    });
    await client.call(AddLeadImportRowsDocument, { id: createLeadImport.id, position: 0, rows: [['Bo Ray', 'VIP']] });
    await client.call(StartLeadImportDocument, { id: createLeadImport.id });
    await server.doBulkWork();
    const [bo] = await server.dataSource.query<[{ id: string }]>(
      `SELECT id FROM leads WHERE client_id = $1 AND full_name = 'Bo Ray'`,
      [client.id],
    );
    const timeline = async () => (await ann.call(LeadDocument, { id: bo.id })).lead.timeline;
    const first = { kind: 'imported', description: `Imported from spring-fair.csv by ${client.login.username}` };
    expect(await timeline()).toMatchObject([first]);
    await server.dataSource.query(
      `INSERT INTO lead_history (client_id, lead_id, kind, current, actor_name)
       SELECT $1, $2, 'owner', 'Ann', 'Ann' FROM generate_series(1, 201)`,
      [client.id, bo.id],
    );
    const entries = await timeline();
    expect(entries).toHaveLength(201);
    expect(entries[0]).toMatchObject(first);
  });

  it('says who recorded an opt-out, once', async () => {
    const { client, id, ann, acts } = await setUp();
    const owner = client.login.username;
    await client.call(RecordOptOutDocument, { id });
    await client.call(RecordOptOutDocument, { id });
    expect(await acts(ann.call)).toEqual([
      `opted_out: ${owner} recorded an opt-out. No text messages are sent to this number until it replies START`,
    ]);
    const lead = await server.dataSource.manager.findOneByOrFail(Lead, { id });
    await liftSuppression(server.dataSource.manager, lead.phoneE164!);
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
