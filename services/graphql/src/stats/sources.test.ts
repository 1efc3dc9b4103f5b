import {
  ClientSourcesDocument,
  DeleteLeadDocument,
  LeadDocument,
  RestoreSpamLeadDocument,
  ScanAnalyticsDocument,
  SubmitLeadDocument,
  UpdateClientDocument,
  UpdateLeadDocument,
} from '../testing/operations/generated';
import { type JobDependencies, periodicJobs, VIEW_DAYS } from '../jobs/periodic-jobs';
import { createCampaign, createClient, createLead } from '../testing/fixtures';
import { pickFrom, seeds } from '../testing/seeds';
import { startTestServer, type TestServer } from '../testing/test-server';

const HOUR = 60 * 60_000;
const QUARTER = HOUR / 4;

describe('a client’s sources', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  const sources = async (
    client: Awaited<ReturnType<typeof createClient>>,
    more: { days?: number; campaignId?: string } = {},
  ) => (await client.call(ClientSourcesDocument, { clientId: client.id, ...more })).client.stats.bySource;
  const addViews = (campaignId: string, source: string | null, moments: Date[]) =>
    server.dataSource.query(
      'INSERT INTO views (campaign_id, source, created_at) SELECT $1, $2, unnest($3::timestamptz[])',
      [campaignId, source, moments],
    );

  describe.each(seeds())('TEST_SEED=%i', (seed) => {
    it.each(['America/New_York', 'Pacific/Kiritimati', 'Asia/Kathmandu', 'UTC'])(
      'are counted by days in %s, after any updates and deletions',
      async (timeZone) => {
        const pick = pickFrom(`${seed} ${timeZone}`);
        const client = await createClient(server);
        await server.admin(UpdateClientDocument, { id: client.id, input: { timeZone } });
        const campaigns = [await createCampaign(server, client.id), await createCampaign(server, client.id)];
        const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone });
        let midnight = Math.floor(Date.now() / QUARTER) * QUARTER;
        while (dayOf.format(midnight) === dayOf.format(midnight - 1)) midnight -= QUARTER;
        const moment = () => {
          // Most times are close to the boundaries of local and UTC days.
          const time =
            pick(3) === 0 ? midnight - pick(3) - pick(9) * 24 * HOUR : Date.now() - pick(9 * 24 * 60) * 60_000;
          return new Date(time);
        };
        const expectedRows: { campaign: string; source: string; kind: 'views' | 'leads'; day: string }[] = [];
        for (let n = 0; n < 120; n += 1) {
          const { id: campaign } = campaigns[pick(2)]!;
          const source = [null, 'qr', 'Flyer', 'direct'][pick(4)]!;
          const time = moment();
          const expectRow = (kind: 'views' | 'leads') =>
            void expectedRows.push({ campaign, source: source ?? 'direct', kind, day: dayOf.format(time) });
          if (pick(2)) {
            await addViews(campaign, source, [time]);
            expectRow('views');
            continue;
          }
          const [held, becomes] = [pick(3) === 0, pick(4)];
          const [{ id }] = await server.dataSource.query<[{ id: string }]>(
            `INSERT INTO leads (client_id, campaign_id, form_data, held, source, created_at) VALUES ($1, $2, '{}', $3, $4, $5) RETURNING id`,
            [client.id, campaign, held, source, time],
          );
          if (becomes === 0) await server.dataSource.query('UPDATE leads SET held = NOT held WHERE id = $1', [id]);
          if (becomes === 1) await server.admin(UpdateLeadDocument, { id, input: { status: 'qualified' } });
          if (becomes === 2) await server.dataSource.query('DELETE FROM leads WHERE id = $1', [id]);
          else if (held === (becomes === 0)) expectRow('leads');
        }
        for (const days of [1, 2, 3, 7, 30]) {
          const period = Array.from({ length: days }, (_, n) =>
            dayOf.format(
              new Date(
                Date.parse(`${dayOf.format(new Date())}T12:00:00Z`) -
                  n * 24 * HOUR +
                  (timeZone === 'UTC' ? 0 : shift(timeZone)),
              ),
            ),
          );
          for (const campaignId of [undefined, campaigns[0]!.id]) {
            const mine = expectedRows.filter(
              ({ day, campaign }) => period.includes(day) && (!campaignId || campaign === campaignId),
            );
            const expected = ['Flyer', 'direct', 'qr'].map((source) => {
              const count = (kind: 'views' | 'leads') =>
                mine.filter((row) => row.source === source && row.kind === kind).length;
              return { source, views: count('views'), leads: count('leads') };
            });
            const answered = await sources(client, { days, campaignId });
            expect([...answered].sort((a, b) => (a.source < b.source ? -1 : 1))).toEqual(
              expected.filter(({ views, leads }) => views + leads > 0),
            );
            expect(answered.map(({ leads }) => leads)).toEqual(
              answered.map(({ leads }) => leads).sort((a, b) => b - a),
            );
          }
        }
      },
      60_000,
    );
  });

  /** Sets the time zone so that it is noon for the client. */
  function shift(timeZone: string): number {
    const time = new Date();
    const [theirs, utc] = [timeZone, 'UTC'].map((zone) =>
      Date.parse(`${time.toLocaleString('sv', { timeZone: zone }).replace(' ', 'T')}Z`),
    );
    return utc! - theirs!;
  }

  it('are listed with views and leads, excluding held leads, spam and other clients', async () => {
    const [client, other] = [await createClient(server), await createClient(server)];
    const [campaign, elsewhere] = [await createCampaign(server, client.id), await createCampaign(server, other.id)];
    expect(await sources(client)).toEqual([]);
    const send = async (source: string, honeypotFilled = false) =>
      (
        await server.visitor(SubmitLeadDocument, {
          client: client.handle,
          slug: campaign.slug,
          source,
          honeypotFilled,
          formData: { fullName: 'Ann', phone: '4155552671' },
        })
      ).submitLead.id;
    await addViews(
      campaign.id,
      'qr',
      Array.from({ length: 3 }, () => new Date()),
    );
    await addViews(elsewhere.id, 'qr', [new Date()]);
    await createLead(server, other, elsewhere);
    const [id, spam] = [await send('qr'), await send('flyer', true)];
    expect(await sources(client)).toEqual([{ source: 'qr', views: 3, leads: 1 }]);
    await client.call(RestoreSpamLeadDocument, { id: spam });
    await client.call(DeleteLeadDocument, { id });
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlyLeadLimit: 0 } });
    await send('radio');
    expect(await sources(client)).toEqual([
      { source: 'flyer', views: 0, leads: 1 },
      { source: 'qr', views: 3, leads: 0 },
    ]);
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlyLeadLimit: 10 } });
    expect((await sources(client)).map(({ source }) => source)).toEqual(['flyer', 'radio', 'qr']);
    expect(await sources(client, { campaignId: elsewhere.id })).toEqual([]);
    await expect(client.call(ClientSourcesDocument, { clientId: other.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(sources(client, { campaignId: 'none' })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { campaignId: expect.any(String) },
    });
  });

  it('are the top twenty, and one entry for all others', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    for (let n = 0; n < 25; n += 1)
      await addViews(
        campaign.id,
        `source ${n}`,
        Array.from({ length: 30 - n }, () => new Date()),
      );
    const result = await sources(client);
    expect(result).toHaveLength(21);
    expect(result[0]).toEqual({ source: 'source 0', views: 30, leads: 0 });
    expect(result.at(-1)).toEqual({ source: 'others', views: 10 + 9 + 8 + 7 + 6, leads: 0 });
  });

  it('are bounded: 200,000 invented ones leave a hundred names a day, and a thousand in all', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const sql = <Row>(text: string, more: unknown[] = []) =>
      server.dataSource.query<Row[]>(text, [campaign.id, ...more]);
    // At noon, so that the clocks' change makes no two of them one day of the client.
    const yesterday = new Date(Date.now() - 24 * 60 * 60_000);
    yesterday.setUTCHours(12, 0, 0, 0);
    const invent = (days: number, first: number, count: number) =>
      sql(
        `INSERT INTO views (campaign_id, source, created_at)
         SELECT $1, 'made up ' || n, $5::timestamptz - n % $2::int * interval '1 day'
         FROM generate_series($3::int, $3 + $4 - 1) n`,
        [days, first, count, yesterday],
      );
    await addViews(campaign.id, 'a flyer', [yesterday]);
    for (let n = 0; n < 10; n += 1) await invent(1, n * 15_000, 15_000);
    await invent(25, 150_000, 50_000);
    const names = () =>
      sql<{ day: string; names: number; views: number }>(
        `SELECT day::text, count(*)::int AS names, sum(count)::int AS views FROM source_counts WHERE campaign_id = $1 GROUP BY day ORDER BY day`,
      );
    const [total, ...days] = await names();
    expect(total).toMatchObject({ day: '-infinity', views: 200_001 });
    expect(total!.names).toBeGreaterThan(900);
    expect(total!.names).toBeLessThanOrEqual(1_001);
    expect(days).toHaveLength(25);
    expect(days.reduce((sum, { views }) => sum + views, 0)).toBe(200_001);
    for (const { names } of days) expect(names).toBeLessThanOrEqual(101);
    // Known sources, scans and views without a source are still counted by name.
    for (const source of ['a flyer', 'qr', null]) await addViews(campaign.id, source, [new Date(), new Date()]);
    const counted = await sql(
      `SELECT source, count FROM source_counts WHERE campaign_id = $1 AND day = '-infinity' AND source IN ('a flyer', 'qr', 'direct') ORDER BY 1`,
    );
    expect(counted).toEqual([
      { source: 'a flyer', count: 3 },
      { source: 'direct', count: 2 },
      { source: 'qr', count: 2 },
    ]);
    // A lead of a day without room is counted among the others, and is also removed from them.
    const before = await sources(client);
    const [{ id }] = (await sql<{ id: string }>(
      `INSERT INTO leads (client_id, campaign_id, form_data, source, created_at) SELECT client_id, id, '{}', 'another one', $2 FROM campaigns WHERE id = $1 RETURNING id`,
      [yesterday],
    )) as [{ id: string }];
    const others = async () => (await sources(client)).find(({ source }) => source === 'others');
    expect((await others())!.leads).toBe(1);
    expect((await client.call(LeadDocument, { id })).lead.source).toBe('another one');
    await client.call(DeleteLeadDocument, { id });
    expect(await sources(client)).toEqual(before);
  });

  it('stay on their day when the client’s time zone changes', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const setTimeZone = (timeZone: string) =>
      server.admin(UpdateClientDocument, { id: client.id, input: { timeZone } });
    await setTimeZone('Pacific/Kiritimati');
    const lead = await createLead(server, client, campaign);
    await addViews(campaign.id, 'qr', [new Date()]);
    const byDay = async () =>
      (await server.admin(ScanAnalyticsDocument, { campaignId: campaign.id })).campaign.scanAnalytics.byDay;
    const before = await byDay();
    // 25 hours behind, so that it is another day there at any time.
    await setTimeZone('Pacific/Pago_Pago');
    expect(await byDay()).toEqual(before);
    await client.call(DeleteLeadDocument, { id: lead.id });
    expect(
      await server.dataSource.query(
        `SELECT kind, sum(count)::int AS count FROM source_counts WHERE campaign_id = $1 AND day > '-infinity' GROUP BY day, kind ORDER BY kind`,
        [campaign.id],
      ),
    ).toEqual([
      { kind: 'leads', count: 0 },
      { kind: 'views', count: 1 },
    ]);
  });

  it('keep their counts when the views expire', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * HOUR);
    await addViews(campaign.id, 'qr', [daysAgo(VIEW_DAYS + 1), daysAgo(VIEW_DAYS - 1)]);
    const job = periodicJobs({ dataSource: server.dataSource } as JobDependencies).find(({ name }) => name === 'views');
    await job!.run(new AbortController().signal);
    expect(await server.dataSource.query('SELECT source FROM views WHERE campaign_id = $1', [campaign.id])).toEqual([
      { source: 'qr' },
    ]);
    const { scanAnalytics } = (await server.admin(ScanAnalyticsDocument, { campaignId: campaign.id })).campaign;
    expect(scanAnalytics).toMatchObject({ totalScans: 2, totalViews: 2 });
  });

  it('are counted correctly under concurrent inserts and deletions', async () => {
    const client = await createClient(server);
    const campaigns = [await createCampaign(server, client.id), await createCampaign(server, client.id)];
    await Promise.all(
      Array.from({ length: 120 }, async (_, n) => {
        const campaign = campaigns[n % 2]!;
        if (n % 3 === 0) return addViews(campaign.id, 'qr', [new Date(), new Date()]);
        const lead = await createLead(server, client, campaign);
        return n % 3 === 1 ? lead : client.call(DeleteLeadDocument, { id: lead.id });
      }),
    );
    expect(await sources(client)).toEqual([
      { source: 'direct', views: 0, leads: 40 },
      { source: 'qr', views: 80, leads: 0 },
    ]);
  });
});
