import { MAX_BULK_IDS } from '@dripline/contract/limits';
import { buildSchema, type OperationDefinitionNode, parse } from 'graphql';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { countItems, MAX_ITEMS } from '../api/item-limit';
import {
  AuditEntriesDocument,
  CreateWebhookDocument,
  DeleteLeadsDocument,
  LeadDocument,
  LeadsDocument,
  UpdateClientDocument,
  UpdateLeadsDocument,
} from '../testing/operations/generated';
import { createCampaign, createClient, createLead, createSequence } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe('changes of several leads', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  type Owner = Awaited<ReturnType<typeof setUp>>;
  async function setUp(input: Parameters<typeof createClient>[1] = {}) {
    const client = await createClient(server, input);
    const campaign = await createCampaign(server, client.id);
    return { client, campaign };
  }
  const addLeads = async ({ client, campaign }: Owner, count: number) => {
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1)
      ids.push((await createLead(server, client, campaign, { fullName: `Lead ${n}` })).id);
    return ids;
  };
  const addRows = async ({ client, campaign }: Owner, count: number, held = false) =>
    (
      await server.dataSource.query<{ id: string }[]>(
        `INSERT INTO leads (client_id, campaign_id, form_data, held) SELECT $1, $2, '{}', $4 FROM generate_series(1, $3) RETURNING id`,
        [client.id, campaign.id, count, held],
      )
    ).map(({ id }) => id);
  const stored = (ids: string[]) =>
    server.dataSource.query<object[]>('SELECT * FROM leads WHERE id = ANY ($1) ORDER BY id', [ids]);
  const statuses = async (ids: string[]) => (await stored(ids)).map((row) => (row as { status: string }).status);
  const eventsOf = (clientId: string) =>
    server.dataSource.query<{ type: string; lead: string }[]>(
      'SELECT type, lead_id AS lead FROM webhook_deliveries WHERE client_id = $1 ORDER BY lead_id',
      [clientId],
    );
  const enrollments = async (clientId: string) =>
    (
      await server.dataSource.query<{ lead: string }[]>(
        'SELECT lead_id AS lead FROM enrollments WHERE client_id = $1 ORDER BY lead_id',
        [clientId],
      )
    ).map(({ lead }) => lead);
  const signalled = async (clientId: string) =>
    (
      await server.dataSource.query<{ n: number }[]>(
        `SELECT count(*)::int AS n FROM outbox WHERE client_id = $1 AND kind = 'signal'`,
        [clientId],
      )
    )[0]!.n;
  const addWebhook = async ({ client }: Owner) => {
    await server.admin(UpdateClientDocument, { id: client.id, input: { webhooksEnabled: true } });
    await client.call(CreateWebhookDocument, {
      clientId: client.id,
      input: { url: 'https://hooks.example.com/', events: ['lead.updated'] },
    });
  };

  it('a status is set with a new version, an event and an audit entry for each lead that changes', async () => {
    const owner = await setUp();
    const { client } = owner;
    await addWebhook(owner);
    const ids = await addLeads(owner, 3);
    await client.call(UpdateLeadsDocument, { clientId: client.id, ids: [ids[0]!], status: 'qualified' });
    expect(await eventsOf(client.id)).toEqual([{ type: 'lead.updated', lead: ids[0] }]);
    const before = (await client.call(LeadDocument, { id: ids[1]! })).lead.updatedAt;
    const { updateLeads } = await client.call(UpdateLeadsDocument, { clientId: client.id, ids, status: 'qualified' });
    const byId = new Map(updateLeads.map((lead) => [lead.id, lead]));
    expect(ids.map((id) => byId.get(id))).toEqual(ids.map((id) => ({ id, status: 'qualified', version: 2 })));
    expect(new Date((await client.call(LeadDocument, { id: ids[1]! })).lead.updatedAt) > new Date(before)).toBe(true);
    // The first lead had the status before.
    expect(await eventsOf(client.id)).toEqual([...ids].sort().map((lead) => ({ type: 'lead.updated', lead })));
    const live = await server.dataSource.query<{ lead: string; n: number }[]>(
      `SELECT object_id AS lead, count(*)::int AS n FROM changes WHERE client_id = $1 AND kind = 'lead_updated' GROUP BY 1 ORDER BY 1`,
      [client.id],
    );
    expect(live).toEqual([...ids].sort().map((lead) => ({ lead, n: 1 })));
    const { nodes } = (await server.admin(AuditEntriesDocument, { filter: { clientId: client.id }, first: 3 }))
      .auditEntries;
    expect(nodes.map(({ operation, objectKind, outcome, actor }) => [operation, objectKind, outcome, actor])).toEqual(
      ids.map(() => ['updateLeads', 'lead', 'ok', 'client']),
    );
    expect(new Set(nodes.map(({ objectId }) => objectId))).toEqual(new Set(ids));
  });

  it('a first contact triggers sequences once, and a conversion stops them', async () => {
    const owner = await setUp();
    const { client, campaign } = owner;
    await createSequence(server, client.id, campaign.id, { triggerEvent: 'lead_contacted' });
    const ids: string[] = [];
    for (const phone of ['4155552671', '4155552672', '4155552673'])
      ids.push((await createLead(server, client, campaign, { phone })).id);
    const set = (status: 'new' | 'contacted' | 'converted') =>
      client.call(UpdateLeadsDocument, { clientId: client.id, ids, status });
    await set('contacted');
    expect(await enrollments(client.id)).toEqual([...ids].sort());
    await set('new');
    await set('contacted');
    expect(await enrollments(client.id)).toHaveLength(3);
    expect(await signalled(client.id)).toBe(0);
    await set('converted');
    expect(await signalled(client.id)).toBe(3);
  });

  it('a deletion takes the leads with all that belongs to them, and has an audit entry for each', async () => {
    const owner = await setUp();
    const { client, campaign } = owner;
    await createSequence(server, client.id, campaign.id);
    const ids = await addLeads(owner, 3);
    expect((await client.call(DeleteLeadsDocument, { clientId: client.id, ids: ids.slice(1) })).deleteLeads).toBe(true);
    expect((await client.call(LeadsDocument, { clientId: client.id })).client.leads.nodes.map(({ id }) => id)).toEqual([
      ids[0],
    ]);
    expect(await enrollments(client.id)).toEqual([ids[0]]);
    const { nodes } = (await server.admin(AuditEntriesDocument, { filter: { clientId: client.id }, first: 2 }))
      .auditEntries;
    expect(nodes.map(({ operation, outcome }) => [operation, outcome])).toEqual(
      ids.slice(1).map(() => ['deleteLeads', 'ok']),
    );
    expect(new Set(nodes.map(({ objectId }) => objectId))).toEqual(new Set(ids.slice(1)));
  });

  it.each([
    ['unknown', async () => UNKNOWN],
    ['not an ID', async () => 'x'],
    ['another client’s', async (_: Owner, other: Owner) => (await addLeads(other, 1))[0]!],
    ['held', async (owner: Owner) => (await addRows(owner, 1, true))[0]!],
  ])('an ID that is %s is named, and nothing is changed', async (_, find) => {
    const owner = await setUp();
    const other = await setUp();
    const [first, second] = await addLeads(owner, 2);
    const missing = await find(owner, other);
    const all = [first!, second!, missing];
    const { client } = owner;
    const before = await stored(all.slice(0, 2));
    const selection = { clientId: client.id, ids: [first!, missing, second!] };
    const error = { code: 'NOT_FOUND', fields: { 'ids.1': 'Lead not found' } };
    await expect(client.call(UpdateLeadsDocument, { ...selection, status: 'contacted' })).rejects.toMatchObject(error);
    await expect(client.call(DeleteLeadsDocument, selection)).rejects.toMatchObject(error);
    expect(await stored(all.slice(0, 2))).toEqual(before);
    if (missing.length === UNKNOWN.length && missing !== UNKNOWN) expect(await stored([missing])).toHaveLength(1);
    const { nodes } = (await server.admin(AuditEntriesDocument, { filter: { clientId: client.id }, first: 6 }))
      .auditEntries;
    expect(nodes.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 6 }, () => 'NOT_FOUND'));
  });

  it('another client’s leads are out of reach by that client’s ID', async () => {
    const [owner, other] = [await setUp(), await setUp()];
    const ids = await addLeads(owner, 2);
    const selection = { clientId: owner.client.id, ids };
    await expect(other.client.call(UpdateLeadsDocument, { ...selection, status: 'new' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(other.client.call(DeleteLeadsDocument, selection)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    // An administrator names the client whose leads they are.
    await expect(server.admin(DeleteLeadsDocument, { clientId: other.client.id, ids })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      fields: { 'ids.0': 'Lead not found', 'ids.1': 'Lead not found' },
    });
    expect(await stored(ids)).toHaveLength(2);
  });

  it('held leads are changed by administrators, without an event', async () => {
    const owner = await setUp();
    await addWebhook(owner);
    const ids = await addRows(owner, 2, true);
    await server.admin(UpdateLeadsDocument, { clientId: owner.client.id, ids, status: 'qualified' });
    expect(await statuses(ids)).toEqual(['qualified', 'qualified']);
    expect(await eventsOf(owner.client.id)).toEqual([]);
    await server.admin(DeleteLeadsDocument, { clientId: owner.client.id, ids });
    expect(await stored(ids)).toEqual([]);
  });

  it('only leads with the expected versions are changed, so that a change is undone where nobody changed it since', async () => {
    const owner = await setUp();
    const { client } = owner;
    await addWebhook(owner);
    const ids = await addLeads(owner, 4);
    await client.call(UpdateLeadsDocument, { clientId: client.id, ids, status: 'qualified' });
    await client.call(UpdateLeadsDocument, { clientId: client.id, ids: [ids[1]!], addTags: ['VIP'] });
    await client.call(DeleteLeadsDocument, { clientId: client.id, ids: [ids[2]!] });
    const other = await setUp();
    const [foreign] = await addLeads(other, 1);
    const before = await eventsOf(client.id);
    const undo = { clientId: client.id, ids: [...ids, foreign!], expectedVersions: [2, 2, 2, 2, 1] };
    const { updateLeads } = await client.call(UpdateLeadsDocument, { ...undo, status: 'new', addTags: ['Undone'] });
    const undone = [ids[0]!, ids[3]!].sort();
    expect(updateLeads).toEqual(undone.map((id) => ({ id, status: 'new', version: 3 })));
    expect(await statuses([ids[1]!, foreign!])).toEqual(expect.arrayContaining(['qualified', 'new']));
    expect((await eventsOf(client.id)).length).toBe(before.length + 2);
    // Nothing is left to change, and no tag is created for nothing.
    const again = { ...undo, removeTags: ['Undone'], addTags: ['Never'] };
    expect((await client.call(UpdateLeadsDocument, again)).updateLeads).toEqual([]);
    const tags = await server.dataSource.query('SELECT name FROM tags WHERE client_id = $1 ORDER BY 1', [client.id]);
    expect(tags).toEqual([{ name: 'Undone' }, { name: 'VIP' }]);
    await expect(
      client.call(UpdateLeadsDocument, { ...undo, expectedVersions: [1], status: 'new' }),
    ).rejects.toMatchObject({
      fields: { expectedVersions: expect.stringContaining('one version for each') as string },
    });
  });

  it('1 to 500 leads are changed at once', async () => {
    const owner = await setUp();
    const { client } = owner;
    await addWebhook(owner);
    const ids = await addRows(owner, MAX_BULK_IDS + 1);
    const limit = { code: 'BAD_USER_INPUT', fields: { ids: 'ids must contain at most 500 IDs.' } };
    const tooMany = { clientId: client.id, ids };
    await expect(client.call(UpdateLeadsDocument, { ...tooMany, status: 'contacted' })).rejects.toMatchObject(limit);
    await expect(client.call(DeleteLeadsDocument, tooMany)).rejects.toMatchObject(limit);
    await expect(client.call(DeleteLeadsDocument, { clientId: client.id, ids: [] })).rejects.toMatchObject({
      fields: { ids: 'ids must contain at least one ID.' },
    });
    expect(new Set(await statuses(ids))).toEqual(new Set(['new']));
    const selection = { clientId: client.id, ids: ids.slice(1) };
    const { updateLeads } = await client.call(UpdateLeadsDocument, { ...selection, status: 'contacted' });
    expect(updateLeads).toHaveLength(MAX_BULK_IDS);
    expect(await eventsOf(client.id)).toHaveLength(MAX_BULK_IDS);
    await client.call(DeleteLeadsDocument, selection);
    expect(await stored(ids)).toHaveLength(1);
    const [{ n }] = await server.dataSource.query<[{ n: number }]>(
      `SELECT count(*)::int AS n FROM audit_entries WHERE audited_client = $1 AND operation = 'deleteLeads' AND outcome = 'ok'`,
      [client.id],
    );
    expect(n).toBe(MAX_BULK_IDS);
  });

  it('an ID that is repeated counts once', async () => {
    const owner = await setUp();
    await addWebhook(owner);
    const [id] = await addLeads(owner, 1);
    const selection = { clientId: owner.client.id, ids: [id!, id!.toUpperCase(), id!] };
    const { updateLeads } = await owner.client.call(UpdateLeadsDocument, { ...selection, status: 'contacted' });
    expect(updateLeads).toEqual([{ id, status: 'contacted', version: 2 }]);
    expect(await eventsOf(owner.client.id)).toHaveLength(1);
    await owner.client.call(DeleteLeadsDocument, selection);
    expect(await stored([id!])).toEqual([]);
  });

  it('each lead counts for the limit of a dashboard link, which allows 120 at once', async () => {
    const owner = await setUp();
    const { client } = owner;
    const ids = await addRows(owner, 121);
    await server.admin(UpdateClientDocument, { id: client.id, input: { authEnabled: false } });
    const set = (count: number) =>
      server.visitor(UpdateLeadsDocument, { clientId: client.id, ids: ids.slice(0, count), status: 'contacted' });
    await expect(set(121)).rejects.toMatchObject({
      fields: { ids: 'A dashboard link can change at most 120 objects at once. Select fewer.' },
    });
    expect((await set(70)).updateLeads).toHaveLength(70);
    await expect(set(51)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect((await server.admin(DeleteLeadsDocument, { clientId: client.id, ids })).deleteLeads).toBe(true);
    await server.admin(UpdateClientDocument, { id: client.id, input: { linkReadOnly: true } });
    await expect(set(1)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('the returned leads count as 500 for the limit of objects in a response', () => {
    const schema = buildSchema(readFileSync(path.join(__dirname, '../../../contract/schema.graphql'), 'utf8'));
    const count = (fields: string) => {
      const document = parse(`mutation { updateLeads(clientId: "1", ids: ["1"], status: new) { ${fields} } }`);
      const operation = document.definitions[0] as OperationDefinitionNode;
      return countItems({ schema, operation, fragments: [], variables: {} });
    };
    expect(count('id')).toBe(MAX_BULK_IDS);
    expect(count('enrollments(first: 100) { nodes { id } }')).toBeGreaterThan(MAX_ITEMS);
  });
});
