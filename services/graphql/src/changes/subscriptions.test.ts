import { eventually } from '@dripline/runtime/testing/eventually';
import { createClient as createSseClient } from 'graphql-sse';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { signInForCookie } from '../testing/access-matrix-fixture';
import { createCampaign, createClient, createLead, createSequence } from '../testing/fixtures';
import { ClaimStepDocument } from '../testing/internal-operations/generated';
import { countStatements } from '../testing/count-statements';
import { openStream, type TestStream } from '../testing/open-stream';
import { UpdateClientDocument, UpdateLeadDocument } from '../testing/operations/generated';
import { ADMIN, startTestServer, type TestServer } from '../testing/test-server';
import { MAX_QUEUED } from './change-queue';
import { streamOverflows } from './metrics';
import { MAX_STREAMS, OPENINGS } from './stream-limits';

const LEADS = `subscription ($id: ID!, $after: String) { leadCreated(clientId: $id, after: $after) { cursor lead { id fullName } } }`;
const ALL = `subscription ($id: ID!, $after: String) {
  clientUpdated(clientId: $id, after: $after) {
    cursor kind lead { id status } message { id status } enrollment { id status } client { stats { totalLeads } }
  }
}`;

/** The changes that a stream of `clientUpdated` has sent. */
const changes = ({ events }: TestStream) =>
  events.flatMap(({ data }) => (data?.['clientUpdated'] ? [data['clientUpdated']] : []));
const kinds = (stream: TestStream) => changes(stream).map(({ kind }) => kind);
/** The IDs of the leads that streams of `leadCreated` have sent. */
const leads = (...streams: TestStream[]) =>
  streams.flatMap(({ events }) =>
    events.flatMap(({ data }) => {
      const lead = data?.['leadCreated']?.['lead'] as { id: string } | null | undefined;
      return lead ? [lead.id] : [];
    }),
  );

describe('subscriptions', () => {
  let server: TestServer;
  let other: Awaited<ReturnType<TestServer['replica']>>;
  const streams: TestStream[] = [];
  beforeAll(async () => {
    server = await startTestServer({ rateLimits: false }, undefined, { checkAccessMs: 100 });
    other = await server.replica();
  });
  afterEach(() => streams.splice(0).forEach((stream) => stream.close()));
  afterAll(async () => {
    await other.stop();
    await server.stop();
  });

  const open = async (
    cookie: string,
    query: string,
    id: string,
    { after, url = server.url }: { after?: string | undefined; url?: string } = {},
  ) => {
    const stream = await openStream(url, { cookie }, query, { id, after });
    streams.push(stream);
    return stream.status === 200 ? stream.ready() : stream;
  };
  const fixture = async (input: Parameters<typeof createClient>[1] = {}) => {
    const client = await createClient(server, input);
    const campaign = await createCampaign(server, client.id);
    const cookie = input.authEnabled === false ? '' : await signInForCookie(server, 'signInClient', client.login);
    return { client, campaign, cookie, addLead: () => createLead(server, client, campaign) };
  };

  it('report leads, enrollments, messages and figures of their client only, from every replica', async () => {
    const one = await fixture();
    const stranger = await fixture();
    await createSequence(server, one.client.id, one.campaign.id);
    const stream = await open(one.cookie, ALL, one.client.id, { url: other.url });
    const quiet = await open(stranger.cookie, ALL, stranger.client.id);
    const lead = await one.addLead();
    await eventually(() =>
      expect(kinds(stream)).toEqual(expect.arrayContaining(['lead_created', 'enrollment_updated'])),
    );
    expect(changes(stream).find(({ kind }) => kind === 'lead_created')).toMatchObject({
      lead: { id: lead.id, status: 'new' },
      message: null,
    });
    const { id: enrollmentId } = changes(stream).find(({ enrollment }) => enrollment)!['enrollment'] as { id: string };
    await server.service(ClaimStepDocument, { enrollmentId, position: 0 });
    await one.client.call(UpdateLeadDocument, { id: lead.id, input: { status: 'contacted' } });
    await eventually(() => {
      expect(kinds(stream)).toContain('message_updated');
      expect(changes(stream).findLast(({ kind }) => kind === 'lead_updated')).toMatchObject({
        lead: { status: 'contacted' },
      });
      expect(changes(stream).findLast(({ kind }) => kind === 'stats_updated')).toMatchObject({
        client: { stats: { totalLeads: 1 } },
      });
    });
    expect(kinds(stream)[0]).toBe('cursor_updated');
    expect(stream.events.every(({ id, data }) => id === data!['clientUpdated']!['cursor'])).toBe(true);
    expect(kinds(quiet)).toEqual(['cursor_updated']);
  });

  it('speak the protocol of graphql-sse', async () => {
    const { client, cookie, addLead } = await fixture();
    const sse = createSseClient({ url: `${server.url}/stream`, headers: { cookie }, retryAttempts: 0 });
    const results = sse.iterate<{ leadCreated: { lead: { id: string } | null } }>({
      query: LEADS,
      variables: { id: client.id },
    });
    expect((await results.next()).value).toMatchObject({ data: { leadCreated: { lead: null } } });
    const lead = await addLead();
    expect((await results.next()).value).toMatchObject({ data: { leadCreated: { lead: { id: lead.id } } } });
    await results.return!(undefined);
  });

  it('resume after the last cursor on another replica without a gap or a duplicate', async () => {
    const { client, cookie, addLead } = await fixture();
    const created: string[] = [];
    const add = async (count: number) => {
      for (let n = 0; n < count; n += 1) created.push((await addLead()).id);
    };
    const before = await open(cookie, LEADS, client.id);
    await add(3);
    await eventually(() => expect(leads(before)).toEqual(created));
    before.close();
    await add(5);
    const busy = add(10);
    const after = await open(cookie, LEADS, client.id, { after: before.cursor(), url: other.url });
    await busy;
    await eventually(() => expect(leads(before, after)).toEqual(created));
    // The cursor of the first event of a resumed stream is the one that it was resumed from.
    expect(after.events[0]!.id).toBe(before.cursor());
  });

  it('send a change that was committed late, after those that were committed before', async () => {
    const { client, cookie, addLead } = await fixture();
    // Of another campaign, because the transaction locks the campaign's counts.
    const campaign = await createCampaign(server, client.id);
    const late = new Client({ connectionString: (server.dataSource.options as { url: string }).url });
    await late.connect();
    await late.query('BEGIN');
    const { rows } = await late.query<{ id: string }>(
      `INSERT INTO leads (client_id, campaign_id, form_data, full_name) VALUES ($1, $2, '{}', 'Late') RETURNING id`,
      [client.id, campaign.id],
    );
    const stream = await open(cookie, LEADS, client.id);
    const soon = await addLead();
    // The feed reads changes twice before the late one exists.
    const query = jest.spyOn(Client.prototype, 'query');
    const reads = () => (query.mock.calls as unknown[][]).filter(([sql]) => String(sql).includes('FROM changes'));
    await eventually(() => expect(reads().length).toBeGreaterThan(1));
    query.mockRestore();
    await late.query('COMMIT');
    await late.end();
    await eventually(() => expect(leads(stream)).toHaveLength(2));
    expect(leads(stream).sort()).toEqual([rows[0]!.id, soon.id].sort());
  });

  it('hide a held lead from its client until it is released, but not from administrators', async () => {
    const { client, cookie, addLead } = await fixture();
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlyLeadLimit: 1 } });
    const admin = await signInForCookie(server, 'signIn', ADMIN);
    const [forClient, forAdmin] = [await open(cookie, LEADS, client.id), await open(admin, LEADS, client.id)];
    const shown = await addLead();
    const held = await addLead();
    await eventually(() => expect(leads(forAdmin)).toEqual([shown.id, held.id]));
    expect(leads(forClient)).toEqual([shown.id]);
    await server.dataSource.query('UPDATE leads SET held = false WHERE id = $1', [held.id]);
    await eventually(() => expect(leads(forClient)).toEqual([shown.id, held.id]));
  });

  it('refuse cursors that are too old, lie in the future or are no cursors', async () => {
    const { client, cookie } = await fixture();
    const refusalOf = async (text: string) => {
      const after = Buffer.from(text).toString('base64url');
      return (await open(cookie, LEADS, client.id, { after })).refusal?.errors[0]?.extensions.code;
    };
    const now = Math.floor(Date.now() / 1_000);
    expect(await refusalOf(`1.1.${now - 3_700}`)).toBe('CURSOR_EXPIRED');
    expect(await refusalOf(`900000000000000.1.${now}`)).toBe('CURSOR_EXPIRED');
    expect(await refusalOf('nothing')).toBe('BAD_USER_INPUT');
  });

  it('end when the session is revoked, the login changes or the client is deleted', async () => {
    const revoked = await fixture();
    const deleted = await fixture();
    const link = await fixture({ authEnabled: false });
    const admin = await signInForCookie(server, 'signIn', ADMIN);
    const opened = [
      await open(revoked.cookie, LEADS, revoked.client.id),
      await open(admin, LEADS, deleted.client.id),
      await open('', LEADS, link.client.id),
    ];
    await server.dataSource.query('DELETE FROM sessions WHERE client_id = $1', [revoked.client.id]);
    await server.dataSource.query('UPDATE clients SET deleting = true WHERE id = $1', [deleted.client.id]);
    await server.admin(UpdateClientDocument, {
      id: link.client.id,
      input: { authEnabled: true, username: 'was-a-link', password: 'client password' },
    });
    await eventually(() => expect(opened.map((stream) => stream.isComplete())).toEqual([true, true, true]));
    expect(opened.map(({ events }) => events.at(-1)!.errors?.[0]?.extensions.code)).toEqual([
      'UNAUTHENTICATED',
      'NOT_FOUND',
      'UNAUTHENTICATED',
    ]);
  });

  it('do not keep a session alive that is not used otherwise', async () => {
    const { client, cookie } = await fixture();
    const stream = await open(cookie, LEADS, client.id);
    await server.dataSource.query(
      `UPDATE sessions SET last_seen_at = now() - interval '5 minutes' WHERE client_id = $1`,
      [client.id],
    );
    // Access is checked several times meanwhile.
    await delay(500);
    expect(stream.isEnded()).toBe(false);
    const [{ idle }] = await server.dataSource.query<[{ idle: boolean }]>(
      `SELECT last_seen_at < now() - interval '4 minutes' AS idle FROM sessions WHERE client_id = $1`,
      [client.id],
    );
    expect(idle).toBe(true);
  });

  it('end when they are read too slowly, and nothing is lost when they are resumed', async () => {
    const { client, campaign, cookie } = await fixture();
    const query = LEADS.replace('fullName', 'formData');
    const stream = await open(cookie, query, client.id);
    const resume = stream.pause();
    const other = await open(cookie, LEADS, client.id);
    const [count, step] = [3_000, 500];
    const overflows = async () => (await streamOverflows.get()).values[0]!.value;
    const before = await overflows();
    // More than the connection's buffers hold, in steps that a stream that is read keeps up with.
    for (let sent = step; sent <= count; sent += step) {
      await server.dataSource.query(
        `INSERT INTO leads (client_id, campaign_id, form_data)
         SELECT $1, $2, jsonb_build_object('text', repeat('x', 10000)) FROM generate_series(1, $3)`,
        [client.id, campaign.id, step],
      );
      await eventually(() => expect(leads(other)).toHaveLength(sent));
    }
    await eventually(async () => expect(await overflows()).toBe(before + 1));
    resume();
    await eventually(() => expect(stream.isComplete()).toBe(true));
    expect(stream.events.at(-1)!.errors![0]!.extensions.code).toBe('RESUME_REQUIRED');
    const opened = [stream];
    const received = () => new Set(leads(...opened)).size;
    expect(received()).toBeLessThan(count - MAX_QUEUED);
    while (received() < count) {
      const known = received();
      const next = await open(cookie, query, client.id, { after: opened.at(-1)!.cursor() });
      opened.push(next);
      await eventually(() => expect(next.isComplete() || received() === count).toBe(true));
      expect(received()).toBeGreaterThan(known);
    }
    expect(leads(...opened)).toHaveLength(count);
  });

  it('are complete at once when the server stops, and resume on another replica', async () => {
    const { client, cookie, addLead } = await fixture();
    const stopping = await server.replica();
    const stream = await open(cookie, LEADS, client.id, { url: stopping.url });
    await stopping.stop();
    await eventually(() => expect(stream.isComplete()).toBe(true));
    expect(stream.events.at(-1)!.errors).toBeUndefined();
    const lead = await addLead();
    const resumed = await open(cookie, LEADS, client.id, { after: stream.cursor() });
    await eventually(() => expect(leads(resumed)).toEqual([lead.id]));
  });

  it('are the only operations that the endpoint of streams serves, and no other endpoint serves them', async () => {
    const { client, cookie } = await fixture();
    const query = await open(cookie, 'query ($id: ID!) { client(id: $id) { id } }', client.id);
    expect([query.status, query.refusal?.errors[0]?.message]).toEqual([400, expect.stringContaining('/graphql')]);
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ query: LEADS, variables: { id: client.id } }),
    });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('/graphql/stream')]);
  });
});

describe('limits of subscriptions', () => {
  it('refuse more streams than an account or a link may open with 429', async () => {
    const server = await startTestServer();
    const client = await createClient(server, { authEnabled: false });
    const opened: TestStream[] = [];
    const open = async (headers: Record<string, string> = {}) => {
      const stream = await openStream(server.url, headers, LEADS, { id: client.id });
      opened.push(stream);
      return stream;
    };
    for (let n = 0; n < MAX_STREAMS.link; n += 1) await (await open()).ready();
    const refused = await open();
    expect([refused.status, refused.refusal?.errors[0]?.extensions]).toEqual([
      429,
      { code: 'RATE_LIMITED', retryAfter: 10 },
    ]);
    expect(refused.headers.get('retry-after')).toBe('10');
    const cookie = await signInForCookie(server, 'signIn', ADMIN);
    for (let n = 0; n < MAX_STREAMS.account; n += 1) await (await open({ cookie })).ready();
    expect((await open({ cookie })).status).toBe(429);
    opened.splice(0).forEach((stream) => stream.close());
    await eventually(async () => expect((await open({ cookie })).status).toBe(200));
    // A flood is refused without a query.
    const statuses: number[] = [];
    for (let n = 0; n < OPENINGS.credential; n += 1) {
      statuses.push((await open({ cookie })).status);
      opened.splice(0).forEach((stream) => stream.close());
    }
    expect(statuses.at(-1)).toBe(429);
    await eventually(async () => expect(await countStatements(() => open({ cookie }))).toBe(0));
    opened.forEach((stream) => stream.close());
    await server.stop();
  });
});
