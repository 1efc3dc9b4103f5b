import { startTextingStage, type TextingStage } from '../harness/messaging-harness';
import { COUNT, note, seed } from '../harness/fault-runs';
import { until } from '../harness/until';
import type { Behaviour, Fault } from '@dripline/twilio-emulator/faults';

jest.setTimeout(600_000);

/** So many leads come under one name: what tells the business of them is in the same words. */
const ALIKE = 5;
const NAMES = Math.ceil(COUNT / ALIKE);
const nameOf = (at: number) => `Ann ${at % NAMES}`;

describe(`alerts under faults (${COUNT} each, seed ${seed})`, () => {
  let stage: TextingStage;
  let numbers = 0;
  beforeAll(async () => void (stage = await startTextingStage()));
  afterAll(() => stage?.stop());

  /** A client that only hears of its leads; their own texts are switched off, so that every fault meets an alert. */
  async function alerted() {
    const { clientId, submit } = await stage.sequence();
    numbers += 1;
    const to = `+1628555${String(1000 + numbers)}`;
    await stage.call('PUT', `/api/clients/${clientId}`, { notificationPhone: to, smsAutoReplyEnabled: false });
    const alerts = async () =>
      (
        await stage.db.query<{ status: string; sid: string | null }>(
          'SELECT status, provider_id AS sid FROM lead_notifications WHERE client_id = $1',
          [clientId],
        )
      ).rows;
    const taken = async () => (await stage.ledger()).texts.filter((text) => text.to === to);
    const settled = (count = COUNT) =>
      until(async () => (await alerts()).filter(({ status }) => status !== 'queued').length === count);
    return { clientId, submit, to, alerts, taken, settled };
  }

  async function expectOnce({ alerts, taken, clientId }: Awaited<ReturnType<typeof alerted>>): Promise<void> {
    const [rows, texts] = [await alerts(), await taken()];
    note({ count: COUNT, duplicates: Math.max(0, texts.length - COUNT), lost: Math.max(0, COUNT - texts.length) });
    expect(texts.map(({ sid }) => sid).sort()).toEqual(rows.map(({ sid }) => sid).sort());
    expect(texts.map(({ body }) => body).sort()).toEqual(
      Array.from({ length: COUNT }, (_, at) => `New lead: ${nameOf(at)}, Trial`).sort(),
    );
    expect(await stage.call('GET', `/api/clients/${clientId}/sms-messages`)).toEqual([]);
    const clients = await stage.call<{ id: string; usage: object }[]>('GET', '/api/clients');
    expect(clients.find(({ id }) => id === clientId)?.usage).toMatchObject({ smsThisMonth: 0 });
  }

  it.each<[string, Fault, Partial<Behaviour>]>([
    ['taken, then cut off, without receipts', { kind: 'accept-then-reset' }, { receipts: [] }],
    ['taken, then cut off, with receipts', { kind: 'accept-then-reset' }, {}],
    ['too many requests', { kind: 'busy', retryAfterSeconds: 1 }, {}],
  ])('%s: the business is told of each lead once', async (_, fault, more) => {
    await stage.behave({ faults: [{ fault, times: COUNT }], ...more });
    const client = await alerted();
    await client.submit(COUNT, nameOf);
    await client.settled();
    await expectOnce(client);
  });

  it('503 before it is taken: the business is told of each lead once', async () => {
    await stage.behave({});
    const client = await alerted();
    // In waves, each in words that differ: two such answers in a row to one text would leave it unknown.
    for (let done = 0; done < COUNT;) {
      const wave = Math.min(NAMES, COUNT - done);
      await stage.behave({ faults: [{ fault: { kind: '5xx-before' }, times: wave }] });
      await client.submit(wave, nameOf);
      await client.settled((done += wave));
    }
    await expectOnce(client);
  });

  it('the worker is killed between the send and the answer: the business is told of each lead once', async () => {
    await stage.behave({ faults: [{ fault: { kind: 'barrier' }, times: NAMES }], receipts: [] });
    const client = await alerted();
    await client.submit(COUNT, nameOf);
    // One in each wording: the others wait until it is known what became of that.
    await until(async () => (await stage.ledger()).waiting >= NAMES);
    process.kill(stage.pidOf('workflows'), 'SIGKILL');
    await stage.release();
    await client.settled();
    await expectOnce(client);
  });

  it('says nothing more to a business that answered STOP, and tells it again after START', async () => {
    await stage.behave({});
    const { clientId, submit, to, alerts, taken } = await alerted();
    const statuses = async () => (await alerts()).map(({ status }) => status).sort();
    await submit(1);
    await until(async () => (await statuses()).join() === 'sent');
    await stage.reply(to, 'STOP');
    await submit(1);
    await until(async () => (await statuses()).join() === 'sent,skipped');
    expect(await taken()).toHaveLength(1);
    await stage.reply(to, 'START');
    await submit(1);
    await until(async () => (await statuses()).join() === 'sent,sent,skipped');
    expect(await taken()).toHaveLength(2);
    expect((await stage.db.query('SELECT FROM replies WHERE client_id = $1', [clientId])).rowCount).toBe(0);
  });
});
