import { withoutIdempotencyKey } from '@dripline/contract/idempotency';
import { randomUUID } from 'node:crypto';
import { asSystem, clientScope, setScope, withNoScope } from '../access/scope';
import { createSchema } from '../api/schema';
import { type JobDependencies, periodicJobs } from '../jobs/periodic-jobs';
import { signInForCookie } from '../testing/access-matrix-fixture';
import { createCampaign, createClient } from '../testing/fixtures';
import { CreateApiKeyDocument, UpdateClientDocument } from '../testing/operations/generated';
import { settings, startTestServer, type TestServer } from '../testing/test-server';

interface Answer {
  status: number;
  headers: Headers;
  data?: Record<string, Record<string, unknown> | null> | null;
  errors?: { message: string; extensions: { code: string; fields?: object } }[];
}

interface Row {
  owner: string;
  row: string;
  isAnswered: boolean;
}

const createClientMutation =
  'mutation ($input: CreateClientInput!) { createClient(input: $input) { id businessName } }';
const createWebhookMutation =
  'mutation ($clientId: ID!, $input: CreateWebhookInput!) { createWebhook(clientId: $clientId, input: $input) { id secret } }';
const inputOf = (businessName: string) => ({
  input: { businessName, contactEmail: 'owner@example.com', notificationPhone: '+14155550100' },
});
const webhook = { url: 'https://hooks.example.com/leads', events: ['lead.created'] };

describe('a mutation with an Idempotency-Key', () => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer({ rateLimits: false });
    token = await createKey();
  });
  afterAll(() => server.stop());

  const createKey = async (clientId: string | null = null) =>
    (await server.admin(CreateApiKeyDocument, { clientId, input: { name: 'CRM', scopes: ['write_all'] } })).createApiKey
      .token;

  async function clientWithWebhooks() {
    const client = await createClient(server);
    await server.admin(UpdateClientDocument, { id: client.id, input: { webhooksEnabled: true } });
    return client;
  }

  /** Sends a mutation with a key as a caller, by default with an API key of the agency. */
  async function send(
    key: string,
    query: string,
    variables: object,
    credentials: Record<string, string> = { authorization: `Bearer ${token}` },
    url = server.url,
  ): Promise<Answer> {
    const { status, headers, ...response } = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key, ...credentials },
      body: JSON.stringify({ query, variables }),
    }).then(async (answer) => ({
      status: answer.status,
      headers: answer.headers,
      ...((await answer.json()) as Pick<Answer, 'data' | 'errors'>),
    }));
    return { status, headers, ...response };
  }
  const codeOf = ({ errors }: Answer) => errors?.[0]?.extensions.code ?? 'ok';
  const isReplay = ({ headers }: Answer) => headers.get('idempotent-replayed') === 'true';
  const countClients = async (name: string) =>
    (
      await server.dataSource.query<[{ n: number }]>(
        'SELECT count(*)::int AS n FROM clients WHERE business_name = $1',
        [name],
      )
    )[0].n;
  const rowsOf = (key: string) =>
    server.dataSource.query<Row[]>(
      `SELECT owner, k::text AS row, encrypted_response IS NOT NULL AS "isAnswered" FROM idempotency_keys k WHERE key = $1 ORDER BY owner`,
      [key],
    );
  const update = (key: string, change: string) =>
    server.dataSource.query(`UPDATE idempotency_keys SET ${change} WHERE key = $1`, [key]);

  it('runs once, and a retry gets the first response', async () => {
    const [key, name] = [randomUUID(), 'Runs once'];
    const first = await send(key, createClientMutation, inputOf(name));
    expect([first.status, codeOf(first), isReplay(first)]).toEqual([200, 'ok', false]);
    // The order of the fields does not matter.
    const { input } = inputOf(name);
    const reordered = Object.fromEntries(Object.entries(input).reverse());
    const retry = await send(key, createClientMutation, { input: reordered });
    expect([retry.status, retry.data, isReplay(retry)]).toEqual([200, first.data, true]);
    expect(await countClients(name)).toBe(1);
  });

  it('runs once when it is sent 20 times at the same moment', async () => {
    const [key, name] = [randomUUID(), 'Sent in parallel'];
    const replica = await server.replica();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        send(key, createClientMutation, inputOf(name), undefined, n % 2 ? replica.url : server.url),
      ),
    );
    await replica.stop();
    expect(await countClients(name)).toBe(1);
    const executed = answers.filter((answer) => codeOf(answer) === 'ok' && !isReplay(answer));
    expect(executed).toHaveLength(1);
    for (const answer of answers.filter((other) => other !== executed[0])) {
      if (isReplay(answer)) expect(answer.data).toEqual(executed[0]!.data);
      else expect([answer.status, codeOf(answer), answer.headers.get('retry-after')]).toEqual([409, 'CONFLICT', '1']);
    }
    expect((await send(key, createClientMutation, inputOf(name))).data).toEqual(executed[0]!.data);
  });

  it('is rejected if the key was used for another request', async () => {
    const key = randomUUID();
    await send(key, createClientMutation, inputOf('The first request'));
    const other = await send(key, createClientMutation, inputOf('Another request'));
    expect([other.status, codeOf(other), isReplay(other)]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED', false]);
    expect(await countClients('Another request')).toBe(0);
    const otherFields = await send(
      key,
      createClientMutation.replace('id ', 'id handle '),
      inputOf('The first request'),
    );
    expect(codeOf(otherFields)).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('leaves the key unused if it was rejected, so that the corrected request can use it', async () => {
    const [key, name] = [randomUUID(), 'Corrected'];
    const { input } = inputOf(name);
    const rejected = await send(key, createClientMutation, { input: { ...input, timeZone: 'Mars/Olympus' } });
    expect(codeOf(rejected)).toBe('BAD_USER_INPUT');
    expect(await rowsOf(key)).toEqual([]);
    const corrected = await send(key, createClientMutation, { input });
    expect([codeOf(corrected), isReplay(corrected)]).toEqual(['ok', false]);
  });

  it('returns an internal error again, because it may have changed something', async () => {
    const key = randomUUID();
    await server.dataSource.query('ALTER TABLE clients RENAME COLUMN handle TO renamed');
    const failed = await send(key, createClientMutation, inputOf('Fails'));
    await server.dataSource.query('ALTER TABLE clients RENAME COLUMN renamed TO handle');
    expect(codeOf(failed)).toBe('INTERNAL_SERVER_ERROR');
    const retry = await send(key, createClientMutation, inputOf('Fails'));
    expect([codeOf(retry), isReplay(retry)]).toEqual(['INTERNAL_SERVER_ERROR', true]);
    expect(await countClients('Fails')).toBe(0);
  });

  it('returns the errors of a request again that changed something before it failed', async () => {
    const key = randomUUID();
    const two =
      'mutation ($a: CreateClientInput!, $b: CreateClientInput!) { a: createClient(input: $a) { id } b: createClient(input: $b) { id } }';
    const variables = {
      a: inputOf('Done first').input,
      b: inputOf('').input,
    };
    const failed = await send(key, two, variables);
    const retry = await send(key, two, variables);
    expect([codeOf(failed), codeOf(retry), isReplay(retry)]).toEqual(['BAD_USER_INPUT', 'BAD_USER_INPUT', true]);
    expect(await countClients('Done first')).toBe(1);
  });

  it('waits for a first request that is running, and replaces one whose process died', async () => {
    const [key, name] = [randomUUID(), 'Taken over'];
    await send(key, createClientMutation, inputOf(name));
    await update(key, 'encrypted_response = NULL');
    const early = await send(key, createClientMutation, inputOf(name));
    expect([early.status, codeOf(early), early.headers.get('retry-after')]).toEqual([409, 'CONFLICT', '1']);
    await update(key, `locked_until = now() - interval '1 second'`);
    const other = await send(key, createClientMutation, inputOf('Another one'));
    expect(codeOf(other)).toBe('IDEMPOTENCY_KEY_REUSED');
    const late = await send(key, createClientMutation, inputOf(name));
    expect([codeOf(late), isReplay(late)]).toEqual(['ok', false]);
    expect(await countClients(name)).toBe(2);
    expect(isReplay(await send(key, createClientMutation, inputOf(name)))).toBe(true);
  });

  it('stores the response encrypted, and returns a secret again', async () => {
    const client = await clientWithWebhooks();
    const key = randomUUID();
    const variables = { clientId: client.id, input: webhook };
    const first = await send(key, createWebhookMutation, variables);
    const secret = String(first.data!['createWebhook']!['secret']);
    expect(secret).toMatch(/^whsec_/);
    const [stored] = await rowsOf(key);
    expect(stored).toMatchObject({ isAnswered: true });
    expect(stored!.row).not.toContain(secret.slice(6));
    expect(stored!.row).not.toContain('createWebhook');
    const retry = await send(key, createWebhookMutation, variables);
    expect([retry.data, isReplay(retry)]).toEqual([first.data, true]);
  });

  it('answers 500 and changes nothing if the response can no longer be decrypted', async () => {
    const [key, name] = [randomUUID(), 'Lost key'];
    await send(key, createClientMutation, inputOf(name));
    await update(key, `encrypted_response = 'ffffffff.AAAA'`);
    expect(codeOf(await send(key, createClientMutation, inputOf(name)))).toBe('INTERNAL_SERVER_ERROR');
    expect(await countClients(name)).toBe(1);
  });

  it('keeps the keys of different callers apart', async () => {
    const key = randomUUID();
    const mine = await clientWithWebhooks();
    const theirs = await clientWithWebhooks();
    const open = await createClient(server, { authEnabled: false });
    const campaign = await createCampaign(server, open.id);
    const cookieOf = async (client: typeof mine) => ({
      cookie: await signInForCookie(server, 'signInClient', client.login),
    });
    const create = (clientId: string, credentials: Record<string, string>) =>
      send(key, createWebhookMutation, { clientId, input: webhook }, credentials);
    const bearer = { authorization: `Bearer ${await createKey(mine.id)}` };
    const answers = [
      await create(mine.id, await cookieOf(mine)),
      await create(theirs.id, await cookieOf(theirs)),
      await create(mine.id, bearer),
    ];
    expect(answers.map((answer) => [codeOf(answer), isReplay(answer)])).toEqual(Array(3).fill(['ok', false]));
    const createSequence =
      'mutation ($clientId: ID!, $input: CreateSequenceInput!) { createSequence(clientId: $clientId, input: $input) { id } }';
    const steps = [{ delayMinutes: 5, message: 'Hello' }];
    const input = { name: 'By link', campaignId: campaign.id, triggerEvent: 'lead_contacted', steps };
    const byLink = () => send(key, createSequence, { clientId: open.id, input }, {});
    const [first, retry] = [await byLink(), await byLink()];
    expect([codeOf(first), retry.data, isReplay(retry)]).toEqual(['ok', first.data, true]);
    // Changes by link that do not name the client can be repeated anyway, so they store nothing.
    const rename =
      'mutation ($id: ID!, $input: UpdateSequenceInput!) { updateSequence(id: $id, input: $input) { id } }';
    const sequence = first.data!['createSequence']!['id'];
    const renamed = await send(randomUUID(), rename, { id: sequence, input: { name: 'Renamed' } }, {});
    expect([codeOf(renamed), isReplay(renamed)]).toEqual(['ok', false]);
    // A stranger cannot read the responses of others, nor leave rows.
    const stranger = await create(mine.id, {});
    expect([codeOf(stranger), isReplay(stranger)]).toEqual(['UNAUTHENTICATED', false]);
    expect((await rowsOf(key)).map(({ owner }) => owner)).toEqual([
      ...[mine.id, theirs.id].sort().map((id) => `client:${id}`),
      expect.stringMatching(/^key:/),
      `link:${open.id}`,
    ]);
    await server.admin(UpdateClientDocument, { id: open.id, input: { authEnabled: true } });
    expect(codeOf(await byLink())).toBe('UNAUTHENTICATED');
    // A session keeps its keys when the account signs in again.
    expect(isReplay(await create(mine.id, await cookieOf(mine)))).toBe(true);
  });

  it('is invisible to other roles than the system’s', async () => {
    await expect(
      withNoScope(() => {
        setScope(clientScope(randomUUID()));
        return server.scopedDataSource.query('SELECT * FROM idempotency_keys');
      }),
    ).rejects.toThrow('permission denied for table idempotency_keys');
  });

  it.each([
    ['is empty', ''],
    ['has 256 characters', 'x'.repeat(256)],
    ['has a space', 'with space'],
    ['is not ASCII', 'ümlaut'],
  ])('is rejected if the key %s', async (_, key) => {
    const answer = await send(key, createClientMutation, inputOf('Bad key'));
    expect([answer.status, codeOf(answer)]).toEqual([400, 'BAD_USER_INPUT']);
    expect(answer.errors![0]!.extensions.fields).toEqual({
      'Idempotency-Key': 'Idempotency-Key must be 1 to 255 visible ASCII characters.',
    });
    expect(await countClients('Bad key')).toBe(0);
  });

  it('ignores the key if it signs in, and if it is a query', async () => {
    const key = randomUUID();
    const { login } = await createClient(server);
    const signIn =
      'mutation ($username: String!, $password: String!) { signInClient(username: $username, password: $password) { id } }';
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const answer = await send(key, signIn, login, {});
      expect([codeOf(answer), isReplay(answer), answer.headers.getSetCookie()]).toEqual([
        'ok',
        false,
        [expect.stringContaining('client_session='), expect.stringContaining('device=')],
      ]);
      expect(isReplay(await send(key, '{ clients(first: 1) { totalCount } }', {}))).toBe(false);
    }
    expect(await rowsOf(key)).toEqual([]);
  });

  it('names every mutation that ignores keys as the schema does', () => {
    const mutations = Object.keys(createSchema().getMutationType()!.getFields());
    expect(Object.keys(withoutIdempotencyKey).filter((name) => !mutations.includes(name))).toEqual([]);
    expect(Object.keys(withoutIdempotencyKey)).toEqual(
      expect.arrayContaining(mutations.filter((name) => /^(begin|sign)|SignIn$/.test(name))),
    );
  });

  it('runs again after 24 hours, and a job deletes the key', async () => {
    const [key, kept, name] = [randomUUID(), randomUUID(), 'A day later'];
    await send(key, createClientMutation, inputOf(name));
    await send(kept, createClientMutation, inputOf('Kept'));
    const day = (more: string) => `created_at = now() - interval '24 hours' - interval '${more}'`;
    await update(key, day('1 second'));
    const late = await send(key, createClientMutation, inputOf('Another name'));
    expect([codeOf(late), isReplay(late)]).toEqual(['ok', false]);
    await update(key, day('1 second'));
    await update(kept, day('-1 minute'));
    const job = periodicJobs({ dataSource: server.scopedDataSource, settings } as JobDependencies).find(
      ({ name: jobName }) => jobName === 'idempotency-keys',
    )!;
    await asSystem(() => job.run(new AbortController().signal));
    expect(await rowsOf(key)).toEqual([]);
    expect(await rowsOf(kept)).toHaveLength(1);
  });
});
