import { MAX_BULK_IDS } from '@dripline/contract/limits';
import { eventually } from '@dripline/runtime/testing/eventually';
import { createCampaign, createClient, createLead } from '../testing/fixtures';
import { AuditEntriesDocument, UpdateClientDocument, UpdateClientsDocument } from '../testing/operations/generated';
import { startTestServer, type TestServer } from '../testing/test-server';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe('an update of several clients', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  const stored = (ids: string[]) =>
    server.dataSource.query<{ sms: boolean; leads: number; version: number }[]>(
      'SELECT sms_auto_reply_enabled AS sms, monthly_lead_limit AS leads, version FROM clients WHERE id = ANY ($1) ORDER BY created_at',
      [ids],
    );
  const addTwo = async () => [await createClient(server), await createClient(server)] as const;

  it('pauses the texts of all of them, and raises limits only where it says so', async () => {
    const clients = await addTwo();
    const ids = clients.map(({ id }) => id);
    await server.admin(UpdateClientsDocument, { ids, expectedVersions: [1, 1], input: { smsAutoReplyEnabled: false } });
    expect(await stored(ids)).toEqual([
      { sms: false, leads: 1000, version: 2 },
      { sms: false, leads: 1000, version: 2 },
    ]);
    const { updateClients } = await server.admin(UpdateClientsDocument, { ids, input: { monthlyLeadLimit: 2000 } });
    expect(updateClients.map(({ monthlyLeadLimit }) => monthlyLeadLimit)).toEqual([2000, 2000]);
    expect((await stored(ids)).map(({ sms }) => sms)).toEqual([false, false]);
  });

  it('releases the leads that a raised limit admits', async () => {
    const clients = await addTwo();
    for (const client of clients) {
      await server.admin(UpdateClientDocument, { id: client.id, input: { monthlyLeadLimit: 0 } });
      await createLead(server, client, await createCampaign(server, client.id));
    }
    const ids = clients.map(({ id }) => id);
    const held = async () =>
      (await server.dataSource.query<unknown[]>('SELECT FROM leads WHERE held AND client_id = ANY ($1)', [ids])).length;
    expect(await held()).toBe(2);
    await server.admin(UpdateClientsDocument, { ids, input: { monthlyLeadLimit: 1 } });
    await eventually(async () => expect(await held()).toBe(0), { timeout: 20_000 });
  });

  it('changes nothing if a client is missing or has another version, and names it', async () => {
    const clients = await addTwo();
    const ids = clients.map(({ id }) => id);
    const input = { smsAutoReplyEnabled: false };
    await expect(
      server.admin(UpdateClientsDocument, { ids: [ids[0]!, UNKNOWN, ids[1]!, 'x'], input }),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
      fields: { 'ids.1': 'Client not found', 'ids.3': 'Client not found' },
    });
    await expect(server.admin(UpdateClientsDocument, { ids, expectedVersions: [1, 7], input })).rejects.toMatchObject({
      code: 'CONFLICT',
      fields: { 'ids.1': 'Somebody changed the client meanwhile' },
    });
    expect((await stored(ids)).map(({ sms }) => sms)).toEqual([true, true]);
  });

  it('rejects bad input, naming the field', async () => {
    const { id } = await createClient(server);
    const input = { smsAutoReplyEnabled: false };
    const tooMany = Array.from({ length: MAX_BULK_IDS + 1 }, () => UNKNOWN);
    for (const [variables, field] of [
      [{ ids: [], input }, 'ids'],
      [{ ids: tooMany, input }, 'ids'],
      [{ ids: [id], expectedVersions: [1, 1], input }, 'expectedVersions'],
      [{ ids: [id], expectedVersions: [-1], input }, 'expectedVersions'],
      [{ ids: [id], input: {} }, 'input'],
      [{ ids: [id], input: { monthlyLeadLimit: -1 } }, 'input.monthlyLeadLimit'],
    ] as const)
      await expect(server.admin(UpdateClientsDocument, variables as never)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { [field]: expect.any(String) as string },
      });
  });

  it('is refused to a client, also for itself', async () => {
    const client = await createClient(server);
    await expect(
      client.call(UpdateClientsDocument, { ids: [client.id], input: { monthlyLeadLimit: 9 } }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await stored([client.id]))[0]?.leads).toBe(1000);
  });

  it('leaves an audit entry with each client', async () => {
    const clients = await addTwo();
    const ids = clients.map(({ id }) => id);
    await server.admin(UpdateClientsDocument, { ids, input: { smsAutoReplyEnabled: false } });
    for (const id of ids) {
      const { auditEntries } = await server.admin(AuditEntriesDocument, { filter: { clientId: id } } as never);
      expect(auditEntries.nodes.filter(({ operation }) => operation === 'updateClients')).toHaveLength(1);
    }
    const entries = await server.dataSource.query<object[]>(
      `SELECT object_kind AS kind, object_ref AS object, audited_client AS client, outcome FROM audit_entries
       WHERE operation = 'updateClients' AND audited_client = ANY ($1) ORDER BY object_ref`,
      [ids],
    );
    expect(entries).toEqual(ids.sort().map((id) => ({ kind: 'client', object: id, client: id, outcome: 'ok' })));
  });
});
