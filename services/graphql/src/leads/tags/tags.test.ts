import { MAX_CLIENT_TAGS, MAX_LEAD_TAGS } from '@dripline/contract/limits';
import { createCampaign, createClient, createLead } from '../../testing/fixtures';
import {
  DeleteLeadsDocument,
  LeadDocument,
  LeadsCsvDocument,
  LeadTagsDocument,
  UpdateLeadsDocument,
  type UpdateLeadsMutationVariables,
} from '../../testing/operations/generated';
import { startTestServer, type TestServer } from '../../testing/test-server';

type Change = Omit<UpdateLeadsMutationVariables, 'clientId' | 'ids'>;

describe('tags of leads', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer({ rateLimits: false })));
  afterAll(() => server.stop());

  async function setUp(count = 2) {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const ids: string[] = [];
    for (let n = 0; n < count; n += 1)
      ids.push((await createLead(server, client, campaign, { fullName: `Lead ${n}` })).id);
    const change = async (change: Change, of = ids) =>
      (await client.call(UpdateLeadsDocument, { clientId: client.id, ids: of, ...change })).updateLeads;
    const tags = async () => {
      const found = (await client.call(LeadTagsDocument, { clientId: client.id })).client;
      const byId = new Map(found.leads.nodes.map((lead) => [lead.id, lead.tags]));
      return { client: found.tags, leads: ids.flatMap((id) => (byId.has(id) ? [byId.get(id)!] : [])) };
    };
    return { client, campaign, ids, change, tags };
  }
  const names = (count: number, prefix = 'Tag') => Array.from({ length: count }, (_, n) => `${prefix} ${n}`);
  const stored = async (clientId: string) =>
    server.dataSource.query<{ tags: number; ofLeads: number }[]>(
      `SELECT (SELECT count(*)::int FROM tags WHERE client_id = $1) AS tags, (SELECT count(*)::int FROM lead_tags WHERE client_id = $1) AS "ofLeads"`,
      [clientId],
    );

  it('are added to and removed from several leads, keep their first spelling, and vanish when no lead has them', async () => {
    const { ids, change, tags, client } = await setUp();
    await change({ addTags: ['  VIP ', 'Flat \n roof', 'vip'] });
    expect(await tags()).toEqual({ client: ['Flat roof', 'VIP'], leads: Array(2).fill(['Flat roof', 'VIP']) });
    await change({ addTags: ['Vip', 'Éclair'], removeTags: ['FLAT ROOF'] }, [ids[0]!]);
    expect((await tags()).leads).toEqual([
      ['VIP', 'Éclair'],
      ['Flat roof', 'VIP'],
    ]);
    await change({ addTags: ['ÉCLAIR'.normalize('NFD')], removeTags: ['flat roof', 'unknown'] });
    expect(await tags()).toEqual({ client: ['VIP', 'Éclair'], leads: Array(2).fill(['VIP', 'Éclair']) });
    await client.call(DeleteLeadsDocument, { clientId: client.id, ids: ids.slice(1) });
    await change({ removeTags: ['vip'] }, ids.slice(0, 1));
    expect(await tags()).toEqual({ client: ['Éclair'], leads: [['Éclair']] });
    expect(await stored(client.id)).toEqual([{ tags: 1, ofLeads: 1 }]);
  });

  it('are deleted with the last lead that has them, because a tag can name a person', async () => {
    const { ids, change, client } = await setUp();
    await change({ addTags: ['Cousin of Ann'] }, ids.slice(0, 1));
    await change({ addTags: ['VIP'] });
    await client.call(DeleteLeadsDocument, { clientId: client.id, ids: ids.slice(0, 1) });
    expect(await stored(client.id)).toEqual([{ tags: 1, ofLeads: 1 }]);
    await client.call(DeleteLeadsDocument, { clientId: client.id, ids: ids.slice(1) });
    expect(await stored(client.id)).toEqual([{ tags: 0, ofLeads: 0 }]);
  });

  it('change with a status, raise the version once, and are recorded for other screens', async () => {
    const { ids, change, client } = await setUp(3);
    await change({ status: 'contacted' }, ids.slice(0, 1));
    const changes = async () =>
      (
        await server.dataSource.query<{ n: number }[]>(
          `SELECT count(*)::int AS n FROM changes WHERE client_id = $1 AND kind = 'lead_updated'`,
          [client.id],
        )
      )[0]!.n;
    const before = await changes();
    const updated = await change({ status: 'contacted', addTags: ['VIP'] });
    expect(updated.map(({ status, version }) => [status, version])).toEqual(
      [...ids].sort().map((id) => ['contacted', id === ids[0] ? 3 : 2]),
    );
    expect(await changes()).toBe(before + 3);
    // Nothing changes.
    expect((await change({ addTags: ['vip'], removeTags: ['none'] })).map(({ version }) => version).sort()).toEqual([
      2, 2, 3,
    ]);
  });

  it('a lead has at most 20, a client at most 200, and nothing changes beyond', async () => {
    const { ids, change, tags } = await setUp(11);
    const full = { code: 'BAD_USER_INPUT', fields: { addTags: expect.stringContaining('at most') } };
    for (const [n, id] of ids.slice(0, MAX_CLIENT_TAGS / MAX_LEAD_TAGS).entries())
      await change({ addTags: names(MAX_LEAD_TAGS, `Tag ${n}`) }, [id]);
    await expect(change({ addTags: ['Tag 1 0'] }, [ids[10]!, ids[0]!])).rejects.toMatchObject(full);
    await expect(change({ addTags: ['One more'] }, [ids[10]!])).rejects.toMatchObject(full);
    const after = await tags();
    expect(after.client).toHaveLength(MAX_CLIENT_TAGS);
    expect(after.leads[10]).toEqual([]);
    // One that no lead has any more makes room.
    await change({ removeTags: ['tag 0 0'] }, [ids[0]!]);
    await change({ addTags: ['One more'] }, [ids[10]!]);
    expect((await tags()).leads[10]).toEqual(['One more']);
  });

  it('requests of two people at once leave each tag once, and none too many', async () => {
    const { ids, change, tags, client } = await setUp(4);
    await Promise.all(
      ids.flatMap((id) => [change({ addTags: ['Same', 'vip'] }, [id]), change({ addTags: ['SAME', 'VIP'] }, [id])]),
    );
    const { leads } = await tags();
    expect(leads.map((of) => of.length)).toEqual([2, 2, 2, 2]);
    expect(await stored(client.id)).toEqual([{ tags: 2, ofLeads: 8 }]);
    await Promise.all([change({ removeTags: ['same'] }), change({ addTags: ['Same'] })]);
    expect([2, 1]).toContain((await tags()).client.length);
  });

  it.each<[Change, string]>([
    [{}, 'status'],
    [{ addTags: [], removeTags: null }, 'status'],
    [{ addTags: ['ok', ' '] }, 'addTags'],
    [{ addTags: ['x'.repeat(51)] }, 'addTags'],
    [{ removeTags: ['x'.repeat(51)] }, 'removeTags'],
    [{ addTags: names(21) }, 'addTags'],
  ])('%j is rejected, naming the field', async (change, field) => {
    const owner = await setUp(1);
    await expect(owner.change(change)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { [field]: expect.any(String) },
    });
  });

  it('are the client’s own: another client neither reads nor changes them', async () => {
    const [owner, other] = [await setUp(1), await setUp(1)];
    await owner.change({ addTags: ['Secret'] });
    await other.change({ addTags: ['secret', 'Own'] });
    expect((await other.tags()).client).toEqual(['Own', 'secret']);
    expect((await owner.tags()).client).toEqual(['Secret']);
    const foreign = { clientId: owner.client.id, ids: owner.ids, addTags: ['Own'] };
    await expect(other.client.call(UpdateLeadsDocument, foreign)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(other.client.call(LeadTagsDocument, { clientId: owner.client.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(
      other.client.call(UpdateLeadsDocument, { ...foreign, clientId: other.client.id }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    // The database alone protects them, too.
    const insertForeign = server.dataSource.transaction(async (db) => {
      const [tag] = await db.query<[{ id: string }]>('SELECT id FROM tags WHERE client_id = $1', [owner.client.id]);
      await db.query(
        `SELECT set_config('role', 'dripline_client', true), set_config('dripline.own_client', $1, true)`,
        [other.client.id],
      );
      expect(await db.query('SELECT FROM tags WHERE id = $1', [tag.id])).toEqual([]);
      await db.query('INSERT INTO lead_tags (client_id, lead_id, tag_id) VALUES ($1, $2, $3)', [
        other.client.id,
        other.ids[0],
        tag.id,
      ]);
    });
    await expect(insertForeign).rejects.toThrow('row-level security');
  });

  it('are exported, quoted as text', async () => {
    const { change, client, ids } = await setUp(1);
    await change({ addTags: ['=1+1', 'a "b"'] });
    const { csv } = (await client.call(LeadsCsvDocument, { clientId: client.id })).leadsCsv;
    expect(csv).toContain('"Source","Placement","Tags"');
    expect(csv).toContain(`"'=1+1, a ""b"""`);
    expect((await client.call(LeadDocument, { id: ids[0]! })).lead.id).toBe(ids[0]);
  });
});
