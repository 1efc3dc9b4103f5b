import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Behaviour, Fault } from './twilio/faults';
import { startTextingStage, type TextingStage } from './testing/texting-stage';

/** How many texts each trial has; `npm run test:faults` asks for the full count. */
const COUNT = Number(process.env['FAULT_TRIALS'] ?? 6);
const seed = Number(process.env['TEST_SEED'] ?? randomInt(1_000_000));

jest.setTimeout(600_000);

describe(`texts under faults (${COUNT} each, seed ${seed})`, () => {
  let stage: TextingStage;
  beforeAll(async () => void (stage = await startTextingStage()));
  afterAll(() => stage?.stop());
  beforeEach(() => stage.behave({}));

  /** Until every number has so many texts that are settled, one way or the other. */
  async function settled(numbers: string[], texts = 1): Promise<void> {
    for (;;) {
      const verdicts = await stage.verdicts(numbers);
      if (verdicts.every(({ statuses }) => statuses.filter((status) => status !== 'queued').length === texts)) return;
      await delay(200);
    }
  }

  /** Every number has each text exactly once, and the database names the very ids that the ledger does. */
  async function expectOnce(numbers: string[], texts = 1): Promise<void> {
    const verdicts = await stage.verdicts(numbers);
    const wrong = verdicts.filter(({ taken, recorded }) => taken.length !== texts || [...taken].sort().join() !== [...recorded].sort().join());
    expect(wrong).toEqual([]);
  }

  const each = (fault: Fault, more: Partial<Behaviour> = {}) => stage.behave({ faults: [{ fault, times: COUNT }], ...more });

  it.each<[string, Fault, Partial<Behaviour>]>([
    ['taken, then cut off, without receipts', { kind: 'accept-then-reset' }, { receipts: [] }],
    ['taken, then cut off, and late in the list', { kind: 'accept-then-reset' }, { receipts: [], listLagMs: 2_000 }],
    ['taken, then no answer', { kind: 'accept-then-hang' }, { receipts: [] }],
    ['taken, then 503', { kind: '5xx-after-accept' }, { receipts: [] }],
    ['taken, then cut off, with receipts', { kind: 'accept-then-reset' }, {}],
    ['cut off before it is taken', { kind: 'reset-before-accept' }, {}],
    ['503 before it is taken', { kind: '5xx-before' }, {}],
    ['too many requests', { kind: 'busy', retryAfterSeconds: 1 }, {}],
    ['slow', { kind: 'latency', ms: 1_000 }, {}],
  ])('%s: each goes once', async (_, fault, more) => {
    await each(fault, more);
    const { submit } = await stage.sequence();
    const numbers = await submit(COUNT);
    await settled(numbers);
    await expectOnce(numbers);
  });

  it('the worker is killed between the send and the answer: each goes once', async () => {
    await each({ kind: 'barrier' }, { receipts: [] });
    const { submit } = await stage.sequence();
    const numbers = await submit(COUNT);
    while ((await stage.ledger()).waiting < COUNT) await delay(50);
    process.kill(stage.pidOf('workflows'), 'SIGKILL');
    await stage.release();
    await settled(numbers);
    await expectOnce(numbers);
  });

  it('the worker is killed at any moment: each of two steps goes once, in order', async () => {
    await stage.behave({ faults: [{ fault: { kind: 'latency', ms: 300 }, times: COUNT }] });
    const { submit } = await stage.sequence(2);
    const numbers = await submit(COUNT);
    await delay(seed % 900);
    process.kill(stage.pidOf('workflows'), 'SIGKILL');
    await settled(numbers, 2);
    await expectOnce(numbers, 2);
    const { texts } = await stage.ledger();
    for (const to of numbers) expect(texts.filter((text) => text.to === to).map(({ body }) => body)).toEqual(['Step 0', 'Step 1']);
  });

  it('a worker that sleeps past its turn and wakes up sends nothing beside the one that took its place', async () => {
    await stage.behave({ faults: [{ fault: { kind: 'latency', ms: 200 }, times: COUNT }] });
    const { submit } = await stage.sequence();
    const asleep = stage.pidOf('workflows');
    const submitted = submit(COUNT);
    await delay(seed % 400);
    process.kill(asleep, 'SIGSTOP');
    const numbers = await submitted;
    // Past the 20 s after which Temporal gives the step to somebody else.
    await delay(22_000);
    process.kill(asleep, 'SIGCONT');
    await settled(numbers);
    await expectOnce(numbers);
  });

  it('a refusal of us as a whole holds the queue, burns no lead, and all go once it is over', async () => {
    await stage.behave({ faults: [{ fault: { kind: 'error', code: 20003, status: 401 }, times: 1 }] });
    const { submit, clientId } = await stage.sequence();
    const first = await submit(1);
    const held = async () => (await stage.db.query<{ reason: string }>('SELECT reason FROM enrollments WHERE client_id = $1', [clientId])).rows.map(({ reason }) => reason);
    while ((await held())[0] !== 'provider_trouble') await delay(50);
    const numbers = [...first, ...(await submit(COUNT))];
    while (!(await held()).every((reason) => reason === 'provider_trouble')) await delay(50);
    expect((await stage.verdicts(numbers)).flatMap(({ taken }) => taken)).toEqual([]);
    await stage.db.query('UPDATE provider_troubles SET until = now()');
    expect((await stage.call<{ processed: number }>('POST', '/api/sms/process', { clientId })).processed).toBe(COUNT + 1);
    await expectOnce(numbers);
    expect((await stage.db.query('SELECT FROM provider_troubles')).rowCount).toBe(0);
  });

  it.each([
    [21610, 'opted_out', ['failed'], 'cancelled'],
    [21211, 'bad_number', ['failed'], 'cancelled'],
    [30007, 'carrier_refused', ['failed', 'sent'], 'completed'],
    [29999, 'carrier_refused', ['failed', 'sent'], 'completed'],
  ])('error %i is tried once and means %s', async (code, reason, statuses, status) => {
    await stage.behave({ faults: [{ fault: { kind: 'error', code, status: 400 }, times: 1 }] });
    const { submit, clientId } = await stage.sequence(2);
    const numbers = await submit(1);
    await settled(numbers, statuses.length);
    const { rows } = await stage.db.query('SELECT reason, attempts FROM sms_messages WHERE client_id = $1 ORDER BY step LIMIT 1', [clientId]);
    expect(rows).toEqual([{ reason, attempts: 1 }]);
    expect((await stage.verdicts(numbers))[0]).toMatchObject({ statuses });
    const enrollments = await stage.db.query<{ status: string }>('SELECT status FROM enrollments WHERE client_id = $1', [clientId]);
    expect(enrollments.rows).toEqual([{ status }]);
    const { rows: used } = await stage.db.query<{ used: number }>(`SELECT used FROM usage_counters WHERE client_id = $1 AND kind = 'sms'`, [clientId]);
    expect(used[0]?.used).toBe(statuses.filter((each) => each === 'sent').length);
  });

  it('nothing goes to a number that said STOP', async () => {
    const { submit, clientId } = await stage.sequence();
    const numbers = await submit(COUNT);
    await settled(numbers);
    for (const number of numbers) await stage.reply(number, 'STOP');
    const before = (await stage.ledger()).texts.length;
    const { rows } = await stage.db.query('SELECT phone_e164 FROM opt_outs WHERE client_id = $1', [clientId]);
    expect(rows).toHaveLength(COUNT);
    const { processed } = await stage.call<{ processed: number }>('POST', '/api/sms/process', { clientId });
    expect(processed).toBe(0);
    expect((await stage.ledger()).texts).toHaveLength(before);
  });
});
