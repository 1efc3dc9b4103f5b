import { MAX_SAVED_VIEWS } from '@dripline/contract/limits';
import { createClient } from '../../testing/fixtures';
import {
  CreateSavedViewDocument,
  type CreateSavedViewMutationVariables,
  DeleteSavedViewDocument,
  SavedViewsDocument,
  UpdateClientDocument,
  UpdateSavedViewDocument,
} from '../../testing/operations/generated';
import { type Caller, startTestServer, type TestServer } from '../../testing/test-server';

type Query = CreateSavedViewMutationVariables['query'];

const query: Query = {
  filter: { tag: 'VIP', utmCampaign: 'Spring', search: 'ann', hasReplied: true },
  orderBy: 'fullName',
  direction: 'asc',
  layout: 'board',
  hiddenColumns: ['tags'],
};

describe('saved views of leads', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer({ rateLimits: false })));
  afterAll(() => server.stop());

  async function setUp(authEnabled = true) {
    const client = await createClient(server, authEnabled ? {} : { authEnabled });
    const save = async (name: string, call: Caller = client.call, changes: Partial<Query> = {}) =>
      (await call(CreateSavedViewDocument, { clientId: client.id, name, query: { ...query, ...changes } }))
        .createSavedView;
    const names = async (call: Caller = client.call) =>
      (await call(SavedViewsDocument, { clientId: client.id })).client.savedViews.nodes.map(({ name }) => name);
    return { client, save, names };
  }

  it('are created, listed from A to Z, renamed, changed and deleted, and a stale change is a conflict', async () => {
    const { client, save, names } = await setUp();
    await save('Unanswered');
    const created = await save('  Hot \n leads ');
    expect(created).toMatchObject({ name: 'Hot leads', query, version: 1 });
    expect(created.query.filter).toMatchObject({ status: null, tag: 'VIP' });
    expect(await names()).toEqual(['Hot leads', 'Unanswered']);
    const { id } = created;
    const { updateSavedView: renamed } = await client.call(UpdateSavedViewDocument, {
      id,
      name: 'VIP',
      expectedVersion: 1,
    });
    expect(renamed).toMatchObject({ name: 'VIP', query, version: 2 });
    const other: Query = { ...query, filter: { status: 'new' }, layout: 'table', hiddenColumns: [] };
    const { updateSavedView: changed } = await client.call(UpdateSavedViewDocument, { id, query: other });
    expect(changed).toMatchObject({ name: 'VIP', query: other });
    expect(changed.query.filter.tag).toBeNull();
    await expect(client.call(UpdateSavedViewDocument, { id, name: 'Late', expectedVersion: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      current: { name: 'VIP' },
    });
    await client.call(DeleteSavedViewDocument, { id });
    expect(await names()).toEqual(['Unanswered']);
    await expect(client.call(DeleteSavedViewDocument, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('belong to one administrator or to the client, and nobody else sees or changes them', async () => {
    const { client, save, names } = await setUp();
    const { id } = await save('Mine');
    const { id: adminsId } = await save('Mine', server.admin);
    await save('Agency only', server.admin);
    expect(await names()).toEqual(['Mine']);
    expect(await names(server.admin)).toEqual(['Agency only', 'Mine']);
    const other = await setUp();
    const attempts: [Caller, string, string][] = [
      [client.call, adminsId, 'NOT_FOUND'],
      [server.admin, id, 'NOT_FOUND'],
      [other.client.call, id, 'NOT_FOUND'],
      [server.visitor, id, 'UNAUTHENTICATED'],
    ];
    for (const [call, viewId, code] of attempts) {
      await expect(call(UpdateSavedViewDocument, { id: viewId, name: 'X' })).rejects.toMatchObject({ code });
      await expect(call(DeleteSavedViewDocument, { id: viewId })).rejects.toMatchObject({ code });
    }
    await expect(
      other.client.call(CreateSavedViewDocument, { clientId: client.id, name: 'X', query }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(other.client.call(SavedViewsDocument, { clientId: client.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await names()).toEqual(['Mine']);
    expect(await names(server.admin)).toEqual(['Agency only', 'Mine']);
  });

  it('are hidden from the client’s database role if an administrator saved them', async () => {
    const { client, save } = await setUp();
    await save('Mine');
    await save('Agency only', server.admin);
    const rows = await server.dataSource.transaction(async (db) => {
      await db.query(
        `SELECT set_config('role', 'dripline_client', true), set_config('dripline.own_client', $1, true)`,
        [client.id],
      );
      return db.query<unknown[]>('SELECT name FROM saved_views');
    });
    expect(rows).toEqual([{ name: 'Mine' }]);
  });

  it('have names that are unique regardless of case, also if they are saved at the same time', async () => {
    const { client, save, names } = await setUp();
    const results = await Promise.allSettled(['Hot', 'HOT', 'hot', ' Hot '].map((name) => save(name)));
    const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    expect(failed).toHaveLength(3);
    for (const error of failed)
      expect(error).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { name: 'You already have a view with this name.' },
      });
    const { id } = await save('Cold');
    await expect(client.call(UpdateSavedViewDocument, { id, name: 'hOT' })).rejects.toMatchObject({
      fields: { name: expect.any(String) },
    });
    await client.call(UpdateSavedViewDocument, { id, name: 'COLD' });
    expect((await names()).map((name) => name.toLowerCase()).sort()).toEqual(['cold', 'hot']);
  });

  it(`are at most ${MAX_SAVED_VIEWS} per account and client, also if they are saved at the same time`, async () => {
    const { client, save, names } = await setUp();
    await server.dataSource.query(
      `INSERT INTO saved_views (client_id, name, query) SELECT $1, 'View ' || n, '{}' FROM generate_series(1, $2) n`,
      [client.id, MAX_SAVED_VIEWS - 1],
    );
    const results = await Promise.allSettled(['A', 'B', 'C'].map((name) => save(name)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(save('D')).rejects.toMatchObject({ code: 'LIMIT_REACHED' });
    await save('Of the agency', server.admin);
    await server.dataSource.query(`DELETE FROM saved_views WHERE client_id = $1 AND name = 'View 1'`, [client.id]);
    await save('D');
    expect(
      await server.dataSource.query<unknown[]>('SELECT FROM saved_views WHERE client_id = $1 AND admin_id IS NULL', [
        client.id,
      ]),
    ).toHaveLength(MAX_SAVED_VIEWS);
    expect(await names(server.admin)).toEqual(['Of the agency']);
  });

  it.each<[string, Partial<Query>, string]>([
    ['x'.repeat(61), {}, 'name'],
    [' ', {}, 'name'],
    ['A', { filter: { receivedFrom: '2026-02-30' } }, 'query.filter.receivedFrom'],
    ['A', { filter: { search: 'x'.repeat(201) } }, 'query.filter.search'],
    ['A', { filter: { campaignId: 'x' } }, 'query.filter.campaignId'],
    ['A', { hiddenColumns: ['tags', 'tags'] }, 'query.hiddenColumns'],
  ])('are validated by the rules of the filters: %s %j', async (name, changes, field) => {
    const { save, names } = await setUp();
    await expect(save(name, undefined, changes)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { [field]: expect.any(String) },
    });
    await save('x'.repeat(60));
    expect(await names()).toHaveLength(1);
  });

  it('are shared by the holders of a dashboard link, who change nothing if it is read-only', async () => {
    const { client, save, names } = await setUp(false);
    const { id } = await save('By link', server.visitor);
    await server.admin(UpdateClientDocument, { id: client.id, input: { linkReadOnly: true } });
    await expect(save('Again', server.visitor)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(server.visitor(DeleteSavedViewDocument, { id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await names(server.visitor)).toEqual(['By link']);
  });
});
