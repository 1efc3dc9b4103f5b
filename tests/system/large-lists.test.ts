import { trackPeakMemory } from '@dripline/runtime/testing/track-peak-memory';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { type RestCaller, signInAdmin } from '@dripline/launcher/rest-client';
import { runSql } from '../e2e/testing/database';
import { launch, type LaunchedCommand, readRunFile } from '../harness/launch';

jest.setTimeout(300_000);

const ROWS = 100_000;
const FIRST_RESPONSE = 10_000;
/** What either service's memory may grow by. A list that is read as a whole takes several times as much. */
const MAX_GROWTH = 200 * 1024 ** 2;

describe('a client with 100,000 leads and messages', () => {
  let stack: LaunchedCommand;
  let origin: string;
  let call: RestCaller;
  let client: { id: string; handle: string };
  let campaign: { id: string; slug: string };

  beforeAll(async () => {
    const [port = 0] = await pickPorts(1);
    origin = `http://127.0.0.1:${port}`;
    stack = launch('start', { PORT: String(port), RATE_LIMITS: 'off' });
    const password = await stack.waitForOutput(/Password: (\S+)/);
    await stack.waitForOutput(/Ready in/);
    call = await signInAdmin(origin, 'admin', password);
    client = await call('POST', '/api/clients', {
      businessName: 'Acme',
      contactEmail: 'a@acme.example',
      notificationPhone: 'none',
    });
    campaign = await call('POST', `/api/clients/${client.id}/campaigns`, {
      name: 'Spring',
      formFields: [{ id: 'note', type: 'text', label: 'Note', required: false }],
    });
    // All rows have the same time, so only their ids determine the order. Each lead has a key of its own.
    await runSql(
      stack.dataDir,
      `INSERT INTO leads (client_id, campaign_id, full_name, form_data)
       SELECT $1, $2, 'Lead ' || n, json_build_object('note', n::text, 'own' || n, repeat('x', 100)) FROM generate_series(1, ${ROWS}) n`,
      [client.id, campaign.id],
    );
    await runSql(
      stack.dataDir,
      `WITH sequence AS (INSERT INTO sequences (client_id, campaign_id, name, trigger_event, status) VALUES ($1, $2, 'Welcome', 'lead_contacted', 'inactive') RETURNING id),
       enrolled AS (INSERT INTO enrollments (client_id, sequence_id, lead_id, steps, status) SELECT $1, sequence.id, leads.id, '[]', 'completed' FROM leads, sequence RETURNING id, lead_id, sequence_id)
       INSERT INTO sms_messages (client_id, campaign_id, sms_sequence_id, lead_id, enrollment_id, step, to_e164, body, status, due_at)
       SELECT $1, $2, sequence_id, lead_id, id, 0, '+14155550123', repeat('x', 160), 'sent', now() FROM enrolled`,
      [client.id, campaign.id],
    );
  });
  afterAll(async () => {
    stack.child.kill('SIGTERM');
    await stack.ended;
  });

  const read = (path: string) => fetch(`${origin}/api/clients/${client.id}/${path}`);
  /** Tracks the peak memory of the services that lists pass through. */
  function trackServices(): () => Record<string, number> {
    const { services } = readRunFile(stack.dataDir);
    const tracked = ['graphql', 'rest-facade'].map((name) => [name, trackPeakMemory(services[name]!.pid)] as const);
    return () => Object.fromEntries(tracked.map(([name, growth]) => [name, growth()]));
  }
  function expectFlatMemory(growths: Record<string, number>): void {
    for (const [name, growth] of Object.entries(growths)) {
      process.stdout.write(`peak memory of ${name} grew by ${(growth / 1024 ** 2).toFixed(0)} MiB\n`);
      expect(growth).toBeLessThan(MAX_GROWTH);
    }
  }

  async function countLines(): Promise<number> {
    const decoder = new TextDecoder();
    let lines = 0;
    for await (const chunk of (await read('leads.csv')).body!)
      lines += decoder.decode(chunk as Uint8Array, { stream: true }).split('\n').length - 1;
    return lines;
  }

  it('exports every lead as CSV, with flat memory', async () => {
    // The first export also fills the heap with garbage of the requests before it.
    await countLines();
    const growths = trackServices();
    const lines = await countLines();
    expect(lines).toBe(ROWS + 1);
    expectFlatMemory(growths());
  });

  it.each(['leads', 'sms-messages'])('lists %s in responses of 10,000 that Link connects', async (list) => {
    const seen = new Set<string>();
    let next: string | undefined = `/api/clients/${client.id}/${list}`;
    let responses = 0;
    while (next !== undefined) {
      const response: Response = await fetch(`${origin}${next}`);
      const items = (await response.json()) as { id: string }[];
      expect([items.length, response.headers.get('x-total-count')]).toEqual([FIRST_RESPONSE, String(ROWS)]);
      for (const { id } of items) seen.add(id);
      responses += 1;
      next = /^<(.*)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect([seen.size, responses]).toEqual([ROWS, ROWS / FIRST_RESPONSE]);
  });

  it('accepts submissions while five callers read whole lists, with flat memory', async () => {
    const growths = trackServices();
    const lists = Array.from(
      { length: 5 },
      async (_, n) => ((await (await read(n % 2 ? 'sms-messages' : 'leads')).json()) as unknown[]).length,
    );
    let done = false;
    const finished = Promise.all(lists).finally(() => (done = true));
    let submitted = 0;
    let slowest = 0;
    while (!done) {
      const start = performance.now();
      const { status } = await fetch(`${origin}/api/campaigns/${client.handle}/${campaign.slug}/leads`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"note":"now"}',
      });
      slowest = Math.max(slowest, performance.now() - start);
      expect(status).toBe(201);
      submitted += 1;
    }
    expect(await finished).toEqual([FIRST_RESPONSE, FIRST_RESPONSE, FIRST_RESPONSE, FIRST_RESPONSE, FIRST_RESPONSE]);
    process.stdout.write(`${submitted} submissions meanwhile, the slowest after ${slowest.toFixed(0)} ms\n`);
    expectFlatMemory(growths());
  });
});
