import {
  ClientDaysDocument,
  ClientStatsDocument,
  ClientUsageDocument,
  DeleteSpamLeadDocument,
  LeadDocument,
  LeadsCsvDocument,
  LeadsDocument,
  RestoreSpamLeadDocument,
  SpamLeadsDocument,
  type SpamLeadsQueryVariables,
  SubmitLeadDocument,
  type SubmitLeadMutationVariables,
  UpdateCampaignDocument,
  UpdateClientDocument,
} from '../../testing/operations/generated';
import { formTokens } from '@dripline/runtime/landing/form-token';
import { createCampaign, createClient, createLead, createSequence } from '../../testing/fixtures';
import { LANDING_TOKEN, startTestServer, type TestServer } from '../../testing/test-server';

const tokens = formTokens(LANDING_TOKEN);
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
const HOUR = 60 * 60;

describe('spam classification', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  async function setUp() {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const send = async (more: Partial<SubmitLeadMutationVariables> = {}, address = '203.0.113.7') => {
      const variables = {
        client: client.handle,
        slug: campaign.slug,
        formData: { fullName: 'Ann Lee', phone: '(415) 555-2671' },
        ...more,
      };
      return (await server.visitor(SubmitLeadDocument, variables, { 'x-forwarded-for': address })).submitLead;
    };
    const page = `${client.handle}/${campaign.slug}`;
    const spam = async () => (await client.call(SpamLeadsDocument, { clientId: client.id })).client.spamLeads;
    const leads = async () => (await client.call(LeadsDocument, { clientId: client.id })).client.leads;
    /** Submits a form and returns why it was classified as spam; undefined if it became a lead. */
    const submitAndClassify = async (more: Partial<SubmitLeadMutationVariables>) => {
      const { id } = await send(more);
      const reason = (await spam()).nodes.find((item) => item.id === id)?.reason;
      expect((await leads()).nodes.some((lead) => lead.id === id)).toBe(reason === undefined);
      return reason;
    };
    return { client, campaign, page, send, spam, leads, submitAndClassify };
  }
  const restore = ({ call }: Pick<Awaited<ReturnType<typeof createClient>>, 'call'>, id: string) =>
    call(RestoreSpamLeadDocument, { id }).then(({ restoreSpamLead }) => restoreSpamLead);
  const count = async (table: string, clientId: string) =>
    (
      await server.dataSource.query<{ n: number }[]>(`SELECT count(*)::int AS n FROM ${table} WHERE client_id = $1`, [
        clientId,
      ])
    )[0]!.n;

  it('a filled honeypot, a fast submission or an invalid form token is classified as spam', async () => {
    const { page, submitAndClassify } = await setUp();
    expect(await submitAndClassify({ honeypotFilled: true })).toBe('honeypot');
    expect(await submitAndClassify({ honeypotFilled: true, formToken: tokens.sign(page, ago(60)) })).toBe('honeypot');
    expect(await submitAndClassify({ formToken: tokens.sign(page, ago(0.5)) })).toBe('too_fast');
    expect(await submitAndClassify({ formToken: tokens.sign('another/page', ago(60)) })).toBe('forged_token');
    expect(await submitAndClassify({ formToken: 'made up' })).toBe('forged_token');
    expect(await submitAndClassify({ formToken: `${tokens.sign(page, ago(60)).slice(0, -1)}!` })).toBe('forged_token');
  });

  it('a fast submission is accepted if the browser filled in answers, unless something else is suspicious', async () => {
    const { campaign, page, submitAndClassify } = await setUp();
    const fast = () => ({ formToken: tokens.sign(page, ago(0.5)), autofilled: true });
    expect(await submitAndClassify(fast())).toBeUndefined();
    expect(await submitAndClassify({ ...fast(), honeypotFilled: true })).toBe('honeypot');
    expect(await submitAndClassify({ ...fast(), formToken: 'made up' })).toBe('forged_token');
    await server.dataSource.query('UPDATE rate_limits SET points = 600 WHERE key = $1', [
      `submissions-per-campaign:${campaign.id}`,
    ]);
    expect(await submitAndClassify(fast())).toBe('flood');
    expect(await submitAndClassify({ autofilled: true, formToken: tokens.sign(page, ago(40)) })).toBeUndefined();
  });

  it('a submission at a person’s pace, from an old page or through the API is accepted', async () => {
    const { client, campaign, page, submitAndClassify } = await setUp();
    expect(await submitAndClassify({})).toBeUndefined();
    expect(await submitAndClassify({ pageVersion: campaign.slug })).toBeUndefined();
    for (const seconds of [2, 60, 30 * HOUR, 400 * 24 * HOUR])
      expect(await submitAndClassify({ formToken: tokens.sign(page, ago(seconds)) })).toBeUndefined();
    // Clock skew, and a signing key that was rotated while the page was open.
    expect(await submitAndClassify({ formToken: tokens.sign(page, ago(-30)) })).toBeUndefined();
    expect(
      await submitAndClassify({ formToken: formTokens('the previous token').sign(page, ago(60)) }),
    ).toBeUndefined();
    await server.admin(UpdateCampaignDocument, { id: campaign.id, input: { slug: `${campaign.slug}-now` } });
    expect(await submitAndClassify({ formToken: tokens.sign(page, ago(60)) })).toBeUndefined();
    expect(await submitAndClassify({ client: client.id, formToken: tokens.sign(page, ago(60)) })).toBeUndefined();
  });

  it('spam gets the same response as a lead, and appears in no list, count, chart, export, limit or message', async () => {
    const { client, campaign, send, spam, leads } = await setUp();
    await createSequence(server, client.id, campaign.id);
    await server.dataSource.query('DELETE FROM outbox');
    const before = await client.call(ClientStatsDocument, { clientId: client.id });
    const response = await send({
      honeypotFilled: true,
      source: 'flyer',
      formData: { fullName: 'Rob Ott', phone: '4155552671', extra: 'buy now' },
    });
    expect(response).toEqual({
      id: expect.any(String),
      postSubmissionType: 'message',
      thankYouMessage: 'Thanks!',
      redirectUrl: null,
    });

    expect(await spam()).toEqual({
      nodes: [
        {
          ...{
            id: response.id,
            clientId: client.id,
            campaignId: campaign.id,
            campaignName: campaign.name,
            reason: 'honeypot',
            source: 'flyer',
          },
          ...{
            fullName: 'Rob Ott',
            email: null,
            phone: '4155552671',
            formData: { fullName: 'Rob Ott', phone: '4155552671', extra: 'buy now' },
            formLabels: { fullName: 'Full Name', phone: 'Phone' },
          },
          createdAt: expect.any(String),
        },
      ],
      totalCount: 1,
      pageInfo: { hasNextPage: false, endCursor: expect.any(String) },
    });
    expect(await leads()).toMatchObject({ nodes: [], totalCount: 0, pageInfo: { hasNextPage: false } });
    expect((await client.call(ClientStatsDocument, { clientId: client.id })).client.stats).toEqual({
      ...before.client.stats,
      spamLeads: 1,
    });
    expect(
      (await client.call(ClientDaysDocument, { clientId: client.id })).client.stats.byDay.every(
        (day) => day.leads === 0,
      ),
    ).toBe(true);
    expect((await client.call(LeadsCsvDocument, { clientId: client.id })).leadsCsv.csv).not.toContain('Rob Ott');
    expect((await client.call(ClientUsageDocument, { id: client.id })).client.usage.leadsThisMonth).toBe(0);
    for (const table of ['leads', 'enrollments', 'lead_notifications', 'lead_counts'])
      expect([table, await count(table, client.id)]).toEqual([table, 0]);
    expect(await server.dataSource.query('SELECT FROM outbox')).toEqual([]);
    await expect(client.call(LeadDocument, { id: response.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('restoring spam repeatedly creates one lead with the submitted data', async () => {
    const { client, campaign, send, spam, leads } = await setUp();
    await createSequence(server, client.id, campaign.id);
    const { id } = await send({ honeypotFilled: true, source: 'qr' });
    await server.dataSource.query(`UPDATE spam_leads SET created_at = now() - interval '2 days' WHERE id = $1`, [id]);
    const [{ createdAt } = { createdAt: '' }] = (await spam()).nodes;
    await server.dataSource.query('DELETE FROM outbox');

    expect(await Promise.all(Array.from({ length: 10 }, () => restore(client, id)))).toEqual(
      Array.from({ length: 10 }, () => ({ id, held: false })),
    );
    expect(await restore(client, id)).toEqual({ id, held: false });
    const { lead } = await client.call(LeadDocument, { id });
    expect(lead).toMatchObject({
      fullName: 'Ann Lee',
      phone: '(415) 555-2671',
      formLabels: { fullName: 'Full Name', phone: 'Phone' },
      source: 'qr',
      status: 'new',
      held: false,
      createdAt,
    });
    expect(lead.consent).toMatchObject({ via: 'api', ipAddress: '203.0.113.7', createdAt });
    expect(lead.enrollments.nodes).toMatchObject([{ status: 'active' }]);
    expect(
      (await server.dataSource.query<{ kind: string }[]>('SELECT kind FROM outbox ORDER BY kind')).map(
        ({ kind }) => kind,
      ),
    ).toEqual(['lead_notification', 'start']);
    expect((await client.call(ClientUsageDocument, { id: client.id })).client.usage.leadsThisMonth).toBe(1);
    expect((await client.call(ClientStatsDocument, { clientId: client.id })).client.stats).toMatchObject({
      totalLeads: 1,
      spamLeads: 0,
    });
    expect([(await leads()).totalCount, (await spam()).totalCount]).toEqual([1, 0]);
  });

  it('restored spam is held when the monthly limit is reached', async () => {
    const { client, campaign, send } = await setUp();
    await createSequence(server, client.id, campaign.id);
    const { id } = await send({ honeypotFilled: true });
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlyLeadLimit: 0 } });
    expect(await restore(client, id)).toEqual({ id, held: true });
    expect(await count('enrollments', client.id)).toBe(0);
    expect((await client.call(ClientStatsDocument, { clientId: client.id })).client.stats).toMatchObject({
      totalLeads: 0,
      heldLeads: 1,
      spamLeads: 0,
    });
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlyLeadLimit: 5 } });
    expect((await client.call(LeadDocument, { id })).lead.enrollments.nodes).toHaveLength(1);
  });

  it('one Idempotency-Key stores one submission, also after it was restored or became a lead', async () => {
    const { client, send, spam, leads } = await setUp();
    const key = { idempotencyKey: 'once' };
    const responses = await Promise.all(Array.from({ length: 8 }, () => send({ ...key, honeypotFilled: true })));
    const { id } = responses[0]!;
    expect(new Set(responses.map((answer) => answer.id))).toEqual(new Set([id]));
    expect(await send(key)).toMatchObject({ id });
    await restore(client, id);
    expect(await send({ ...key, honeypotFilled: true })).toMatchObject({ id });
    expect([(await leads()).totalCount, (await spam()).totalCount]).toEqual([1, 0]);

    const { id: duplicate } = await send({ honeypotFilled: true, idempotencyKey: 'duplicate' });
    await server.dataSource.query(`UPDATE leads SET idempotency_key = 'duplicate' WHERE id = $1`, [id]);
    expect(await restore(client, duplicate)).toEqual({ id, held: false });
    expect([(await leads()).totalCount, (await spam()).totalCount]).toEqual([1, 0]);
    expect((await client.call(ClientUsageDocument, { id: client.id })).client.usage.leadsThisMonth).toBe(1);
  });

  it('only its own client and administrators may read, restore or delete spam', async () => {
    const { client, send, spam } = await setUp();
    const other = await createClient(server);
    const [{ id }, { id: second }] = [await send({ honeypotFilled: true }), await send({ honeypotFilled: true })];
    for (const call of [other.call, server.visitor]) {
      const code = call === other.call ? 'NOT_FOUND' : 'UNAUTHENTICATED';
      await expect(call(SpamLeadsDocument, { clientId: client.id })).rejects.toMatchObject({ code });
      await expect(call(RestoreSpamLeadDocument, { id })).rejects.toMatchObject({ code });
      await expect(call(DeleteSpamLeadDocument, { id })).rejects.toMatchObject({ code });
    }
    await client.call(DeleteSpamLeadDocument, { id });
    await server.admin(DeleteSpamLeadDocument, { id: second });
    expect((await spam()).totalCount).toBe(0);
    await expect(restore(client, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(client.call(DeleteSpamLeadDocument, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('spam is listed by campaign and in pages, newest first', async () => {
    const { client, send } = await setUp();
    const other = await createCampaign(server, client.id);
    const ids: string[] = [];
    for (const slug of [undefined, other.slug, undefined])
      ids.unshift((await send({ honeypotFilled: true, ...(slug ? { slug } : {}) })).id);
    const list = async (variables: Omit<SpamLeadsQueryVariables, 'clientId'>) => {
      const { nodes, totalCount } = (await client.call(SpamLeadsDocument, { clientId: client.id, ...variables })).client
        .spamLeads;
      return [nodes.map(({ id }) => ids.indexOf(id)), totalCount];
    };
    expect(await list({})).toEqual([[0, 1, 2], 3]);
    expect(await list({ filter: { campaignId: other.id } })).toEqual([[1], 1]);
    expect(await list({ first: 1, offset: 1 })).toEqual([[1], 3]);
    expect(await list({ first: 1, offset: 9 })).toEqual([[], 3]);
  });

  it('above 600 submissions a minute to a campaign, only those with a valid form token are accepted', async () => {
    const { client, campaign, page, send, submitAndClassify } = await setUp();
    await send();
    const [updated] = await server.dataSource.query<[unknown[], number]>(
      `UPDATE rate_limits SET points = 599 WHERE key = $1 RETURNING key`,
      [`submissions-per-campaign:${campaign.id}`],
    );
    expect(updated).toHaveLength(1);
    expect(await submitAndClassify({})).toBeUndefined();
    expect(await submitAndClassify({})).toBe('flood');
    const person = { formToken: tokens.sign(page, ago(40)) };
    expect(await submitAndClassify({ formToken: tokens.sign(page, ago(25 * HOUR)) })).toBe('flood');
    const reasons = [];
    for (let n = 0; n < 7; n += 1) reasons.push(await submitAndClassify(person));
    expect(reasons).toEqual([undefined, undefined, undefined, undefined, undefined, 'flood', 'flood']);
    const otherCampaign = await createCampaign(server, client.id);
    expect(
      (await client.call(LeadDocument, { id: (await createLead(server, client, otherCampaign)).id })).lead.held,
    ).toBe(false);
  });
});

describe('a flood from one address', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  it('one address stores at most 60 submissions a minute, whatever X-Forwarded-For claims, and blocks nobody else', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const send = (forwarded: string, fullName: string) =>
      server
        .visitor(
          SubmitLeadDocument,
          { client: client.handle, slug: campaign.slug, formData: { fullName, phone: '4155552671' } },
          { 'x-forwarded-for': forwarded },
        )
        .then(
          () => 'taken',
          ({ code, retryAfter }: { code: string; retryAfter: number }) => [code, retryAfter >= 1 && retryAfter <= 60],
        );
    const responses: unknown[] = [];
    const robot = async (lane: number) => {
      for (let n = lane; n < 500; n += 25) responses.push(await send(`10.${n % 250}.0.1, 198.51.100.9`, `Robot ${n}`));
    };
    const abuse = Promise.all(Array.from({ length: 25 }, (_, lane) => robot(lane)));
    const others = await Promise.all(Array.from({ length: 20 }, (_, n) => send(`192.0.2.${n}`, `Person ${n}`)));
    await abuse;
    expect(others).toEqual(Array.from({ length: 20 }, () => 'taken'));
    expect(responses.filter((answer) => answer === 'taken')).toHaveLength(60);
    expect(responses.filter((answer) => answer !== 'taken')).toEqual(
      Array.from({ length: 440 }, () => ['RATE_LIMITED', true]),
    );
    expect((await client.call(LeadsDocument, { clientId: client.id })).client.leads.totalCount).toBe(80);
  });
});
