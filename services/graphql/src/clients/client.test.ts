import {
  ClientDocument,
  ClientsDocument,
  CreateClientDocument,
  DashboardAccessDocument,
  SignInClientDocument,
  UpdateClientDocument,
} from '../testing/operations/generated';
import { createClient } from '../testing/fixtures';
import { countStatements } from '../testing/count-statements';
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

  it('are created with the defaults and a unique handle', async () => {
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

  it('get different handles if many of one name are created at once', async () => {
    const created = await Promise.all(
      Array.from({ length: 30 }, () =>
        server.admin(CreateClientDocument, { input: { ...details, businessName: 'Popular Name' } }),
      ),
    );
    const handles = created.map(({ createClient }) => createClient.handle);
    expect(new Set(handles)).toEqual(
      new Set(['popular-name', ...Array.from({ length: 29 }, (_, n) => `popular-name-${n + 2}`)]),
    );
  });

  it('are rejected with a message for every missing or invalid field', async () => {
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

  it('have unique usernames regardless of case, under concurrent requests', async () => {
    const attempts = Array.from({ length: 100 }, (_, n) => ['twin', 'TWIN', 'Twin', 'tWin'][n % 4]!).map((username) =>
      server.admin(CreateClientDocument, { input: { ...details, username, password: 'long enough for it' } }),
    );
    const results = await Promise.allSettled(attempts);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'CONFLICT' });
  });

  it('keep fields that an update omits, and the password if it is blank', async () => {
    const client = await createClient(server);
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

  it('open their dashboard to anyone with the id if login is disabled, and else only to themselves', async () => {
    const open = await createClient(server, { authEnabled: false });
    const closed = await createClient(server);
    const other = await createClient(server);
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

  it('can be changed only by administrators', async () => {
    const client = await createClient(server);
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
  it('needs the same number of SQL statements for 3 clients as for 300', async () => {
    const server = await startTestServer();
    try {
      for (let n = 0; n < 3; n += 1) await createClient(server);
      const few = await countStatements(() => server.admin(ClientsDocument, {}));
      await server.dataSource.query(
        `INSERT INTO clients (handle, business_name, contact_email, notification_phone, time_zone)
         SELECT 'many-' || n, 'Many', 'many@example.com', '1', 'UTC' FROM generate_series(4, 300) n`,
      );
      let listed = 0;
      const many = await countStatements(
        async () => void (listed = (await server.admin(ClientsDocument, { first: 500 })).clients.nodes.length),
      );
      expect(listed).toBe(300);
      expect(few).toBeGreaterThan(2);
      expect(many).toBe(few);
      expect(many).toBeLessThanOrEqual(7);
    } finally {
      await server.stop();
    }
  });
});
