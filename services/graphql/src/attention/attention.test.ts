import { eventually } from '@dripline/runtime/testing/eventually';
import { countStatements } from '../testing/count-statements';
import { storeForecasts } from '../forecast/store-forecasts';
import { signInForCookie } from '../testing/access-matrix-fixture';
import { createCampaign, createClient, createLead, createSequence } from '../testing/fixtures';
import { openStream } from '../testing/open-stream';
import { ClientsNeedingAttentionDocument, UpdateClientDocument } from '../testing/operations/generated';
import { ADMIN, startTestServer, type TestServer } from '../testing/test-server';

const FLEET = `subscription ($after: String) { fleetUpdated(after: $after) { cursor } }`;

describe('clients that need attention', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer({ rateLimits: false })));
  afterAll(() => server.stop());

  const sql = (text: string, values: unknown[]) => server.dataSource.query<{ id: string }[]>(text, values);
  const list = async (variables: object = {}) =>
    (await server.admin(ClientsNeedingAttentionDocument, { first: 500, ...variables })).clientsNeedingAttention;
  const reasonsOf = async (clientId: string) => {
    const found = (await list()).nodes.find(({ id }) => id === clientId);
    return found?.reasons.map(({ kind, severity, limit, count, total }) => ({ kind, severity, limit, count, total }));
  };
  const reason = (
    kind: string,
    severity: string,
    limit: string | null,
    count: number | null,
    total: number | null,
  ) => ({
    ...{ kind, severity, limit, count, total },
  });

  const use = (clientId: string, kind: string, used: number, { segments = 0, month = 'now()' } = {}) =>
    sql(
      `INSERT INTO usage_counters (client_id, month, kind, used, segments)
       SELECT id, date_trunc('month', (${month}) AT TIME ZONE time_zone), $2, $3, $4 FROM clients WHERE id = $1
       ON CONFLICT (client_id, month, kind) DO UPDATE SET used = $3, segments = $4`,
      [clientId, kind, used, segments],
    );
  const LAST_MONTH = `now() - interval '1 month'`;
  const addLead = async (clientId: string, campaignId: string, age: string) =>
    (
      await sql(
        `INSERT INTO leads (client_id, campaign_id, form_data, created_at) VALUES ($1, $2, '{}', now() - $3::interval) RETURNING id`,
        [clientId, campaignId, age],
      )
    )[0]!.id;

  it('has no reason for a client that is well', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    await createLead(server, client, campaign);
    await createSequence(server, client.id, campaign.id);
    expect(await reasonsOf(client.id)).toBeUndefined();
  });

  it.each([
    ['leads', 'leads', 1000, 'critical'],
    ['sms', 'messages', 1000, 'critical'],
    ['campaigns', 'campaigns', 10, 'warning'],
  ])('names the limit of %s from 80% on, and from 100% on as used up', async (kind, limit, allowed, severity) => {
    const { id } = await createClient(server);
    await use(id, kind, allowed * 0.8 - 1);
    expect(await reasonsOf(id)).toBeUndefined();
    await use(id, kind, allowed * 0.8);
    expect(await reasonsOf(id)).toEqual([reason('limit_near', 'warning', limit, allowed * 0.8, allowed)]);
    await use(id, kind, allowed - 1);
    expect(await reasonsOf(id)).toEqual([reason('limit_near', 'warning', limit, allowed - 1, allowed)]);
    await use(id, kind, allowed);
    expect(await reasonsOf(id)).toEqual([reason('limit_reached', severity, limit, allowed, allowed)]);
  });

  it('names the limit of carrier segments', async () => {
    const { id } = await createClient(server);
    await server.admin(UpdateClientDocument, { id, input: { monthlySegmentLimit: 20 } });
    await use(id, 'sms', 5, { segments: 15 });
    expect(await reasonsOf(id)).toBeUndefined();
    await use(id, 'sms', 5, { segments: 16 });
    expect(await reasonsOf(id)).toEqual([reason('limit_near', 'warning', 'segments', 16, 20)]);
    await use(id, 'sms', 6, { segments: 20 });
    expect(await reasonsOf(id)).toEqual([reason('limit_reached', 'critical', 'segments', 20, 20)]);
  });

  it('ignores a limit of 0, and the usage of other months', async () => {
    const { id } = await createClient(server);
    await server.admin(UpdateClientDocument, { id, input: { monthlySMSLimit: 0 } });
    await use(id, 'sms', 1);
    await use(id, 'leads', 1000, { month: LAST_MONTH });
    expect(await reasonsOf(id)).toBeUndefined();
  });

  it('names the messages that a job forecast to exceed the limit, and follows the limit', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const sequence = await createSequence(server, client.id, campaign.id);
    const lead = await addLead(client.id, campaign.id, '0 days');
    await sql(
      `INSERT INTO enrollments (client_id, sequence_id, lead_id, steps, next_due_at, created_at)
       SELECT $1, $2, $3, '[{"delayMinutes": 0, "message": "Hi"}, {"delayMinutes": 0, "message": "Hi"}]', now(), now() - interval '60 days'`,
      [client.id, sequence.id, lead],
    );
    const setLimit = (monthlySMSLimit: number) =>
      server.admin(UpdateClientDocument, {
        id: client.id,
        input: { monthlySMSLimit, quietHours: { enabled: false, start: '21:00', end: '08:00' } },
      });
    await setLimit(1);
    expect(await reasonsOf(client.id)).toBeUndefined();
    await storeForecasts(server.dataSource);
    expect(await reasonsOf(client.id)).toEqual([reason('limit_forecast', 'warning', 'messages', 2, 1)]);
    const [{ today }] = (await server.dataSource.query(
      `SELECT (now() AT TIME ZONE time_zone)::date::text AS today FROM clients WHERE id = $1`,
      [client.id],
    )) as [{ today: string }];
    expect((await list()).nodes.find(({ id }) => id === client.id)?.reasons[0]?.exceedsLimitOn).toBe(today);
    await server.admin(UpdateClientDocument, { id: client.id, input: { smsAutoReplyEnabled: false } });
    expect(await reasonsOf(client.id)).toBeUndefined();
    await server.admin(UpdateClientDocument, { id: client.id, input: { smsAutoReplyEnabled: true } });
    expect(await reasonsOf(client.id)).toHaveLength(1);
    // The day of another limit is unknown until the job computes it.
    await setLimit(3);
    expect(await reasonsOf(client.id)).toBeUndefined();
    await use(client.id, 'sms', 2);
    await storeForecasts(server.dataSource);
    expect(await reasonsOf(client.id)).toEqual([reason('limit_forecast', 'warning', 'messages', 4, 3)]);
    await use(client.id, 'sms', 3);
    expect(await reasonsOf(client.id)).toEqual([reason('limit_reached', 'critical', 'messages', 3, 3)]);
    await setLimit(10);
    await storeForecasts(server.dataSource);
    expect(await reasonsOf(client.id)).toBeUndefined();
  });

  it('counts the leads that are held', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlyLeadLimit: 0 } });
    for (let n = 0; n < 2; n += 1) await createLead(server, client, campaign);
    expect(await reasonsOf(client.id)).toEqual([reason('leads_held', 'critical', null, 2, null)]);
  });

  it('names sequences that carriers paused, unless they are switched off', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const { id } = await createSequence(server, client.id, campaign.id);
    await sql(`UPDATE sequences SET paused_at = '2026-01-02T03:04:05Z' WHERE id = $1`, [id]);
    expect(await reasonsOf(client.id)).toEqual([reason('sequence_paused', 'critical', null, 1, null)]);
    const found = (await list()).nodes.find((node) => node.id === client.id);
    expect(found?.reasons[0]?.since).toBe('2026-01-02T03:04:05.000Z');
    await sql(`UPDATE sequences SET status = 'inactive' WHERE id = $1`, [id]);
    expect(await reasonsOf(client.id)).toBeUndefined();
  });

  it('names a sender that the provider rejected, with its code', async () => {
    const client = await createClient(server);
    await sql(
      `INSERT INTO senders (client_id, from_number, rejected_code, rejected_at) VALUES ($1, '+14155550188', 'twilio_30034', now())`,
      [client.id],
    );
    expect(await reasonsOf(client.id)).toEqual([reason('sender_rejected', 'critical', null, null, null)]);
    expect((await list()).nodes.find(({ id }) => id === client.id)?.reasons[0]?.code).toBe('twilio_30034');
    await sql(`UPDATE senders SET rejected_code = NULL, rejected_at = NULL WHERE client_id = $1`, [client.id]);
    expect(await reasonsOf(client.id)).toBeUndefined();
  });

  it('names failing webhooks while webhooks are on', async () => {
    const client = await createClient(server);
    await server.admin(UpdateClientDocument, { id: client.id, input: { webhooksEnabled: true } });
    await sql(
      `INSERT INTO webhooks (client_id, url, events, encrypted_secret, failing_since)
       VALUES ($1, 'https://a.example', '{}', '', '2026-01-02T00:00:00Z'), ($1, 'https://b.example', '{}', '', NULL)`,
      [client.id],
    );
    expect(await reasonsOf(client.id)).toEqual([reason('webhook_failing', 'warning', null, 1, null)]);
    expect((await list()).nodes.find(({ id }) => id === client.id)?.reasons[0]?.since).toBe('2026-01-02T00:00:00.000Z');
    // Switched off by a person, not because it failed.
    await sql('UPDATE webhooks SET enabled = false WHERE client_id = $1', [client.id]);
    expect(await reasonsOf(client.id)).toBeUndefined();
    await sql(`UPDATE webhooks SET disabled_reason = 'failing' WHERE client_id = $1`, [client.id]);
    expect(await reasonsOf(client.id)).toHaveLength(1);
    await server.admin(UpdateClientDocument, { id: client.id, input: { webhooksEnabled: false } });
    expect(await reasonsOf(client.id)).toBeUndefined();
  });

  it('names an active campaign without a lead for 14 days, only if leads arrived before', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    expect(await reasonsOf(client.id)).toBeUndefined();
    const id = await addLead(client.id, campaign.id, '14 days');
    expect(await reasonsOf(client.id)).toEqual([reason('no_leads', 'warning', null, null, null)]);
    await sql(`UPDATE leads SET created_at = now() - interval '14 days' + interval '1 hour' WHERE id = $1`, [id]);
    expect(await reasonsOf(client.id)).toBeUndefined();
    await sql(`UPDATE leads SET created_at = now() - interval '60 days' WHERE id = $1`, [id]);
    await sql(`UPDATE campaigns SET status = 'inactive' WHERE id = $1`, [campaign.id]);
    expect(await reasonsOf(client.id)).toBeUndefined();
  });

  it('names opt-outs of more than 3% of at least 50 messages', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    let number = 0;
    const optOut = async (age = '0 days') => {
      number += 1;
      const lead = await addLead(client.id, campaign.id, '0 days');
      await sql(
        `INSERT INTO replies (client_id, lead_id, provider_id, body, intent, created_at) VALUES ($1, $2, $3, 'STOP', 'stop', now() - $4::interval)`,
        [client.id, lead, `SM${client.id}${number}`, age],
      );
      return lead;
    };
    const lead = await optOut();
    await optOut();
    await use(client.id, 'sms', 49);
    expect(await reasonsOf(client.id)).toBeUndefined();
    await use(client.id, 'sms', 50);
    expect(await reasonsOf(client.id)).toEqual([reason('opt_outs', 'warning', null, 2, 50)]);
    // Exactly 3%. The messages of the previous month count, those before do not.
    await optOut();
    await use(client.id, 'sms', 50, { month: LAST_MONTH });
    await use(client.id, 'sms', 500, { month: `now() - interval '2 months'` });
    expect(await reasonsOf(client.id)).toBeUndefined();
    // Opt-outs from earlier, and repeated ones, do not count.
    await optOut('90 days');
    await sql(
      `INSERT INTO replies (client_id, lead_id, provider_id, body, intent) VALUES ($1, $2, $3, 'STOP', 'stop')`,
      [client.id, lead, `again ${client.id}`],
    );
    expect(await reasonsOf(client.id)).toBeUndefined();
    await optOut();
    expect(await reasonsOf(client.id)).toEqual([reason('opt_outs', 'warning', null, 4, 100)]);
  });

  it('leaves out inactive and deleted clients', async () => {
    const client = await createClient(server);
    await use(client.id, 'leads', 1000);
    await server.admin(UpdateClientDocument, { id: client.id, input: { status: 'inactive' } });
    expect(await reasonsOf(client.id)).toBeUndefined();
    await server.admin(UpdateClientDocument, { id: client.id, input: { status: 'active' } });
    expect(await reasonsOf(client.id)).toHaveLength(1);
    await sql('UPDATE clients SET deleting = true WHERE id = $1', [client.id]);
    expect(await reasonsOf(client.id)).toBeUndefined();
  });

  it('lists the critical ones first and then by name, in pages, and filters by reason', async () => {
    const names = ['Beta', 'alpha', 'Gamma', 'delta'];
    const clients = [];
    for (const businessName of names) clients.push(await createClient(server, { businessName: `=${businessName}` }));
    await use(clients[0]!.id, 'leads', 900);
    await use(clients[1]!.id, 'leads', 900);
    await use(clients[2]!.id, 'leads', 1000);
    await use(clients[3]!.id, 'sms', 1000);
    const expected = ['=delta', '=Gamma', '=alpha', '=Beta'];
    const namesOf = ({ nodes }: Awaited<ReturnType<typeof list>>) =>
      nodes.map(({ client }) => client.businessName).filter((name) => name.startsWith('='));
    const whole = await list();
    expect(namesOf(whole)).toEqual(expected);
    const paged: string[] = [];
    for (let after: string | null = null, more = true; more;) {
      const page: Awaited<ReturnType<typeof list>> = await list({ first: 1, after });
      paged.push(...namesOf(page));
      ({ endCursor: after = null, hasNextPage: more } = page.pageInfo);
    }
    expect(paged).toEqual(expected);
    expect(namesOf(await list({ filter: { reason: 'limit_reached' } }))).toEqual(['=delta', '=Gamma']);
    const near = await list({ filter: { reason: 'limit_near' } });
    expect(namesOf(near)).toEqual(['=alpha', '=Beta']);
    expect(near.totalCount).toBe(near.nodes.length);
  });

  it('takes the same number of statements for one client and for many', async () => {
    const few = await countStatements(() => list({ first: 1 }));
    expect(await countStatements(() => list())).toBe(few);
    // The session, the page with its total, and the clients.
    expect(few).toBe(3);
  });

  it('is refused to clients, and the subscription with it', async () => {
    const client = await createClient(server);
    await expect(client.call(ClientsNeedingAttentionDocument, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(server.visitor(ClientsNeedingAttentionDocument, {})).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    const cookie = await signInForCookie(server, 'signInClient', client.login);
    const { refusal } = await openStream(server.url, { cookie }, FLEET, {});
    expect(refusal?.errors[0]?.extensions.code).toBe('FORBIDDEN');
    expect((await openStream(server.url, {}, FLEET, {})).refusal?.errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });

  it('are followed by a subscription that reports changes of any client, at most once in five seconds', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const sequence = await createSequence(server, client.id, campaign.id);
    const cookie = await signInForCookie(server, 'signIn', ADMIN);
    const stream = await (await openStream(server.url, { cookie }, FLEET, {})).ready();
    const events = () => stream.events.length;
    await sql('UPDATE sequences SET paused_at = now() WHERE id = $1', [sequence.id]);
    await eventually(() => expect(events()).toBe(2), { timeout: 10_000 });
    const first = Date.now();
    await sql('UPDATE clients SET monthly_lead_limit = 5 WHERE id = $1', [client.id]);
    await createLead(server, client, campaign);
    await eventually(() => expect(events()).toBe(3), { timeout: 10_000 });
    expect(Date.now() - first).toBeGreaterThan(2_500);
    stream.close();
    // What was missed is reported at once.
    await sql(`UPDATE sequences SET paused_at = NULL WHERE id = $1`, [sequence.id]);
    const resumed = await openStream(server.url, { cookie }, FLEET, { after: stream.cursor() });
    await eventually(() => expect(resumed.events.length).toBe(2));
    resumed.close();
  });
});
