import { randomUUID } from 'node:crypto';
import { createCampaign, createClient, createLead } from '../testing/fixtures';
import {
  AnalyticsCsvDocument,
  type AnalyticsCsvQuery,
  type AnalyticsCsvQueryVariables,
  AnalyticsDaysCsvDocument,
  AnalyticsDocument,
  type AnalyticsQueryVariables,
  AnalyticsRowsDocument,
  AnalyticsSourcesCsvDocument,
  type AnalyticsSourcesCsvQuery,
  type AnalyticsSourcesCsvQueryVariables,
  DeleteCampaignDocument,
  DeleteClientDocument,
  UpdateClientDocument,
} from '../testing/operations/generated';
import { pickFrom, seeds } from '../testing/seeds';
import { startTestServer, type TestServer } from '../testing/test-server';
import { addFigures } from './add-figures';
import { type Figures, figureNames } from './analytics.types';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** A lead as the test knows it. */
interface KnownLead {
  id: string;
  campaign: KnownCampaign;
  at: number;
  source: string;
  status: string;
  held: boolean;
  firstReply: number | null;
}
interface KnownCampaign {
  id: string;
  clientId: string;
}
/** A view, message, reply or opt-out. */
interface KnownEvent {
  figure: keyof Figures;
  campaign: KnownCampaign;
  source?: string;
  at: number;
}

const zeros = () => Object.fromEntries(figureNames.map((name) => [name, 0])) as unknown as Figures;

describe('analytics', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  const sql = <Row = unknown>(query: string, ...values: unknown[]) => server.dataSource.query<Row[]>(query, values);
  const add = () => addFigures(server.dataSource);
  async function analytics(variables: AnalyticsQueryVariables) {
    await add();
    return (await server.admin(AnalyticsDocument, variables)).analytics;
  }

  describe.each(seeds())('TEST_SEED=%i', (seed) => {
    it('count what happened, whatever is changed and deleted meanwhile', async () => {
      const pick = pickFrom(seed);
      const anyOf = <Item>(items: readonly Item[]) => items[pick(items.length)]!;
      const campaigns: KnownCampaign[] = [];
      for (const count of [1, 2, 2]) {
        const client = await createClient(server);
        await server.admin(UpdateClientDocument, { id: client.id, input: { timeZone: 'UTC' } });
        for (let n = 0; n < count; n += 1)
          campaigns.push({ id: (await createCampaign(server, client.id)).id, clientId: client.id });
      }
      const all = [...campaigns];
      let leads: KnownLead[] = [];
      let events: KnownEvent[] = [];
      // Not on the first day of the range, which ends while the test runs around midnight.
      const someTime = () => Date.now() - pick(25 * 24) * HOUR_MS;
      const change = {
        async submit() {
          const campaign = anyOf(campaigns);
          const lead = {
            id: randomUUID(),
            campaign,
            at: someTime(),
            source: anyOf(['qr', 'flyer', 'direct']),
            status: 'new',
            held: pick(4) === 0,
            firstReply: null,
          };
          const source = lead.source === 'direct' ? null : lead.source;
          await sql(
            `INSERT INTO leads (id, client_id, campaign_id, form_data, source, held, created_at) VALUES ($1, $2, $3, '{}', $4, $5, $6)`,
            lead.id,
            campaign.clientId,
            campaign.id,
            source,
            lead.held,
            new Date(lead.at),
          );
          leads.push(lead);
        },
        async edit() {
          const chosen = leads.filter(() => pick(3) === 0);
          const status = anyOf(['new', 'contacted', 'qualified', 'converted']);
          const held = pick(5) === 0;
          for (const lead of chosen) Object.assign(lead, { status, held });
          await sql(
            'UPDATE leads SET status = $2, held = $3 WHERE id = ANY ($1)',
            chosen.map(({ id }) => id),
            status,
            held,
          );
        },
        async view() {
          const campaign = anyOf(campaigns);
          const [source, at] = [anyOf(['qr', 'flyer', 'direct']), someTime()];
          await sql(
            'INSERT INTO views (campaign_id, source, created_at) VALUES ($1, $2, $3)',
            campaign.id,
            source === 'direct' ? null : source,
            new Date(at),
          );
          events.push(
            { figure: 'views', campaign, source, at },
            ...(source === 'qr' ? [{ figure: 'scans' as const, campaign, at }] : []),
          );
        },
        async send() {
          const lead = leads.length > 0 && anyOf(leads);
          if (!lead) return;
          const [id, at] = [randomUUID(), someTime()];
          await sql(
            `WITH sequence AS (INSERT INTO sequences (client_id, campaign_id, name, trigger_event) VALUES ($1, $2, 'S', 'lead_created') RETURNING id),
              enrolled AS (INSERT INTO enrollments (client_id, sequence_id, lead_id, steps) SELECT $1, id, $3, '[]' FROM sequence RETURNING id, sequence_id)
             INSERT INTO sms_messages (id, client_id, campaign_id, sms_sequence_id, lead_id, enrollment_id, step, to_e164, body, status, due_at)
             SELECT $4, $1, $2, sequence_id, $3, id, 0, '+14155550100', 'Hi', 'queued', now() FROM enrolled`,
            lead.campaign.clientId,
            lead.campaign.id,
            lead.id,
            id,
          );
          await sql(`UPDATE sms_messages SET status = 'sent', sent_at = $2 WHERE id = $1`, id, new Date(at));
          await sql(`UPDATE sms_messages SET delivery_status = 'delivered' WHERE id = $1`, id);
          if (pick(4) === 0) return sql(`UPDATE sms_messages SET status = 'failed' WHERE id = $1`, id);
          events.push({ figure: 'messages', campaign: lead.campaign, at });
        },
        async reply() {
          const lead = leads.length > 0 && anyOf(leads);
          if (!lead) return;
          const isStop = pick(3) === 0;
          const at = lead.at + anyOf([HOUR_MS, HOUR_MS + 1, DAY_MS, DAY_MS + 1]);
          await sql(
            `INSERT INTO replies (client_id, lead_id, provider_id, body, intent, created_at) VALUES ($1, $2, $3, '', $4, $5)`,
            lead.campaign.clientId,
            lead.id,
            randomUUID(),
            isStop ? 'stop' : 'reply',
            new Date(at),
          );
          if (!isStop) lead.firstReply ??= at;
          events.push({ figure: isStop ? 'optOuts' : 'replies', campaign: lead.campaign, at });
        },
        async remove() {
          const gone = leads.filter(() => pick(6) === 0);
          await sql(
            'DELETE FROM leads WHERE id = ANY ($1)',
            gone.map(({ id }) => id),
          );
          leads = leads.filter((lead) => !gone.includes(lead));
        },
        add,
      };
      const removed = (gone: KnownCampaign[]) => {
        campaigns.splice(0, campaigns.length, ...campaigns.filter((campaign) => !gone.includes(campaign)));
        leads = leads.filter(({ campaign }) => !gone.includes(campaign));
        events = events.filter(({ campaign }) => !gone.includes(campaign));
      };
      for (let n = 0; n < 240; n += 1) {
        await change[
          anyOf([
            'submit',
            'submit',
            'submit',
            'edit',
            'view',
            'view',
            'send',
            'reply',
            'reply',
            'remove',
            'add',
          ] as const)
        ]();
        if (n === 120) {
          const campaign = all[1]!;
          await server.admin(DeleteCampaignDocument, { id: campaign.id });
          await server.doBulkWork();
          removed([campaign]);
        }
        if (n === 180) {
          const { clientId } = all[3]!;
          await server.admin(DeleteClientDocument, { id: clientId });
          await server.doBulkWork();
          removed(all.filter((campaign) => campaign.clientId === clientId));
        }
      }

      const expected = (isIncluded: (campaign: KnownCampaign) => boolean) => {
        const byDay = new Map<string, Figures>();
        const count = (at: number, figure: keyof Figures) => {
          const figures = byDay.get(dayOf(at)) ?? zeros();
          figures[figure] += 1;
          byDay.set(dayOf(at), figures);
        };
        for (const { figure, campaign, at } of events) if (isIncluded(campaign)) count(at, figure);
        for (const { campaign, at, status, held, firstReply } of leads) {
          if (held || !isIncluded(campaign)) continue;
          count(at, 'leads');
          if (status !== 'new') count(at, 'contacted');
          if (status === 'qualified' || status === 'converted') count(at, 'qualified');
          if (status === 'converted') count(at, 'converted');
          if (firstReply === null) continue;
          count(at, 'replied');
          if (firstReply - at <= HOUR_MS) count(at, 'repliedInHour');
          if (firstReply - at <= DAY_MS) count(at, 'repliedInDay');
        }
        return byDay;
      };
      const until = dayOf(Date.now() + 2 * DAY_MS);
      const check = async (variables: AnalyticsQueryVariables, isIncluded: (campaign: KnownCampaign) => boolean) => {
        const { byDay, totals, bySource } = await analytics({ ...variables, range: { days: 60, until } });
        const known = expected(isIncluded);
        expect(byDay).toHaveLength(60);
        expect(byDay).toEqual(byDay.map(({ day }) => ({ day, figures: known.get(day) ?? zeros() })));
        for (const name of figureNames)
          expect([name, totals[name]]).toEqual([name, [...known.values()].reduce((sum, day) => sum + day[name], 0)]);
        for (const { source, views, leads: ofSource } of bySource) {
          expect([source, views]).toEqual([
            source,
            events.filter((event) => event.figure === 'views' && event.source === source && isIncluded(event.campaign))
              .length,
          ]);
          expect([source, ofSource]).toEqual([
            source,
            leads.filter((lead) => !lead.held && lead.source === source && isIncluded(lead.campaign)).length,
          ]);
        }
        expect(bySource.reduce((sum, { views }) => sum + views, 0)).toBe(totals.views);
      };
      await check({}, () => true);
      for (const { id, clientId } of campaigns) {
        await check({ campaignId: id }, (campaign) => campaign.id === id);
        await check({ clientId }, (campaign) => campaign.clientId === clientId);
      }
      for (const by of ['client', 'campaign'] as const) {
        const { nodes } = (await server.admin(AnalyticsRowsDocument, { by, range: { days: 60, until } })).analyticsRows;
        const rows = nodes.map(({ id, figures }) => ({ id, leads: figures.leads, views: figures.views }));
        const idOf = (campaign: KnownCampaign) => (by === 'client' ? campaign.clientId : campaign.id);
        const known = [...new Set(campaigns.map(idOf))].map((id) => {
          const sums = [...expected((campaign) => idOf(campaign) === id).values()];
          return {
            id,
            leads: sums.reduce((sum, day) => sum + day.leads, 0),
            views: sums.reduce((sum, day) => sum + day.views, 0),
            isActive: sums.length > 0,
          };
        });
        expect(rows.map(({ id }) => id).sort()).toEqual(
          known
            .filter(({ isActive }) => isActive)
            .map(({ id }) => id)
            .sort(),
        );
        for (const { id, leads: total, views } of known.filter(({ isActive }) => isActive))
          expect(rows.find((row) => row.id === id)).toEqual({ id, leads: total, views });
        expect(rows.map((row) => row.leads)).toEqual(rows.map((row) => row.leads).sort((a, b) => b - a));
      }
      expect(await sql('SELECT id FROM figure_changes')).toEqual([]);
    }, 120_000);
  });

  it('count each change once when several processes add them', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    await sql(
      `INSERT INTO figure_changes (client_id, campaign_id, day, figure, count) SELECT $1, $2, '2020-02-29', 'messages', 1 FROM generate_series(1, 25000)`,
      client.id,
      campaign.id,
    );
    await Promise.all([add(), add(), add()]);
    const { totals } = await analytics({ clientId: client.id, range: { days: 1, until: '2020-02-29' } });
    expect(totals.messages).toBe(25_000);
  });

  it('keep the day of the client’s time zone, also when it changes later', async () => {
    const client = await createClient(server);
    await server.admin(UpdateClientDocument, { id: client.id, input: { timeZone: 'Pacific/Kiritimati' } });
    const campaign = await createCampaign(server, client.id);
    const lead = randomUUID();
    await sql(
      `INSERT INTO leads (id, client_id, campaign_id, form_data, created_at) VALUES ($1, $2, $3, '{}', '2021-03-01T11:00Z')`,
      lead,
      client.id,
      campaign.id,
    );
    await server.admin(UpdateClientDocument, { id: client.id, input: { timeZone: 'Pacific/Honolulu' } });
    const leadsOn = async (day: string) =>
      (await analytics({ clientId: client.id, range: { days: 1, until: day } })).totals.leads;
    expect([await leadsOn('2021-03-01'), await leadsOn('2021-03-02')]).toEqual([0, 1]);
    await sql('DELETE FROM leads WHERE id = $1', lead);
    expect(await leadsOn('2021-03-02')).toBe(0);
  });

  it('leave the version of a lead that replies, so that nobody’s edit conflicts', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const { id } = await createLead(server, client, campaign);
    const version = () => sql('SELECT version, updated_at FROM leads WHERE id = $1', id);
    const before = await version();
    await sql(
      `INSERT INTO replies (client_id, lead_id, provider_id, body, intent) VALUES ($1, $2, 'SM-version', '', 'reply')`,
      client.id,
      id,
    );
    expect(await version()).toEqual(before);
    const { totals } = await analytics({ campaignId: campaign.id });
    expect([totals.leads, totals.replied, totals.repliedInHour]).toEqual([1, 1, 1]);
  });

  it('are exported in parts, with names that no spreadsheet runs', async () => {
    const client = await createClient(server);
    await sql(
      `WITH added AS (INSERT INTO campaigns (client_id, name, slug) SELECT $1, CASE n WHEN 1 THEN '=cmd()' ELSE 'Part ' || lpad(n::text, 4, '0') END, 'part-' || n FROM generate_series(1, 501) n RETURNING id)
       INSERT INTO views (campaign_id) SELECT id FROM added`,
      client.id,
    );
    await add();
    const parts: string[] = [];
    let after: string | null | undefined = null;
    do {
      const variables: AnalyticsCsvQueryVariables = { by: 'campaign', filter: { clientId: client.id }, after };
      const { analyticsCsv: part }: AnalyticsCsvQuery = await server.admin(AnalyticsCsvDocument, variables);
      parts.push(part.csv);
      after = part.nextCursor;
    } while (after != null);
    expect(parts).toHaveLength(2);
    const rows = parts.join('').slice(0, -2).split('\r\n');
    expect(rows[0]).toBe(
      '\uFEFF"Name","ID","Views","QR scans","Leads","Contacted","Qualified or converted","Converted","Replied","Replied within an hour","Replied within a day","Messages","Replies","Opt-outs"',
    );
    expect(rows).toHaveLength(502);
    const names = rows.slice(1).map((row) => row.split(',')[0]);
    expect(names.sort()).toEqual([
      `"'=cmd()"`,
      ...Array.from({ length: 500 }, (_, n) => `"Part ${String(n + 2).padStart(4, '0')}"`),
    ]);
    expect(rows.slice(1).every((row) => row.includes('","1","0","0",'))).toBe(true);
  });

  const rowsOf = (csv: string) => csv.slice(0, -2).split('\r\n');

  it('are exported by day, for all clients, a client and a campaign, as the chart shows them', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const other = await createCampaign(server, client.id);
    await sql(
      `INSERT INTO views (campaign_id, source, created_at) VALUES ($1, 'qr', '2022-05-01T12:00Z'), ($2, NULL, '2022-05-03T12:00Z')`,
      campaign.id,
      other.id,
    );
    await sql(
      `INSERT INTO leads (client_id, campaign_id, form_data, status, created_at) VALUES ($1, $2, '{}', 'converted', '2022-05-01T13:00Z')`,
      client.id,
      campaign.id,
    );
    const range = { days: 3, until: '2022-05-03' };
    for (const scope of [{}, { clientId: client.id }, { campaignId: campaign.id }]) {
      const { byDay } = await analytics({ ...scope, range });
      const { csv, nextCursor } = (await server.admin(AnalyticsDaysCsvDocument, { ...scope, range })).analyticsDaysCsv;
      expect(nextCursor).toBeNull();
      expect(rowsOf(csv)).toEqual([
        '\uFEFF"Day","Views","QR scans","Leads","Contacted","Qualified or converted","Converted","Replied","Replied within an hour","Replied within a day","Messages","Replies","Opt-outs"',
        ...byDay.map(({ day, figures }) =>
          [day, ...figureNames.map((name) => figures[name])].map((cell) => `"${cell}"`).join(),
        ),
      ]);
    }
    const { csv } = (await server.admin(AnalyticsDaysCsvDocument, { campaignId: campaign.id, range })).analyticsDaysCsv;
    expect(rowsOf(csv).slice(1)).toEqual([
      '"2022-05-01","1","1","1","1","1","1","0","0","0","0","0","0"',
      ...['2022-05-02', '2022-05-03'].map((day) => `"${day}"${',"0"'.repeat(12)}`),
    ]);
  });

  it('are exported by source in parts, with all sources and the names of placements', async () => {
    const client = await createClient(server);
    const campaigns = [];
    for (let n = 0; n < 6; n += 1) campaigns.push(await createCampaign(server, client.id));
    const [first, ...more] = campaigns;
    await sql(
      `INSERT INTO placements (client_id, campaign_id, code, name) VALUES ($1, $2, 'abcdefgh', '=Van')`,
      client.id,
      first!.id,
    );
    // A campaign counts up to a hundred sources of a day by name.
    for (const [nth, { id }] of more.entries())
      await sql(
        `INSERT INTO views (campaign_id, source, created_at) SELECT $1, 'flyer-' || lpad(n::text, 4, '0'), '2022-06-02T12:00Z' FROM generate_series($2::int, $2 + 99) n`,
        id,
        100 * nth,
      );
    await sql(
      `INSERT INTO views (campaign_id, source, created_at) VALUES ($1, 'qr-abcdefgh', '2022-06-02T12:00Z'), ($1, 'qr-abcdefgh', '2022-06-01T12:00Z'), ($1, 'qr-abcdefgh', '2022-05-31T12:00Z')`,
      first!.id,
    );
    await sql(
      `INSERT INTO leads (client_id, campaign_id, form_data, source, created_at) VALUES ($1, $2, '{}', '+1', '2022-06-01T12:00Z')`,
      client.id,
      first!.id,
    );
    await add();
    const range = { days: 2, until: '2022-06-02' };
    const all = async (scope: AnalyticsSourcesCsvQueryVariables) => {
      const parts: string[] = [];
      let after: string | null | undefined = null;
      do {
        const { analyticsSourcesCsv: part }: AnalyticsSourcesCsvQuery = await server.admin(
          AnalyticsSourcesCsvDocument,
          {
            ...scope,
            range,
            after,
          },
        );
        parts.push(part.csv);
        after = part.nextCursor;
      } while (after != null);
      return { parts: parts.length, rows: rowsOf(parts.join('')) };
    };
    const head = '\uFEFF"Source","Placement","Views","QR scans","Leads"';
    const ofFirst = [`"'+1","","0","0","1"`, `"qr-abcdefgh","'=Van","2","2","0"`];
    expect(await all({ campaignId: first!.id })).toEqual({ parts: 1, rows: [head, ...ofFirst] });
    for (const scope of [{ clientId: client.id }, {}]) {
      const { parts, rows } = await all(scope);
      expect(parts).toBe(2);
      expect(rows[0]).toBe(head);
      expect(rows.slice(1).sort()).toEqual(
        [
          ...ofFirst,
          ...Array.from({ length: 500 }, (_, n) => `"flyer-${String(n).padStart(4, '0')}","","1","0","0"`),
        ].sort(),
      );
    }
    await expect(server.admin(AnalyticsSourcesCsvDocument, { after: 'x'.repeat(101) })).rejects.toMatchObject({
      fields: { after: 'after must be the nextCursor of a part.' },
    });
    await expect(client.call(AnalyticsSourcesCsvDocument, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(client.call(AnalyticsDaysCsvDocument, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('find clients by name, and reject ranges, clients and campaigns that do not exist', async () => {
    const client = await createClient(server, { businessName: 'Quorn Analytics' });
    const [mine, other] = [
      await createCampaign(server, client.id),
      await createCampaign(server, (await createClient(server)).id),
    ];
    await sql('INSERT INTO views (campaign_id) VALUES ($1), ($2)', mine.id, other.id);
    await add();
    const { nodes, totalCount } = (await server.admin(AnalyticsRowsDocument, { filter: { search: 'quorn ana' } }))
      .analyticsRows;
    expect([totalCount, nodes.map(({ name }) => name)]).toEqual([1, ['Quorn Analytics']]);
    const rejected = (variables: AnalyticsQueryVariables) => expect(server.admin(AnalyticsDocument, variables)).rejects;
    await rejected({ range: { days: 367 } }).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { 'range.days': 'days must be at most 366.' },
    });
    await rejected({ clientId: 'x' }).toMatchObject({ fields: { clientId: 'clientId must be the ID of a client.' } });
    await rejected({ clientId: randomUUID() }).toMatchObject({ code: 'NOT_FOUND', message: 'Client not found' });
    await rejected({ campaignId: randomUUID() }).toMatchObject({ code: 'NOT_FOUND', message: 'Campaign not found' });
    await rejected({ clientId: client.id, campaignId: other.id }).toMatchObject({
      code: 'NOT_FOUND',
      message: 'Campaign not found',
    });
    await expect(client.call(AnalyticsDocument, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
