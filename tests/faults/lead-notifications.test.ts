import { eventually } from '@dripline/runtime/testing/eventually';
import { LONG_WAIT, startMessagingHarness, type MessagingHarness } from '../harness/messaging-harness';
import { FAULT_RUNS, recordFaultRun, seed } from '../harness/fault-runs';
import type { Behaviour, Fault } from '@dripline/twilio-emulator/faults';

jest.setTimeout(600_000);

/** Number of leads with the same name, whose notifications have the same body. */
const LEADS_PER_NAME = 5;
const NAMES = Math.ceil(FAULT_RUNS / LEADS_PER_NAME);
const nameOf = (index: number) => `Ann ${index % NAMES}`;

describe(`lead notifications under faults (${FAULT_RUNS} each, seed ${seed})`, () => {
  let harness: MessagingHarness;
  let clients = 0;
  beforeAll(async () => void (harness = await startMessagingHarness()));
  afterAll(() => harness?.stop());

  /**
   * Creates a client with lead notifications whose leads get no messages, so that all faults apply to notifications.
   */
  async function notifiedClient() {
    const { clientId, submit } = await harness.createSequence();
    clients += 1;
    const to = `+1628555${String(1000 + clients)}`;
    await harness.call('PUT', `/api/clients/${clientId}`, { notificationPhone: to, smsAutoReplyEnabled: false });
    const notifications = async () =>
      (
        await harness.db.query<{ status: string; sid: string | null }>(
          'SELECT status, provider_id AS sid FROM lead_notifications WHERE client_id = $1',
          [clientId],
        )
      ).rows;
    const accepted = async () => (await harness.ledger()).messages.filter((message) => message.to === to);
    const untilFinal = (count = FAULT_RUNS) =>
      eventually(
        async () => expect((await notifications()).filter(({ status }) => status !== 'queued')).toHaveLength(count),
        { timeout: LONG_WAIT },
      );
    return { clientId, submit, to, notifications, accepted, untilFinal };
  }

  async function expectExactlyOnce({
    notifications,
    accepted,
    clientId,
  }: Awaited<ReturnType<typeof notifiedClient>>): Promise<void> {
    const [rows, messages] = [await notifications(), await accepted()];
    recordFaultRun({
      count: FAULT_RUNS,
      duplicates: Math.max(0, messages.length - FAULT_RUNS),
      lost: Math.max(0, FAULT_RUNS - messages.length),
    });
    expect(messages.map(({ sid }) => sid).sort()).toEqual(rows.map(({ sid }) => sid).sort());
    expect(messages.map(({ body }) => body).sort()).toEqual(
      Array.from({ length: FAULT_RUNS }, (_, index) => `New lead: ${nameOf(index)}, Fault test`).sort(),
    );
    expect(await harness.call('GET', `/api/clients/${clientId}/sms-messages`)).toEqual([]);
    const allClients = await harness.call<{ id: string; usage: object }[]>('GET', '/api/clients');
    expect(allClients.find(({ id }) => id === clientId)?.usage).toMatchObject({ smsThisMonth: 0 });
  }

  it.each<[string, Fault, Partial<Behaviour>]>([
    ['the connection is reset after acceptance, without receipts', { kind: 'accept-then-reset' }, { receipts: [] }],
    ['the connection is reset after acceptance, with receipts', { kind: 'accept-then-reset' }, {}],
    ['the provider responds with 429', { kind: 'busy', retryAfterSeconds: 1 }, {}],
  ])('the business is notified of each lead once when %s', async (_, fault, more) => {
    await harness.setBehaviour({ faults: [{ fault, times: FAULT_RUNS }], ...more });
    const client = await notifiedClient();
    await client.submit(FAULT_RUNS, nameOf);
    await client.untilFinal();
    await expectExactlyOnce(client);
  });

  it('the business is notified of each lead once when the provider responds with 503 before acceptance', async () => {
    await harness.setBehaviour({});
    const client = await notifiedClient();
    // In batches with different bodies, because two such responses to the same body would leave the outcome unknown.
    for (let submitted = 0; submitted < FAULT_RUNS;) {
      const batch = Math.min(NAMES, FAULT_RUNS - submitted);
      await harness.setBehaviour({ faults: [{ fault: { kind: '5xx-before' }, times: batch }] });
      await client.submit(batch, nameOf);
      await client.untilFinal((submitted += batch));
    }
    await expectExactlyOnce(client);
  });

  it('the business is notified of each lead once when the worker is killed between request and response', async () => {
    await harness.setBehaviour({ faults: [{ fault: { kind: 'barrier' }, times: NAMES }], receipts: [] });
    const client = await notifiedClient();
    await client.submit(FAULT_RUNS, nameOf);
    // One for each body, because the others with the same body wait for its outcome.
    await eventually(async () => expect((await harness.ledger()).waiting).toBeGreaterThanOrEqual(NAMES));
    process.kill(harness.pidOf('workflows'), 'SIGKILL');
    await harness.release();
    await client.untilFinal();
    await expectExactlyOnce(client);
  });

  it('a business gets no notifications after it replied STOP, and gets them again after START', async () => {
    await harness.setBehaviour({});
    const { clientId, submit, to, notifications, accepted } = await notifiedClient();
    const statuses = async () => (await notifications()).map(({ status }) => status).sort();
    await submit(1);
    await eventually(async () => expect((await statuses()).join()).toBe('sent'));
    await harness.sendReply(to, 'STOP');
    await submit(1);
    await eventually(async () => expect((await statuses()).join()).toBe('sent,skipped'));
    expect(await accepted()).toHaveLength(1);
    await harness.sendReply(to, 'START');
    await submit(1);
    await eventually(async () => expect((await statuses()).join()).toBe('sent,sent,skipped'));
    expect(await accepted()).toHaveLength(2);
    expect((await harness.db.query('SELECT FROM replies WHERE client_id = $1', [clientId])).rowCount).toBe(0);
  });
});
