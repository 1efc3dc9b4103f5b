import { secureTable } from '../database/secure-table';
import { deleteExpired } from '../jobs/delete-expired';
import { createCampaign, createClient } from '../testing/fixtures';
import {
  DeleteCampaignDocument,
  RecordLandingViewDocument,
  ScanAnalyticsDocument,
} from '../testing/operations/generated';
import { startTestServer, type TestServer } from '../testing/test-server';

describe('views that are partitioned by time', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  const sql = <Row>(text: string, parameters: unknown[] = []) => server.dataSource.query<Row[]>(text, parameters);
  const count = async () => (await sql<{ n: number }>('SELECT count(*)::int AS n FROM views'))[0]!.n;

  it('are recorded, counted, expired and deleted like those in one table', async () => {
    const [{ trigger }] = (await sql<{ trigger: string }>(
      `SELECT pg_get_triggerdef(oid) AS trigger FROM pg_trigger WHERE tgrelid = 'views'::regclass AND NOT tgisinternal`,
    )) as [{ trigger: string }];
    const partition = (name: string, from: string, to: string) =>
      `CREATE TABLE ${name} PARTITION OF views FOR VALUES FROM (${from}) TO (${to})`;
    for (const statement of [
      'ALTER TABLE views RENAME TO views_before',
      'CREATE TABLE views (LIKE views_before INCLUDING ALL) PARTITION BY RANGE (created_at)',
      'ALTER TABLE views ADD FOREIGN KEY (campaign_id) REFERENCES campaigns ON DELETE CASCADE',
      partition('views_old', 'MINVALUE', `'2020-01-01'`),
      partition('views_new', `'2020-01-01'`, 'MAXVALUE'),
      trigger,
      secureTable('views'),
    ])
      await sql(statement);
    const client = await createClient(server);
    const [campaign, other] = [await createCampaign(server, client.id), await createCampaign(server, client.id)];
    for (const { slug } of [campaign, other, campaign])
      await server.visitor(RecordLandingViewDocument, { client: client.handle, slug, source: 'qr' });
    // The old rows have the same `ctid` as the new ones.
    await sql(`INSERT INTO views (campaign_id, created_at) SELECT $1, '2019-01-01' FROM generate_series(1, 2)`, [
      other.id,
    ]);
    const totalViews = async ({ id }: { id: string }) =>
      (await server.admin(ScanAnalyticsDocument, { campaignId: id })).campaign.scanAnalytics.totalViews;
    expect([await totalViews(campaign), await totalViews(other), await count()]).toEqual([2, 3, 5]);
    const { signal } = new AbortController();
    await deleteExpired(server.dataSource, signal, 'views', `created_at < '2020-01-01'`);
    expect([await totalViews(campaign), await totalViews(other), await count()]).toEqual([2, 3, 3]);
    await server.admin(DeleteCampaignDocument, { id: campaign.id });
    expect([await totalViews(other), await count()]).toEqual([3, 1]);
  });
});
