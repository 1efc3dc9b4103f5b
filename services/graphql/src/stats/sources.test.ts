import {
  ClientSourcesDocument,
  DeleteLeadDocument,
  RestoreSpamLeadDocument,
  SubmitLeadDocument,
  UpdateClientDocument,
  UpdateLeadDocument,
} from '../testing/operations/generated';
import { makeCampaign, makeClient, makeLead } from '../testing/make';
import { pickFrom, seeds } from '../testing/seeds';
import { startTestServer, type TestServer } from '../testing/test-server';

const HOUR = 60 * 60_000;
const QUARTER = HOUR / 4;

describe('a client’s sources', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  const sources = async (
    client: Awaited<ReturnType<typeof makeClient>>,
    more: { days?: number; campaignId?: string } = {},
  ) => (await client.call(ClientSourcesDocument, { clientId: client.id, ...more })).clientStats.bySource;
  const addViews = (campaignId: string, source: string | null, moments: Date[]) =>
    server.dataSource.query(
      'INSERT INTO views (campaign_id, source, created_at) SELECT $1, $2, unnest($3::timestamptz[])',
      [campaignId, source, moments],
    );

  describe.each(seeds())('TEST_SEED=%i', (seed) => {
    it.each(['America/New_York', 'Pacific/Kiritimati', 'Asia/Kathmandu', 'UTC'])(
      'are counted by the days of %s, whatever is changed and deleted meanwhile',
      async (timeZone) => {
        const pick = pickFrom(`${seed} ${timeZone}`);
        const client = await makeClient(server);
        await server.admin(UpdateClientDocument, { id: client.id, input: { timeZone } });
        const campaigns = [await makeCampaign(server, client.id), await makeCampaign(server, client.id)];
        const dayOf = new Intl.DateTimeFormat('en-CA', { timeZone });
        let midnight = Math.floor(Date.now() / QUARTER) * QUARTER;
        while (dayOf.format(midnight) === dayOf.format(midnight - 1)) midnight -= QUARTER;
        const moment = () => {
          // Around the edges of days, of theirs and of UTC's, more than anywhere else.
          const at = pick(3) === 0 ? midnight - pick(3) - pick(9) * 24 * HOUR : Date.now() - pick(9 * 24 * 60) * 60_000;
          return new Date(at);
        };
        const kept: { campaign: string; source: string; kind: 'views' | 'leads'; day: string }[] = [];
        for (let n = 0; n < 120; n += 1) {
          const { id: campaign } = campaigns[pick(2)]!;
          const source = [null, 'qr', 'Flyer', 'direct'][pick(4)]!;
          const at = moment();
          const note = (kind: 'views' | 'leads') =>
            void kept.push({ campaign, source: source ?? 'direct', kind, day: dayOf.format(at) });
          if (pick(2)) {
            await addViews(campaign, source, [at]);
            note('views');
            continue;
          }
          const [held, becomes] = [pick(3) === 0, pick(4)];
          const [{ id }] = await server.dataSource.query<[{ id: string }]>(
            `INSERT INTO leads (client_id, campaign_id, form_data, held, source, created_at) VALUES ($1, $2, '{}', $3, $4, $5) RETURNING id`,
            [client.id, campaign, held, source, at],
          );
          if (becomes === 0) await server.dataSource.query('UPDATE leads SET held = NOT held WHERE id = $1', [id]);
          if (becomes === 1) await server.admin(UpdateLeadDocument, { id, input: { status: 'qualified' } });
          if (becomes === 2) await server.dataSource.query('DELETE FROM leads WHERE id = $1', [id]);
          else if (held === (becomes === 0)) note('leads');
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
            const mine = kept.filter(
              ({ day, campaign }) => period.includes(day) && (!campaignId || campaign === campaignId),
            );
            const expected = ['Flyer', 'direct', 'qr'].map((source) => {
              const count = (kind: 'views' | 'leads') =>
                mine.filter((each) => each.source === source && each.kind === kind).length;
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

  /** So that noon there is asked for. */
  function shift(timeZone: string): number {
    const at = new Date();
    const [theirs, utc] = [timeZone, 'UTC'].map((zone) =>
      Date.parse(`${at.toLocaleString('sv', { timeZone: zone }).replace(' ', 'T')}Z`),
    );
    return utc! - theirs!;
  }

  it('are told by views and leads; what is held, spam or another client’s is not among them', async () => {
    const [client, other] = [await makeClient(server), await makeClient(server)];
    const [campaign, elsewhere] = [await makeCampaign(server, client.id), await makeCampaign(server, other.id)];
    expect(await sources(client)).toEqual([]);
    const send = async (source: string, trapped = false) =>
      (
        await server.visitor(SubmitLeadDocument, {
          client: client.handle,
          slug: campaign.slug,
          source,
          trapped,
          formData: { fullName: 'Ann', phone: '4155552671' },
        })
      ).submitLead.id;
    await addViews(
      campaign.id,
      'qr',
      Array.from({ length: 3 }, () => new Date()),
    );
    await addViews(elsewhere.id, 'qr', [new Date()]);
    await makeLead(server, other, elsewhere);
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

  it('are the first twenty, and one for all others', async () => {
    const client = await makeClient(server);
    const campaign = await makeCampaign(server, client.id);
    for (let n = 0; n < 25; n += 1)
      await addViews(
        campaign.id,
        `source ${n}`,
        Array.from({ length: 30 - n }, () => new Date()),
      );
    const told = await sources(client);
    expect(told).toHaveLength(21);
    expect(told[0]).toEqual({ source: 'source 0', views: 30, leads: 0 });
    expect(told.at(-1)).toEqual({ source: 'others', views: 10 + 9 + 8 + 7 + 6, leads: 0 });
  });

  it('are counted right while leads and views come and go at once', async () => {
    const client = await makeClient(server);
    const campaigns = [await makeCampaign(server, client.id), await makeCampaign(server, client.id)];
    await Promise.all(
      Array.from({ length: 120 }, async (_, n) => {
        const campaign = campaigns[n % 2]!;
        if (n % 3 === 0) return addViews(campaign.id, 'qr', [new Date(), new Date()]);
        const lead = await makeLead(server, client, campaign);
        return n % 3 === 1 ? lead : client.call(DeleteLeadDocument, { id: lead.id });
      }),
    );
    expect(await sources(client)).toEqual([
      { source: 'direct', views: 0, leads: 40 },
      { source: 'qr', views: 80, leads: 0 },
    ]);
  });
});
