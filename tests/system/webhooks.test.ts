import { eventually } from '@dripline/runtime/testing/eventually';
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import http, { type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { callAs, type Call, callOrThrow, signInCall, type Resource } from '../rest-contract/call';
import { launch, type LaunchedCommand, readRunFile } from '../harness/launch';

jest.setTimeout(300_000);

const credentials = { username: 'admin', password: 'a password for the webhooks' };
const COUNT = 30;
/** Activities that a worker runs at once for one task queue: the SDK's default. */
const SLOTS = 100;

interface Post {
  id: string;
  body: string;
  headers: Record<string, string>;
  leadId: string;
}

describe('webhooks', () => {
  const posts: Post[] = [];
  const openResponses: ServerResponse[] = [];
  let respond: (post: Post, res: ServerResponse) => void;
  const receiver = http.createServer((req, res) => {
    const chunks: Buffer[] = [];
    req
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const { data } = JSON.parse(body) as { data: { id: string } };
        const post = {
          id: String(req.headers['webhook-id']),
          body,
          headers: req.headers as Record<string, string>,
          leadId: data.id,
        };
        posts.push(post);
        respond(post, res);
      });
  });
  const ok = (_: Post, res: ServerResponse) => void res.writeHead(204).end();
  let stack: LaunchedCommand;
  let admin: Call;
  let client: Resource;
  let campaign: Resource;
  let webhook: Resource;
  let receiverUrl: string;

  beforeAll(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in?key=receivers-own-key`;
    const [port = 0] = await pickPorts(1);
    stack = launch('start', {
      PORT: String(port),
      RATE_LIMITS: 'off',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      ADMIN_USERNAME: credentials.username,
      ADMIN_PASSWORD: credentials.password,
    });
    await stack.waitForOutput(/Ready in/);
    const origin = `http://127.0.0.1:${port}`;
    admin = await signInCall(origin, '/api/auth/login', credentials);
    client = await callOrThrow(admin, 'POST', '/api/clients', {
      businessName: 'Hooked',
      contactEmail: 'owner@hooked.example',
      notificationPhone: 'none',
    });
    await callOrThrow(admin, 'PUT', `/api/clients/${client.id}`, { webhooksEnabled: true });
    campaign = await callOrThrow(admin, 'POST', `/api/clients/${client.id}/campaigns`, {
      name: 'Spring',
      formFields: [
        { id: 'fullName', type: 'text', label: 'Name' },
        { id: 'phone', type: 'tel', label: 'Phone' },
      ],
    });
    webhook = await callOrThrow(admin, 'POST', `/api/clients/${client.id}/webhooks`, {
      url: receiverUrl,
      events: ['lead.created'],
    });
    submit = async (count) => {
      const path = `/api/campaigns/${client.handle}/${campaign.slug}/leads`;
      // Repeats failed requests with the same idempotency key, as landing pages do.
      const send = (n: number, key: string): Promise<Resource> =>
        callAs(origin)(
          'POST',
          path,
          { fullName: `Hook Person${n}`, phone: `+14155559${String(100 + n)}` },
          { 'idempotency-key': key },
        ).then(
          ({ status, body }) => (status === 201 ? (body as Resource) : send(n, key)),
          () => send(n, key),
        );
      return (await Promise.all(Array.from({ length: count }, (_, n) => send(n, randomUUID())))).map(({ id }) => id);
    };
  });
  afterAll(async () => {
    stack.child.kill('SIGTERM');
    await stack.ended;
    await new Promise((resolve) => (receiver.close(resolve), receiver.closeAllConnections()));
  });
  beforeEach(() => void posts.splice(0));

  let submit: (count: number) => Promise<string[]>;
  const deliveries = async () =>
    (await admin('GET', `/api/webhooks/${webhook.id}/deliveries?limit=100`)).body as Resource[];
  const untilArrived = (leadIds: string[]) =>
    eventually(() => expect(posts.map(({ leadId }) => leadId)).toEqual(expect.arrayContaining(leadIds)));
  const untilDelivered = () =>
    eventually(async () => expect((await deliveries()).filter(({ status }) => status !== 'delivered')).toEqual([]));
  /** Expects that each lead has one event id and one body, and that all signatures are valid. */
  const expectValidPosts = (leadIds: string[]) => {
    const verifier = new Webhook(String(webhook['secret']));
    for (const { body, headers } of posts)
      expect(verifier.verify(body, headers)).toMatchObject({ type: 'lead.created' });
    const postsOf = (leadId: string) => posts.filter((post) => post.leadId === leadId);
    expect(leadIds.filter((id) => new Set(postsOf(id).map((post) => `${post.id} ${post.body}`)).size !== 1)).toEqual(
      [],
    );
    expect(new Set(posts.map(({ id }) => id)).size).toBe(leadIds.length);
  };

  it('post each lead once', async () => {
    respond = ok;
    const leadIds = await submit(COUNT);
    await untilArrived(leadIds);
    await untilDelivered();
    expectValidPosts(leadIds);
    expect(posts).toHaveLength(COUNT);
  });

  it('retry rejected posts with the same id', async () => {
    const rejected = new Set<string>();
    respond = (post, res) => {
      if (rejected.has(post.id)) return ok(post, res);
      rejected.add(post.id);
      return void res.writeHead(500).end('not now');
    };
    const leadIds = await submit(5);
    await untilArrived(leadIds);
    expect((await deliveries()).filter(({ status }) => status === 'pending')).not.toEqual([]);
    await untilDelivered();
    expectValidPosts(leadIds);
    expect(posts).toHaveLength(10);
  });

  it('post each lead at least once and with one id when the worker is killed meanwhile', async () => {
    // When the worker is killed, some posts have no response yet and others were not sent.
    respond = (_, res) => void openResponses.push(res);
    const submitted = submit(COUNT);
    await eventually(() => expect(openResponses.length).toBeGreaterThanOrEqual(3));
    process.kill(readRunFile(stack.dataDir).services['workflows']!.pid, 'SIGKILL');
    respond = ok;
    for (const res of openResponses.splice(0)) res.destroy();
    const leadIds = await submitted;
    await untilArrived(leadIds);
    await untilDelivered();
    expectValidPosts(leadIds);
    expect(posts.length).toBeGreaterThan(COUNT);
  });

  it('support manual replays and test events', async () => {
    respond = ok;
    const [last] = await deliveries();
    await callOrThrow(admin, 'POST', `/api/webhook-deliveries/${last!.id}/replay`);
    await eventually(() => expect(posts).toHaveLength(1));
    expect(posts[0]!.id).toBe(last!['eventId']);
    await callOrThrow(admin, 'POST', `/api/webhooks/${webhook.id}/test`);
    await eventually(() => expect(posts).toHaveLength(2));
    expect(JSON.parse(posts[1]!.body)).toMatchObject({ type: 'webhook.test', data: { webhookId: webhook.id } });
    await untilDelivered();
  });

  it('delay no message while their receiver does not respond', async () => {
    let closed = 0;
    respond = (_, res) => void openResponses.push(res.on('close', () => (closed += 1)));
    await submit(SLOTS + 10);
    await eventually(() => expect(openResponses.length).toBeGreaterThanOrEqual(SLOTS));
    await callOrThrow(admin, 'POST', `/api/clients/${client.id}/sms-sequences`, {
      name: 'Welcome',
      campaignId: campaign.id,
      triggerEvent: 'lead_created',
      steps: [{ delayMinutes: 0, message: 'Thank you' }],
    });
    await submit(1);
    await eventually(async () => {
      const { body } = await admin('GET', `/api/clients/${client.id}/sms-messages`);
      expect(body).toMatchObject([{ status: 'sent' }]);
    });
    expect(closed).toBe(0);
    respond = ok;
    for (const res of openResponses.splice(0)) res.destroy();
    await untilDelivered();
  });

  it('T10, S18: leave no personal data, URL or secret in Temporal or in a log', () => {
    const readFiles = (folder: string, isIncluded: (name: string) => boolean) =>
      readdirSync(folder)
        .filter(isIncluded)
        .map((name) => readFileSync(join(folder, name)).toString('latin1'))
        .join('');
    // SQLite deletes its journal, which holds earlier pages of the same file, after each transaction.
    const temporal = readFiles(stack.dataDir, (name) => /^temporal\.db(-wal)?$/.test(name));
    const logs = readFiles(join(stack.dataDir, 'logs'), () => true) + stack.output();
    expect(temporal).toContain('deliverWebhook');
    expect(logs).toContain('workflows');
    const secret = String(webhook['secret']).slice('whsec_'.length);
    for (const value of ['Hook Person', '4155559', 'receivers-own-key', secret, 'owner@hooked.example'])
      expect([value, temporal.includes(value), logs.includes(value)]).toEqual([value, false, false]);
  });
});
