import type { ContractError } from '@dripline/runtime/http/request';
import { eventually } from '@dripline/runtime/testing/eventually';
import { createCampaign, createClient } from '../../testing/fixtures';
import {
  CreateMemberDocument,
  DeleteMemberDocument,
  LeadJobDocument,
  LeadOwnersDocument,
  LeadsCsvDocument,
  LeadsDocument,
  type LeadsQueryVariables,
  StartLeadJobDocument,
  type StartLeadJobMutationVariables,
  UndoLeadJobDocument,
  UpdateLeadDocument,
  UpdateLeadsDocument,
} from '../../testing/operations/generated';
import { Lead } from '../lead.entity';
import { assertMember } from './set-owner';
import { type Caller, startTestServer, type TestServer } from '../../testing/test-server';

describe('owners of leads', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer({ rateLimits: false })));
  afterAll(() => server.stop());

  let last = 0;
  const add = async (client: { id: string; call: Caller }, name: string) => {
    const input = {
      name,
      username: `owner-${(last += 1)}`,
      password: 'green apples on tuesday',
      role: 'staff' as const,
    };
    const { createMember } = await client.call(CreateMemberDocument, { clientId: client.id, input });
    return { id: createMember.id, call: await server.signInClient(input.username, input.password) };
  };

  /** Creates a client with two members, Ann and Bo, and leads, the first of which are the oldest. */
  async function setUp(count: number) {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const rows = await server.dataSource.query<{ id: string }[]>(
      `WITH added AS (
         INSERT INTO leads (client_id, campaign_id, form_data, full_name, created_at)
         SELECT $1, $2, '{}', 'Lead ' || n, now() - interval '2 hours' + n * interval '1 second' FROM generate_series(1, $3::int) n
         RETURNING id, created_at
       ) SELECT id FROM added ORDER BY created_at`,
      [client.id, campaign.id, count],
    );
    const [bo, ann] = [await add(client, 'Bo'), await add(client, 'Ann')];
    /** Returns the number of leads by the name of their owner, which is empty if nobody owns them. */
    const owned = async () =>
      Object.fromEntries(
        (
          await server.dataSource.query<{ name: string; leads: number }[]>(
            `SELECT coalesce(members.name, leads.owner_id::text, '') AS name, count(*)::int AS leads
             FROM leads LEFT JOIN members ON members.id = leads.owner_id WHERE leads.client_id = $1 GROUP BY 1`,
            [client.id],
          )
        ).map(({ name, leads }) => [name, leads]),
      );
    const start = async (
      action: StartLeadJobMutationVariables['action'],
      filter: StartLeadJobMutationVariables['filter'] = {},
    ) => {
      const { startLeadJob } = await client.call(StartLeadJobDocument, { clientId: client.id, filter, action });
      await server.doBulkWork();
      return (await client.call(LeadJobDocument, { id: startLeadJob.id })).leadJob;
    };
    const undo = async (id: string) => {
      const { undoLeadJob } = await client.call(UndoLeadJobDocument, { id });
      await server.doBulkWork();
      return (await client.call(LeadJobDocument, { id: undoLeadJob.id })).leadJob;
    };
    return { client, ids: rows.map(({ id }) => id), ann, bo, owned, start, undo };
  }
  const errorOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => null,
      ({ code, fields }: ContractError) => ({ code, fields }),
    );

  it('are members of the client’s team, whom everybody who sees the lead sees', async () => {
    const { client, ids, ann, bo } = await setUp(3);
    const [first, second] = ids as [string, string, string];
    await ann.call(UpdateLeadDocument, { id: first, input: { ownerId: ann.id } });
    await client.call(UpdateLeadsDocument, { clientId: client.id, ids: [second], ownerId: bo.id });
    const { leadOwners, leads } = (await bo.call(LeadOwnersDocument, { clientId: client.id })).client;
    expect(leadOwners).toEqual([
      { id: ann.id, name: 'Ann' },
      { id: bo.id, name: 'Bo' },
    ]);
    const byId = new Map(leads.nodes.map((lead) => [lead.id, lead.owner?.name]));
    expect(ids.map((id) => byId.get(id))).toEqual(['Ann', 'Bo', undefined]);
    // What is omitted stays, and null removes.
    const version = async () =>
      (await server.dataSource.query<{ version: number }[]>('SELECT version FROM leads WHERE id = $1', [first]))[0]!
        .version;
    const before = await version();
    await client.call(UpdateLeadDocument, { id: first, input: { status: 'contacted' } });
    await client.call(UpdateLeadsDocument, { clientId: client.id, ids: [first], status: 'qualified' });
    const ownerOf = async (id: string) =>
      (await server.admin(LeadOwnersDocument, { clientId: client.id })).client.leads.nodes.find(
        (lead) => lead.id === id,
      )!.owner?.name;
    expect(await ownerOf(first)).toBe('Ann');
    await client.call(UpdateLeadsDocument, { clientId: client.id, ids: [first, second], ownerId: null });
    expect([await ownerOf(first), await ownerOf(second)]).toEqual([undefined, undefined]);
    expect(await version()).toBe(before + 3);
    // Nothing changes, so nobody loads the lead again.
    await client.call(UpdateLeadsDocument, { clientId: client.id, ids: [first], ownerId: null });
    expect(await version()).toBe(before + 3);
  });

  it('are not members of another team, nor anything else', async () => {
    const { client, ids } = await setUp(1);
    const other = await setUp(0);
    for (const ownerId of [other.ann.id, client.id, 'nobody', '']) {
      const refused = { code: 'BAD_USER_INPUT', fields: { ownerId: expect.stringContaining('must be a member') } };
      const id = ids[0]!;
      expect(await errorOf(client.call(UpdateLeadDocument, { id, input: { ownerId } }))).toEqual(refused);
      const many = { clientId: client.id, ids, ownerId };
      expect(await errorOf(server.admin(UpdateLeadsDocument, many))).toEqual(refused);
      const job = { clientId: client.id, filter: {}, action: { ownerId } };
      expect(await errorOf(client.call(StartLeadJobDocument, job))).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { 'action.ownerId': expect.stringContaining('must be a member') },
      });
    }
  });

  it('filter the list and its total, and are a column of the export', async () => {
    const { client, ids, ann, bo } = await setUp(4);
    await client.call(UpdateLeadsDocument, { clientId: client.id, ids: ids.slice(0, 2), ownerId: ann.id });
    await client.call(UpdateLeadsDocument, {
      clientId: client.id,
      ids: [ids[2]!],
      ownerId: bo.id,
      status: 'contacted',
    });
    const find = async (filter: NonNullable<LeadsQueryVariables['filter']>) => {
      const { nodes, totalCount } = (await ann.call(LeadsDocument, { clientId: client.id, filter })).client.leads;
      expect(totalCount).toBe(nodes.length);
      return nodes.map(({ fullName }) => fullName!.replace('Lead ', '')).join('');
    };
    expect(await find({ ownerId: ann.id })).toBe('21');
    expect(await find({ ownerId: bo.id, status: 'contacted' })).toBe('3');
    expect(await find({ ownerId: bo.id, hasOwner: false })).toBe('');
    expect(await find({ hasOwner: true })).toBe('321');
    expect(await find({ hasOwner: false })).toBe('4');
    expect(await errorOf(find({ ownerId: 'me' }))).toMatchObject({
      fields: { 'filter.ownerId': 'ownerId must be the ID of a member.' },
    });
    const { csv } = (await client.call(LeadsCsvDocument, { clientId: client.id })).leadsCsv;
    expect(csv.split('\r\n')[0]).toContain('"Tags","Owner"');
    expect(csv.match(/"(Ann|Bo)"/g)).toEqual(['"Bo"', '"Ann"', '"Ann"']);
  });

  it('are set for all leads that match, and undone, but not to members who left', async () => {
    const { client, ids, ann, bo, owned, start, undo } = await setUp(1_203);
    await client.call(UpdateLeadsDocument, { clientId: client.id, ids: ids.slice(0, 400), ownerId: ann.id });
    const given = await start({ ownerId: bo.id }, { search: 'Lead' });
    expect(given).toMatchObject({ state: 'done', total: 1_203, changed: 1_203, canUndo: true });
    expect(await owned()).toEqual({ Bo: 1_203 });
    await client.call(UpdateLeadsDocument, { clientId: client.id, ids: ids.slice(0, 1), status: 'contacted' });
    expect(await undo(given.id)).toMatchObject({ changed: 1_202, skipped: [{ leads: 1 }] });
    expect(await owned()).toEqual({ Ann: 399, Bo: 1, '': 803 });
    const removed = await start({ removeOwner: true }, { hasOwner: true });
    expect(removed).toMatchObject({ total: 400, changed: 400, canUndo: true });
    expect(await owned()).toEqual({ '': 1_203 });
    await client.call(DeleteMemberDocument, { id: bo.id });
    await undo(removed.id);
    expect(await owned()).toEqual({ Ann: 399, '': 804 });
    expect(await errorOf(start({ ownerId: ann.id, removeOwner: true }))).toMatchObject({
      fields: { action: expect.any(String) },
    });
  });

  it('lose the leads of a member who is removed, also those assigned meanwhile', async () => {
    const { client, ids, ann, bo, owned, start } = await setUp(1_203);
    await start({ ownerId: ann.id });
    const assignments = ids
      .slice(0, 12)
      .map((id) => errorOf(bo.call(UpdateLeadsDocument, { clientId: client.id, ids: [id], ownerId: ann.id })));
    await Promise.all([client.call(DeleteMemberDocument, { id: ann.id }), ...assignments]);
    const { leads } = (await bo.call(LeadOwnersDocument, { clientId: client.id })).client;
    expect(leads.nodes.map(({ owner }) => owner)).toEqual(Array(500).fill(null));
    await server.doBulkWork();
    expect(await owned()).toEqual({ '': 1_203 });
    expect(
      await errorOf(bo.call(UpdateLeadsDocument, { clientId: client.id, ids: ids.slice(0, 1), ownerId: ann.id })),
    ).toMatchObject({
      code: 'BAD_USER_INPUT',
    });
  });

  it('are not removed before an assignment that began earlier, so that none is forgotten', async () => {
    const { client, ids, ann, owned } = await setUp(1);
    const waiting = async () =>
      (
        await server.dataSource.query<{ n: number }[]>(
          `SELECT count(*)::int AS n FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ILIKE 'DELETE FROM "members"%'`,
        )
      )[0]!.n;
    let removal: Promise<unknown> | undefined;
    await server.dataSource.transaction(async (db) => {
      await assertMember(db, client.id, ann.id);
      removal = client.call(DeleteMemberDocument, { id: ann.id });
      await eventually(async () => expect(await waiting()).toBe(1));
      await db.update(Lead, { id: ids[0]! }, { ownerId: ann.id });
    });
    await removal;
    await server.doBulkWork();
    expect(await owned()).toEqual({ '': 1 });
  });
});
