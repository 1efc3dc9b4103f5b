import {
  ClientDocument,
  ClientsDocument,
  CreateClientDocument,
  DashboardAccessDocument,
  SignInClientDocument,
  UpdateClientDocument,
} from '../testing/operations/generated';
import { makeClient } from '../testing/make';
import { startTestServer, type TestServer } from '../testing/test-server';

const details = {
  businessName: 'Acme Heating & Air',
  contactEmail: 'owner@acme.example',
  notificationPhone: '(415) 555-0100',
};

describe('clients', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  it('adds a client with the defaults and a handle of its own', async () => {
    const { createClient: first } = await server.admin(CreateClientDocument, { input: details });
    const { createClient: second } = await server.admin(CreateClientDocument, { input: details });
    expect(first).toMatchObject({
      ...details,
      handle: 'acme-heating-air',
      authEnabled: false,
      status: 'active',
      monthlyCampaignLimit: 10,
      monthlyLeadLimit: 1000,
      monthlySMSLimit: 1000,
      smsAutoReplyEnabled: true,
      timeZone: 'America/New_York',
    });
    expect(second.handle).toBe('acme-heating-air-2');
  });

  it('names every field that is missing or malformed', async () => {
    await expect(
      server.admin(CreateClientDocument, {
        input: { businessName: '  ', contactEmail: 'nobody', notificationPhone: '' },
      }),
    ).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: {
        businessName: expect.any(String),
        contactEmail: expect.any(String),
        notificationPhone: expect.any(String),
      },
    });
    await expect(
      server.admin(CreateClientDocument, { input: { ...details, authEnabled: true } }),
    ).rejects.toMatchObject({
      fields: { username: expect.any(String), password: expect.any(String) },
    });
    await expect(
      server.admin(CreateClientDocument, { input: { ...details, monthlySMSLimit: 5 } as never }),
    ).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { monthlySMSLimit: expect.any(String) },
    });
  });

  it('takes a username once, in any case of letters, under concurrent requests', async () => {
    const attempts = Array.from({ length: 100 }, (_, n) => ['twin', 'TWIN', 'Twin', 'tWin'][n % 4]!).map((username) =>
      server.admin(CreateClientDocument, { input: { ...details, username, password: 'long enough for it' } }),
    );
    const results = await Promise.allSettled(attempts);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'CONFLICT' });
  });

  it('changes what is given, and keeps the password where it is blank', async () => {
    const client = await makeClient(server);
    const { updateClient } = await server.admin(UpdateClientDocument, {
      id: client.id,
      input: { businessName: 'Renamed', password: '', monthlySMSLimit: 0 },
    });
    expect(updateClient).toMatchObject({
      businessName: 'Renamed',
      contactEmail: client.contactEmail,
      monthlySMSLimit: 0,
      handle: client.handle,
    });
    await expect(server.visitor(SignInClientDocument, client.login)).resolves.toBeDefined();
    for (const input of [{ monthlyCampaignLimit: 0 }, { monthlyLeadLimit: -1 }, { timeZone: 'Mars/Olympus' }]) {
      await expect(server.admin(UpdateClientDocument, { id: client.id, input })).rejects.toMatchObject({
        fields: { [Object.keys(input)[0]!]: expect.any(String) },
      });
    }
  });

  it('opens a dashboard without login to anyone with its id, and one with login to its own client', async () => {
    const open = await makeClient(server, { authEnabled: false });
    const closed = await makeClient(server);
    const other = await makeClient(server);
    expect((await server.visitor(ClientDocument, { id: open.id })).client.id).toBe(open.id);
    expect((await closed.call(ClientDocument, { id: closed.id })).client.id).toBe(closed.id);
    await expect(server.visitor(ClientDocument, { id: closed.id })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(other.call(ClientDocument, { id: closed.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Client not found',
    });
    await expect(server.visitor(ClientDocument, { id: 'not-an-id' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await server.visitor(DashboardAccessDocument, { clientId: closed.id })).dashboardAccess.loginRequired).toBe(
      true,
    );
  });

  it('leaves changing clients to the administrator', async () => {
    const client = await makeClient(server);
    const input = { monthlyLeadLimit: 999_999 };
    await expect(client.call(UpdateClientDocument, { id: client.id, input })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(server.visitor(UpdateClientDocument, { id: client.id, input })).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await expect(client.call(ClientsDocument, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('the list of clients', () => {
  it('takes the same number of SQL statements for 3 clients as for 300', async () => {
    const server = await startTestServer();
    try {
      for (let n = 0; n < 3; n += 1) await makeClient(server);
      const few = await countStatements(server, () => server.admin(ClientsDocument, {}));
      await server.dataSource.query(
        `INSERT INTO clients (handle, business_name, contact_email, notification_phone, time_zone)
         SELECT 'many-' || n, 'Many', 'many@example.com', '1', 'UTC' FROM generate_series(4, 300) n`,
      );
      let listed = 0;
      const many = await countStatements(
        server,
        async () => void (listed = (await server.admin(ClientsDocument, {})).clients.length),
      );
      expect(listed).toBe(300);
      expect(few).toBeGreaterThan(2);
      expect(many).toBe(few);
      expect(many).toBeLessThanOrEqual(5);
    } finally {
      await server.stop();
    }
  });
});

/** How many statements reach Postgres through the server's pool while `work` runs. */
async function countStatements({ dataSource }: TestServer, work: () => Promise<unknown>): Promise<number> {
  const { Client: PgClient } = await import('pg');
  const spy = jest.spyOn(PgClient.prototype, 'query');
  await work();
  // Connections that are new to the agency's sight are told of it once, not for each request.
  const isTelling = ([statement]: unknown[]) => String(statement).includes("set_config('role'");
  const { length } = (spy.mock.calls as unknown[][]).filter((call) => !isTelling(call));
  spy.mockRestore();
  expect(dataSource.isInitialized).toBe(true);
  return length;
}
