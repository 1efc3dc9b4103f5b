import { ClientDaysDocument, ClientStatsDocument, UpdateClientDocument } from '../testing/operations/generated';
import { createCampaign, createClient, createLead } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';

const MINUTE = 60_000;

describe('a client’s days', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  const calendars = new Map<string, Intl.DateTimeFormat>();
  function dayOf(time: Date, timeZone: string): string {
    const calendar = calendars.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone });
    calendars.set(timeZone, calendar);
    return calendar.format(time);
  }

  /** Returns the starts of days in a time zone, newest first, computed by another implementation than Postgres. */
  function midnights(timeZone: string, count: number): Date[] {
    const found: Date[] = [];
    for (let time = Math.floor(Date.now() / (15 * MINUTE)) * 15 * MINUTE; found.length < count; time -= 15 * MINUTE) {
      if (dayOf(new Date(time), timeZone) !== dayOf(new Date(time - 1), timeZone)) found.push(new Date(time));
    }
    return found;
  }

  async function addViews(campaignId: string, source: string | null, moments: Date[]) {
    await server.dataSource.query(
      'INSERT INTO views (campaign_id, source, created_at) SELECT $1, $2, unnest($3::timestamptz[])',
      [campaignId, source, moments],
    );
  }
  async function addLeads(clientId: string, campaignId: string, held: boolean, moments: Date[]) {
    await server.dataSource.query(
      `INSERT INTO leads (client_id, campaign_id, form_data, held, created_at) SELECT $1, $2, '{}', $3, unnest($4::timestamptz[])`,
      [clientId, campaignId, held, moments],
    );
  }

  it.each(['America/New_York', 'Pacific/Kiritimati', 'Asia/Kathmandu', 'America/St_Johns'])(
    'follow the calendar of %s, including clock changes',
    async (timeZone) => {
      const client = await createClient(server);
      await server.admin(UpdateClientDocument, { id: client.id, input: { timeZone } });
      const [first, second] = [await createCampaign(server, client.id), await createCampaign(server, client.id)];
      // 366 days include both clock changes, whenever this runs.
      const edges = midnights(timeZone, 366).filter((_, n) => n % 5 === 0 || n > 360);
      const around = edges.flatMap((time) => [new Date(time.getTime() - 1), time]);
      await addLeads(client.id, first.id, false, around);
      await addLeads(client.id, second.id, true, edges);
      await addViews(first.id, 'qr', edges);
      await addViews(second.id, null, around);

      const { stats } = (await client.call(ClientDaysDocument, { clientId: client.id, days: 366 })).client;
      const days = stats.byDay;
      expect(days).toHaveLength(366);
      expect([dayOf(new Date(), timeZone), dayOf(new Date(Date.now() - MINUTE), timeZone)]).toContain(days.at(-1)!.day);
      const count = (day: string, moments: Date[]) => moments.filter((time) => dayOf(time, timeZone) === day).length;
      expect(days).toEqual(
        days.map(({ day }) => ({
          day,
          leads: count(day, around),
          views: count(day, around) + count(day, edges),
          scans: count(day, edges),
        })),
      );
      expect(days.filter(({ scans }) => scans === 1).length).toBe(
        edges.filter((time) => dayOf(time, timeZone) >= days[0]!.day).length,
      );
      expect(new Set(days.map(({ day }) => day)).size).toBe(366);
    },
    60_000,
  );

  it('are thirty days of zeros for a client without activity', async () => {
    const client = await createClient(server);
    const { stats } = (await client.call(ClientDaysDocument, { clientId: client.id })).client;
    expect(stats.byDay).toHaveLength(30);
    expect(stats.byDay.every(({ leads, views, scans }) => leads + views + scans === 0)).toBe(true);
    expect(stats.byDay.map(({ day }) => day)).toEqual(stats.byDay.map(({ day }) => day).sort());
  });

  it('agree with the totals, and exclude other clients', async () => {
    const [client, other] = [await createClient(server), await createClient(server)];
    const [campaign, elsewhere] = [await createCampaign(server, client.id), await createCampaign(server, other.id)];
    await createLead(server, client, campaign);
    await createLead(server, client, campaign);
    await createLead(server, other, elsewhere);
    await addViews(elsewhere.id, 'qr', [new Date()]);
    const { byDay } = (await client.call(ClientDaysDocument, { clientId: client.id })).client.stats;
    const { totalLeads } = (await client.call(ClientStatsDocument, { clientId: client.id })).client.stats;
    expect(byDay.reduce((sum, { leads }) => sum + leads, 0)).toBe(totalLeads);
    expect(totalLeads).toBe(2);
    expect(byDay.reduce((sum, { views }) => sum + views, 0)).toBe(0);
    await expect(client.call(ClientDaysDocument, { clientId: other.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('end on the given day, so that two adjacent ranges count each lead and view once', async () => {
    const timeZone = 'America/New_York';
    const client = await createClient(server);
    await server.admin(UpdateClientDocument, { id: client.id, input: { timeZone } });
    const campaign = await createCampaign(server, client.id);
    // The clocks of New York go back on 2024-11-03, so that this day has 25 hours.
    const instants = ['2024-11-03T04:00Z', '2024-11-04T04:59Z', '2024-11-04T05:00Z', '2024-10-31T12:00Z'];
    await addLeads(
      client.id,
      campaign.id,
      false,
      instants.map((instant) => new Date(instant)),
    );
    await addViews(campaign.id, 'qr', [new Date('2024-11-02T03:59Z')]);
    const range = async (days: number, until: string) =>
      (await client.call(ClientDaysDocument, { clientId: client.id, days, until })).client.stats.byDay;
    const zeros = { leads: 0, views: 0, scans: 0 };
    expect(await range(3, '2024-11-04')).toEqual([
      { day: '2024-11-02', ...zeros },
      { day: '2024-11-03', ...zeros, leads: 2 },
      { day: '2024-11-04', ...zeros, leads: 1 },
    ]);
    expect(await range(3, '2024-11-01')).toEqual([
      { day: '2024-10-30', ...zeros },
      { day: '2024-10-31', ...zeros, leads: 1 },
      { day: '2024-11-01', ...zeros, views: 1, scans: 1 },
    ]);
    const [leapDay] = await range(1, '2024-02-29');
    expect(leapDay).toEqual({ day: '2024-02-29', ...zeros });
  });

  it.each(['2026-02-30', '2026-2-3', '2026-02-03T00:00', 'today', ''])('cannot end on “%s”', async (until) => {
    const client = await createClient(server);
    await expect(client.call(ClientDaysDocument, { clientId: client.id, until })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { until: 'until must be a day, as YYYY-MM-DD.' },
    });
  });

  it.each([0, 367])('cannot be %i', async (days) => {
    const client = await createClient(server);
    await expect(client.call(ClientDaysDocument, { clientId: client.id, days })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { days: expect.stringContaining('days must be at') },
    });
  });
});
