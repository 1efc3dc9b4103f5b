import {
  type AuditEntryFilter,
  AuditEntriesDocument,
  ClientActivityDocument,
  ClientsDocument,
  CreateCampaignDocument,
  CreateClientDocument,
  DeleteClientDocument,
  SignInClientDocument,
  SignOutDocument,
  UpdateCampaignDocument,
  UpdateClientDocument,
  UpdateLeadDocument,
} from '../testing/operations/generated';
import type { GraphQLObjectType } from 'graphql';
import type { Context } from '../api/context';
import { collectRules } from '../api/schema-rules';
import { createSchema } from '../api/schema';
import { createCampaign, createClient, createLead, createSequence } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';
import { auditMutations, unauditedMutations } from './audit-mutations';

describe('the audit log', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  const entries = async (filter: AuditEntryFilter = {}) =>
    (await server.admin(AuditEntriesDocument, { filter })).auditEntries.nodes;

  it('records who changed which object, with the outcome and without the input', async () => {
    const client = await createClient(server, { businessName: 'Acme Secret Plans' });
    const campaign = await createCampaign(server, client.id);
    await client.call(
      UpdateCampaignDocument,
      { id: campaign.id, input: { headline: 'My private headline' } },
      { 'x-forwarded-for': '203.0.113.77' },
    );
    await server.admin(UpdateClientDocument, {
      id: client.id,
      input: { contactEmail: 'somebody@private.example', password: 'another password' },
    });
    const found = await entries({ clientId: client.id });
    expect(
      found.map(({ actor, actorName, operation, objectKind, objectId, outcome }) => [
        actor,
        actorName,
        operation,
        objectKind,
        objectId,
        outcome,
      ]),
    ).toEqual([
      ['admin', 'admin', 'updateClient', 'client', client.id, 'ok'],
      ['client', null, 'updateCampaign', 'campaign', campaign.id, 'ok'],
      ['admin', 'admin', 'createCampaign', 'campaign', campaign.id, 'ok'],
      ['client', null, 'signInClient', 'client', client.id, 'ok'],
      ['admin', 'admin', 'createClient', 'client', client.id, 'ok'],
    ]);
    expect(found[1]).toMatchObject({ network: '203.0.113.0/24', clientName: 'Acme Secret Plans' });
    const storedEntries = JSON.stringify(await server.dataSource.query('SELECT * FROM audit_entries'));
    for (const text of ['private', 'another password', '203.0.113.77', 'Acme', client.login.username])
      expect(storedEntries).not.toContain(text);
  });

  it('records failed actions with the client they targeted', async () => {
    const [one, other] = [await createClient(server), await createClient(server)];
    await expect(one.call(UpdateClientDocument, { id: other.id, input: { status: 'inactive' } })).rejects.toMatchObject(
      { code: 'FORBIDDEN' },
    );
    await expect(server.admin(CreateCampaignDocument, { clientId: one.id, input: { name: '' } })).rejects.toMatchObject(
      { code: 'BAD_USER_INPUT' },
    );
    const failed = await entries({ failed: true });
    expect(failed.map(({ actor, operation, clientId, outcome }) => [actor, operation, clientId, outcome])).toEqual([
      ['admin', 'createCampaign', one.id, 'BAD_USER_INPUT'],
      ['client', 'updateClient', other.id, 'FORBIDDEN'],
    ]);
  });

  it('commits the entry before the change, so that no change lacks an entry', async () => {
    const client = await createClient(server);
    const entriesDuringChange: unknown[] = [];
    const ctx = {
      dataSource: server.dataSource,
      ipAddress: '',
      actor: { role: 'admin', userId: client.id, username: 'sam' },
      auditedClientId: null,
    } as unknown as Context;
    const change = async () => {
      entriesDuringChange.push(
        ...(await server.dataSource.query<unknown[]>(
          `SELECT operation, outcome FROM audit_entries WHERE actor_name = 'sam'`,
        )),
      );
      throw new Error('the process ends here');
    };
    const field = { name: 'deleteLead', resolve: change } as {
      name: string;
      resolve: (...given: unknown[]) => Promise<unknown>;
    };
    auditMutations({
      getMutationType: () => ({ getFields: () => ({ field }) }) as unknown as GraphQLObjectType,
    } as never);
    await expect(field.resolve({}, { id: 'x' }, ctx, {})).rejects.toThrow('the process ends here');
    expect(entriesDuringChange).toEqual([{ operation: 'deleteLead', outcome: null }]);
  });

  it('prevents every change whose entry cannot be written, whoever makes it', async () => {
    const [own, open] = [
      await createClient(server),
      await createClient(server, { authEnabled: false, username: '', password: '' }),
    ];
    const leads = {
      own: await createLead(server, own, await createCampaign(server, own.id)),
      open: await createLead(server, open, await createCampaign(server, open.id)),
    };
    const before = await server.dataSource.query('SELECT id, status FROM leads ORDER BY id');
    await server.dataSource.query('ALTER TABLE audit_entries ADD CONSTRAINT full_up CHECK (false) NOT VALID');
    try {
      for (const [call, { id }] of [
        [own.call, leads.own],
        [server.admin, leads.own],
        [server.visitor, leads.open],
      ] as const) {
        await expect(call(UpdateLeadDocument, { id, input: { status: 'contacted' } })).rejects.toMatchObject({
          code: 'INTERNAL_SERVER_ERROR',
        });
      }
    } finally {
      await server.dataSource.query('ALTER TABLE audit_entries DROP CONSTRAINT full_up');
    }
    expect(await server.dataSource.query('SELECT id, status FROM leads ORDER BY id')).toEqual(before);
  });

  it('records a failed change by a dashboard link as failed', async () => {
    const open = await createClient(server, { authEnabled: false, username: '', password: '' });
    const lead = await createLead(server, open, await createCampaign(server, open.id));
    await server.dataSource.query(`ALTER TABLE leads ADD CONSTRAINT frozen CHECK (status <> 'qualified') NOT VALID`);
    try {
      await expect(
        server.visitor(UpdateLeadDocument, { id: lead.id, input: { status: 'qualified' } }),
      ).rejects.toMatchObject({ code: 'INTERNAL_SERVER_ERROR' });
    } finally {
      await server.dataSource.query('ALTER TABLE leads DROP CONSTRAINT frozen');
    }
    const [last] = await entries({ clientId: open.id });
    expect(last).toMatchObject({ actor: 'link', operation: 'updateLead', objectId: lead.id, outcome: 'FAILED' });
  });

  it('records nothing for strangers who are not admitted', async () => {
    const closed = await createClient(server);
    const lead = await createLead(server, closed, await createCampaign(server, closed.id));
    const [{ before }] = await server.dataSource.query<[{ before: string }]>(
      'SELECT count(*) AS before FROM audit_entries',
    );
    await expect(
      server.visitor(UpdateLeadDocument, { id: lead.id, input: { status: 'contacted' } }),
    ).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await server.dataSource.query('SELECT count(*) AS before FROM audit_entries')).toEqual([{ before }]);
  });

  it('wraps every mutation except the listed ones', () => {
    const schema = createSchema();
    const { callers } = collectRules(schema);
    const mutations = Object.keys(schema.getMutationType()!.getFields());
    expect(mutations).toEqual(expect.arrayContaining([...unauditedMutations]));
    const open = mutations
      .filter((name) => unauditedMutations.has(name))
      .map((name) => [name, callers[name]!.includes('visitor')]);
    // The exceptions are public operations, which change nothing of an administrator or a client, and those that change
    // what the caller is shown.
    const ofCaller = ['markNotificationsSeen', 'muteNotifications', 'setEmailNotifications'];
    expect(open).toEqual(
      [...unauditedMutations]
        .map((name) => [name, !ofCaller.includes(name)])
        .sort((a, b) => mutations.indexOf(a[0] as string) - mutations.indexOf(b[0] as string)),
    );
  });

  it('records sign-ins, failed sign-ins and sign-outs', async () => {
    const { login, id, call } = await createClient(server);
    await expect(server.visitor(SignInClientDocument, { ...login, password: 'wrong' })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await expect(
      server.visitor(SignInClientDocument, { username: 'nobody at all', password: 'wrong' }),
    ).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await call(SignOutDocument, {});
    expect(
      (await entries({ clientId: id })).map(({ actor, operation, outcome }) => [actor, operation, outcome]),
    ).toEqual([
      ['client', 'signOut', 'ok'],
      ['unknown', 'signInClient', 'UNAUTHENTICATED'],
      ['client', 'signInClient', 'ok'],
      ['admin', 'createClient', 'ok'],
    ]);
    expect((await entries({ failed: true }))[0]).toMatchObject({
      actor: 'unknown',
      operation: 'signInClient',
      clientId: null,
      objectId: null,
    });
  });

  it('shows a client the actions of the agency and of dashboard links in its account, and no other client’s', async () => {
    const open = await createClient(server, { authEnabled: false, username: '', password: '' });
    const campaign = await createCampaign(server, open.id);
    const lead = await createLead(server, open, campaign);
    await server.visitor(UpdateLeadDocument, { id: lead.id, input: { status: 'contacted' } });
    await createSequence(server, open.id, campaign.id);
    const { totalCount, nodes } = (await server.visitor(ClientActivityDocument, { clientId: open.id, first: 2 })).client
      .activity;
    expect(totalCount).toBe(4);
    expect(nodes.map(({ actor, operation, objectId, failed }) => [actor, operation, objectId, failed])).toEqual([
      ['admin', 'createSequence', expect.any(String), false],
      ['link', 'updateLead', lead.id, false],
    ]);
    const closed = await createClient(server);
    const other = await createClient(server);
    await expect(server.visitor(ClientActivityDocument, { clientId: closed.id })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await expect(other.call(ClientActivityDocument, { clientId: closed.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(closed.call(AuditEntriesDocument, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('records nothing for visitors, the worker or queries', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const count = async () => (await server.admin(AuditEntriesDocument, { first: 1 })).auditEntries.totalCount;
    const before = await count();
    await createLead(server, client, campaign);
    await server.admin(ClientsDocument, {});
    expect(await count()).toBe(before);
  });

  it('is kept after the client is deleted, without its name', async () => {
    const client = await createClient(server);
    await server.admin(DeleteClientDocument, { id: client.id });
    const [last] = await entries({ clientId: client.id });
    expect(last).toMatchObject({
      operation: 'deleteClient',
      actorName: 'admin',
      outcome: 'ok',
      clientId: client.id,
      clientName: null,
    });
  });

  it('is paged', async () => {
    const { createClient } = await server.admin(CreateClientDocument, {
      input: { businessName: 'Pages', contactEmail: 'a@b.example', notificationPhone: '1' },
    });
    for (let n = 0; n < 4; n += 1)
      await server.admin(UpdateClientDocument, { id: createClient.id, input: { businessName: `Pages ${n}` } });
    const page = async (offset: number) =>
      (await server.admin(AuditEntriesDocument, { filter: { clientId: createClient.id }, first: 2, offset }))
        .auditEntries;
    const pages = [await page(0), await page(2), await page(4)];
    expect(pages.map(({ totalCount, nodes }) => [totalCount, nodes.length])).toEqual([
      [5, 2],
      [5, 2],
      [5, 1],
    ]);
    expect(new Set(pages.flatMap(({ nodes }) => nodes.map(({ id }) => id))).size).toBe(5);
  });
});
