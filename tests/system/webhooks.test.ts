import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import http, { type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { callAs, type Call, must, signedIn, type Thing } from '../rest-contract/call';
import { launch, type Launched, readRun } from '../harness/launch';
import { until } from '../harness/until';

jest.setTimeout(300_000);

const credentials = { username: 'admin', password: 'a password for the hooks' };
const COUNT = 30;

interface Post {
  id: string;
  body: string;
  headers: Record<string, string>;
  leadId: string;
}

describe('webhooks of the running product', () => {
  const posts: Post[] = [];
  const held: ServerResponse[] = [];
  let answer: (post: Post, res: ServerResponse) => void;
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
        answer(post, res);
      });
  });
  const ok = (_: Post, res: ServerResponse) => void res.writeHead(204).end();
  let stack: Launched;
  let admin: Call;
  let client: Thing;
  let campaign: Thing;
  let webhook: Thing;
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
    await stack.until(/Ready in/);
    const origin = `http://127.0.0.1:${port}`;
    admin = await signedIn(origin, '/api/auth/login', credentials);
    client = await must(admin, 'POST', '/api/clients', {
      businessName: 'Hooked',
      contactEmail: 'owner@hooked.example',
      notificationPhone: 'none',
    });
    await must(admin, 'PUT', `/api/clients/${client.id}`, { webhooksEnabled: true });
    campaign = await must(admin, 'POST', `/api/clients/${client.id}/campaigns`, {
      name: 'Spring',
      formFields: [
        { id: 'fullName', type: 'text', label: 'Name' },
        { id: 'phone', type: 'tel', label: 'Phone' },
      ],
    });
    webhook = await must(admin, 'POST', `/api/clients/${client.id}/webhooks`, {
      url: receiverUrl,
      events: ['lead.created'],
    });
    submit = async (count) => {
      const path = `/api/campaigns/${client.handle}/${campaign.slug}/leads`;
      // As a page sends its form: again, under the same key, where the line was cut.
      const send = (n: number, key: string): Promise<Thing> =>
        callAs(origin)(
          'POST',
          path,
          { fullName: `Hook Person${n}`, phone: `+14155559${String(100 + n)}` },
          { 'idempotency-key': key },
        ).then(
          ({ status, body }) => (status === 201 ? (body as Thing) : send(n, key)),
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
  const log = async () => (await admin('GET', `/api/webhooks/${webhook.id}/deliveries?limit=100`)).body as Thing[];
  const arrived = (leadIds: string[]) =>
    until(() => Promise.resolve(leadIds.every((id) => posts.some(({ leadId }) => leadId === id))));
  const allDelivered = () => until(async () => (await log()).every(({ status }) => status === 'delivered'));
  /** Of each lead one id, one body, and signatures that hold. */
  const expectGenuine = (leadIds: string[]) => {
    const verifier = new Webhook(String(webhook['secret']));
    for (const { body, headers } of posts)
      expect(verifier.verify(body, headers)).toMatchObject({ type: 'lead.created' });
    const of = (leadId: string) => posts.filter((post) => post.leadId === leadId);
    expect(leadIds.filter((id) => new Set(of(id).map((post) => `${post.id} ${post.body}`)).size !== 1)).toEqual([]);
    expect(new Set(posts.map(({ id }) => id)).size).toBe(leadIds.length);
  };

  it('tell of each lead once where all goes well', async () => {
    answer = ok;
    const leadIds = await submit(COUNT);
    await arrived(leadIds);
    await allDelivered();
    expectGenuine(leadIds);
    expect(posts).toHaveLength(COUNT);
  });

  it('tell again, under the same id, what was refused', async () => {
    const refused = new Set<string>();
    answer = (post, res) => {
      if (refused.has(post.id)) return ok(post, res);
      refused.add(post.id);
      return void res.writeHead(500).end('not now');
    };
    const leadIds = await submit(5);
    await arrived(leadIds);
    expect((await log()).filter(({ status }) => status === 'pending')).not.toEqual([]);
    await allDelivered();
    expectGenuine(leadIds);
    expect(posts).toHaveLength(10);
  });

  it('lose nothing when the worker is killed while it posts: each lead is told at least once, under one id', async () => {
    // Some have arrived unanswered, some have not been posted, when it dies.
    answer = (_, res) => void held.push(res);
    const submitted = submit(COUNT);
    await until(() => Promise.resolve(held.length >= 3));
    process.kill(readRun(stack.dataDir).services['workflows']!.pid, 'SIGKILL');
    answer = ok;
    for (const res of held.splice(0)) res.destroy();
    const leadIds = await submitted;
    await arrived(leadIds);
    await allDelivered();
    expectGenuine(leadIds);
    expect(posts.length).toBeGreaterThan(COUNT);
  });

  it('replay and test by hand', async () => {
    answer = ok;
    const [last] = await log();
    await must(admin, 'POST', `/api/webhook-deliveries/${last!.id}/replay`);
    await until(() => Promise.resolve(posts.length === 1));
    expect(posts[0]!.id).toBe(last!['eventId']);
    await must(admin, 'POST', `/api/webhooks/${webhook.id}/test`);
    await until(() => Promise.resolve(posts.length === 2));
    expect(JSON.parse(posts[1]!.body)).toMatchObject({ type: 'webhook.test', data: { webhookId: webhook.id } });
    await allDelivered();
  });

  it('T10, S18: leave nothing of a person, an address or a secret in Temporal or in a log', () => {
    const read = (folder: string, of: (name: string) => boolean) =>
      readdirSync(folder)
        .filter(of)
        .map((name) => readFileSync(join(folder, name)).toString('latin1'))
        .join('');
    const temporal = read(stack.dataDir, (name) => name.startsWith('temporal.db'));
    const logs = read(join(stack.dataDir, 'logs'), () => true) + stack.output();
    expect(temporal).toContain('deliverWebhook');
    expect(logs).toContain('workflows');
    const secret = String(webhook['secret']).slice('whsec_'.length);
    for (const word of ['Hook Person', '4155559', 'receivers-own-key', secret, 'owner@hooked.example'])
      expect([word, temporal.includes(word), logs.includes(word)]).toEqual([word, false, false]);
  });
});
