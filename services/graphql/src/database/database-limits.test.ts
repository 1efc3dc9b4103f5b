import { NUMBER_HASH_KEY } from '../testing/test-database';
import { eventually } from '@dripline/runtime/testing/eventually';
import { ClaimLeadNotificationDocument } from '../testing/internal-operations/generated';
import { ClientsDocument, FilesDocument, RecordLandingViewDocument } from '../testing/operations/generated';
import { createCampaign, createClient, createLead } from '../testing/fixtures';
import { connectWithRowSecurity, MAX_CONNECTIONS } from './data-source';
import { asSystem } from '../access/scope';
import { startTestServer, type TestServer } from '../testing/test-server';

describe('database time (P5)', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  /** Counts the connections of the service, without those of the test. */
  const connections = async () =>
    Number(
      (
        await server.dataSource.query<{ count: string }[]>(
          `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND usename <> current_user`,
        )
      )[0]!.count,
    );

  it('is limited per statement, lock wait and idle transaction of a request', async () => {
    const url = (await server.dataSource.query<{ name: string }[]>('SELECT current_database() AS name'))[0]!.name;
    const service = await connectWithRowSecurity(
      Object.assign(new URL(process.env['TEST_DATABASE_URL']!), { pathname: url }).href,
      NUMBER_HASH_KEY,
    );
    try {
      const limits = await asSystem(() =>
        service.query(
          `SELECT name, setting FROM pg_settings WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') ORDER BY name`,
        ),
      );
      expect(limits).toEqual([
        { name: 'idle_in_transaction_session_timeout', setting: '10000' },
        { name: 'lock_timeout', setting: '2000' },
        { name: 'statement_timeout', setting: '5000' },
      ]);
      await expect(asSystem(() => service.query('SELECT pg_sleep(60)'))).rejects.toMatchObject({ code: '57014' });
    } finally {
      await service.destroy();
    }
  });

  it('does not run out for submissions, landing pages and messages while slow dashboards use all they may', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const first = await createLead(server, client, campaign);
    const lockHolder = server.dataSource.createQueryRunner();
    await lockHolder.startTransaction();
    await lockHolder.query('LOCK TABLE files IN ACCESS EXCLUSIVE MODE');
    const dashboards = Promise.allSettled(
      Array.from({ length: 20 }, () => server.admin(FilesDocument, { clientId: client.id })),
    );
    const slow = async () =>
      Number(
        (
          await server.dataSource.query<{ count: string }[]>(
            `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          )
        )[0]!.count,
      );
    await eventually(async () => expect(await slow()).toBeGreaterThanOrEqual(MAX_CONNECTIONS - 3));
    await Promise.all([
      createLead(server, client, campaign),
      server.visitor(RecordLandingViewDocument, { client: client.handle, slug: campaign.slug }),
      server.service(ClaimLeadNotificationDocument, { leadId: first.id }),
    ]);
    // They did not wait for the dashboards.
    expect(await slow()).toBe(MAX_CONNECTIONS - 3);
    await lockHolder.rollbackTransaction();
    await lockHolder.release();
    await dashboards;
  });

  it('runs out when there are three times as many requests as connections: each gets UNAVAILABLE, none hangs, and no query is left running', async () => {
    await Promise.all(Array.from({ length: 30 }, () => server.admin(ClientsDocument, {})));
    const lockHolder = server.dataSource.createQueryRunner();
    await lockHolder.startTransaction();
    await lockHolder.query('LOCK TABLE clients IN ACCESS EXCLUSIVE MODE');
    const answers = await Promise.allSettled(Array.from({ length: 30 }, () => server.admin(ClientsDocument, {})));
    expect(
      answers.map((answer) =>
        answer.status === 'rejected' ? (answer.reason as { code?: string }).code : answer.status,
      ),
    ).toEqual(Array.from({ length: 30 }, () => 'UNAVAILABLE'));
    await lockHolder.rollbackTransaction();
    await lockHolder.release();
    expect(await server.admin(ClientsDocument, {})).toBeDefined();
    expect(await connections()).toBeLessThanOrEqual(MAX_CONNECTIONS);
    expect(
      await server.dataSource.query(
        `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()`,
      ),
    ).toEqual([]);
  });
});
