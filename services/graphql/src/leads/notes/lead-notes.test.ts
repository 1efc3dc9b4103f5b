import { createCampaign, createClient, createLead } from '../../testing/fixtures';
import {
  CreateLeadNoteDocument,
  DeleteLeadDocument,
  DeleteLeadNoteDocument,
  LeadNotesDocument,
  UpdateClientDocument,
  UpdateLeadNoteDocument,
} from '../../testing/operations/generated';
import { type Caller, startTestServer, type TestServer } from '../../testing/test-server';

describe('notes on a lead', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  async function setUp(authEnabled = true) {
    const client = await createClient(server, { businessName: 'Acme', ...(!authEnabled && { authEnabled }) });
    const { id: leadId } = await createLead(server, client, await createCampaign(server, client.id), {
      fullName: 'Ann Lee',
      phone: '(415) 555-2671',
    });
    const write = async (body: string, call: Caller = client.call) =>
      (await call(CreateLeadNoteDocument, { leadId, body })).createLeadNote;
    const notes = async (call: Caller = client.call, first = 50, after?: string) =>
      (await call(LeadNotesDocument, { id: leadId, first, after: after ?? null })).lead.notes;
    return { client, leadId, write, notes };
  }

  it('are listed newest first and page by page, with their author and whether they are the caller’s own', async () => {
    const { client, write, notes } = await setUp();
    await write(' Called, no answer. ');
    await write('Agency: call again on Monday', server.admin);
    expect((await notes()).nodes).toMatchObject([
      { body: 'Agency: call again on Monday', authorName: 'admin', isOwn: false },
      { body: 'Called, no answer.', authorName: client.login.username, isOwn: true },
    ]);
    expect((await notes(server.admin)).nodes.map(({ isOwn }) => isOwn)).toEqual([true, false]);
    const first = await notes(client.call, 1);
    expect(first.pageInfo.hasNextPage).toBe(true);
    const next = await notes(client.call, 1, first.pageInfo.endCursor!);
    expect(next.nodes.map(({ body }) => body)).toEqual(['Called, no answer.']);
  });

  it('are changed and deleted by their author only, and a stale change is a conflict', async () => {
    const { client, write, notes } = await setUp();
    const { id, version } = await write('First');
    const { updateLeadNote } = await client.call(UpdateLeadNoteDocument, {
      id,
      body: 'Second',
      expectedVersion: version,
    });
    expect(updateLeadNote).toMatchObject({ body: 'Second', version: version + 1 });
    await expect(
      client.call(UpdateLeadNoteDocument, { id, body: 'Third', expectedVersion: version }),
    ).rejects.toMatchObject({ code: 'CONFLICT', current: { body: 'Second' } });
    const forbidden = { code: 'FORBIDDEN', message: 'Only the account that wrote a note can change or delete it.' };
    await expect(server.admin(UpdateLeadNoteDocument, { id, body: 'X' })).rejects.toMatchObject(forbidden);
    await expect(server.admin(DeleteLeadNoteDocument, { id })).rejects.toMatchObject(forbidden);
    const other = await setUp();
    for (const call of [other.client.call, server.visitor])
      await expect(call(DeleteLeadNoteDocument, { id })).rejects.toMatchObject({
        code: call === server.visitor ? 'UNAUTHENTICATED' : 'NOT_FOUND',
      });
    await client.call(DeleteLeadNoteDocument, { id });
    expect((await notes()).nodes).toEqual([]);
    await expect(client.call(DeleteLeadNoteDocument, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('are invisible to a client while their lead is held, and deleted with it', async () => {
    const { client, leadId, write } = await setUp();
    const { id } = await write('Secret');
    await server.dataSource.query('UPDATE leads SET held = true WHERE id = $1', [leadId]);
    const hidden = { code: 'NOT_FOUND' };
    await expect(client.call(LeadNotesDocument, { id: leadId, first: 1, after: null })).rejects.toMatchObject(hidden);
    await expect(client.call(UpdateLeadNoteDocument, { id, body: 'X' })).rejects.toMatchObject(hidden);
    await expect(client.call(DeleteLeadNoteDocument, { id })).rejects.toMatchObject(hidden);
    await expect(client.call(CreateLeadNoteDocument, { leadId, body: 'X' })).rejects.toMatchObject(hidden);
    await server.admin(DeleteLeadDocument, { id: leadId });
    expect(await server.dataSource.query('SELECT FROM lead_notes WHERE id = $1', [id])).toEqual([]);
  });

  it('are rejected when they are empty or too long', async () => {
    const { write } = await setUp();
    await expect(write(' ')).rejects.toMatchObject({ fields: { body: 'Enter a note.' } });
    await expect(write('x'.repeat(5_001))).rejects.toMatchObject({
      fields: { body: 'Note must have 1 to 5000 characters.' },
    });
    expect((await write('x'.repeat(5_000))).body).toHaveLength(5_000);
  });

  it('are written by the holder of a dashboard link in the name of the business, unless it is read-only', async () => {
    const { client, write, notes } = await setUp(false);
    expect(await write('By link', server.visitor)).toMatchObject({ authorName: 'Acme', isOwn: true });
    await server.admin(UpdateClientDocument, { id: client.id, input: { linkReadOnly: true } });
    await expect(write('Again', server.visitor)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await notes(server.visitor)).nodes).toHaveLength(1);
  });
});
