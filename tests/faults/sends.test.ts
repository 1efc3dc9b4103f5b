import { setTimeout as delay } from 'node:timers/promises';
import { expectNothingPersonal } from '../harness/expect-nothing-personal';
import { startTextingStage, type TextingStage } from '../harness/messaging-harness';
import { COUNT, expectNoMore, expectOnce, note, pick, seed, untilSettled } from '../harness/fault-runs';
import { until } from '../harness/until';
import type { Behaviour, Fault } from '@dripline/twilio-emulator/faults';

jest.setTimeout(900_000);

describe(`texts under faults (${COUNT} each, seed ${seed})`, () => {
  let stage: TextingStage;
  beforeAll(async () => void (stage = await startTextingStage()));
  afterAll(() => stage?.stop());
  beforeEach(() => stage.behave({}));

  /** The first attempt at each number meets the fault: two in a row would leave a text unknown, and by design not sent a third time. */
  const each = (fault: Fault, more: Partial<Behaviour> = {}) =>
    stage.behave({ faults: [{ fault, times: COUNT, isOncePerNumber: true }], ...more });
  const killWorker = () => process.kill(stage.pidOf('workflows'), 'SIGKILL');

  it.each<[string, Fault, Partial<Behaviour>]>([
    ['taken, then cut off, without receipts', { kind: 'accept-then-reset' }, { receipts: [] }],
    ['taken, then cut off, and late in the list', { kind: 'accept-then-reset' }, { receipts: [], listLagMs: 2_000 }],
    ['taken, then no answer', { kind: 'accept-then-hang' }, { receipts: [] }],
    ['taken, then 503', { kind: '5xx-after-accept' }, { receipts: [] }],
    ['taken, then cut off, with receipts', { kind: 'accept-then-reset' }, {}],
    ['cut off before it is taken', { kind: 'reset-before-accept' }, {}],
    ['503 before it is taken', { kind: '5xx-before' }, {}],
    ['slow', { kind: 'latency', ms: 1_000 }, {}],
  ])('T3: %s: each goes once', async (_, fault, more) => {
    await each(fault, more);
    const { submit } = await stage.sequence();
    const numbers = await submit(COUNT);
    await untilSettled(stage, numbers);
    await expectOnce(stage, numbers);
  });

  it.each([
    ['between the send and the answer', 'barrier'],
    ['before the text is taken', 'barrier-before'],
  ] as const)('T3: the worker is killed %s: each goes once', async (_, kind) => {
    await each({ kind }, { receipts: [] });
    const { submit } = await stage.sequence();
    const numbers = await submit(COUNT);
    await until(async () => (await stage.ledger()).waiting >= COUNT);
    killWorker();
    await stage.release();
    await untilSettled(stage, numbers);
    await expectOnce(stage, numbers);
  });

  it('T3: the worker is killed right after sends were recorded: each of two steps goes once, in order', async () => {
    const { submit, clientId } = await stage.sequence(2);
    const submitted = submit(COUNT);
    const recorded = 1 + pick(COUNT);
    const sql = `SELECT FROM sms_messages WHERE client_id = $1 AND status = 'sent'`;
    while (((await stage.db.query(sql, [clientId])).rowCount ?? 0) < recorded) await delay(5);
    killWorker();
    const numbers = await submitted;
    await untilSettled(stage, numbers, 2);
    await expectOnce(stage, numbers, 2);
  });

  it('T3: the worker is killed at any moment: each of two steps goes once, in order', async () => {
    await each({ kind: 'latency', ms: 300 });
    const { submit } = await stage.sequence(2);
    const numbers = await submit(COUNT);
    await delay(pick(900));
    killWorker();
    await untilSettled(stage, numbers, 2);
    await expectOnce(stage, numbers, 2);
  });

  it('T3: a worker that sleeps past its turn and wakes up sends nothing beside the one that took its place', async () => {
    await each({ kind: 'latency', ms: 200 });
    const second = await stage.addWorker();
    const { submit } = await stage.sequence();
    const asleep = stage.pidOf('workflows');
    const submitted = submit(COUNT);
    await delay(pick(400));
    process.kill(asleep, 'SIGSTOP');
    const numbers = await submitted;
    // The other one gets each step that the sleeper holds when 20 s are over.
    await untilSettled(stage, numbers);
    process.kill(asleep, 'SIGCONT');
    await second.stop();
    // Goes through the sleeper alone: it has woken, and done what it was about to.
    const after = await submit(COUNT);
    await untilSettled(stage, after);
    await expectOnce(stage, [...numbers, ...after]);
  });

  it('T4: too many requests: each goes once, no sooner than it was told to come again', async () => {
    await each({ kind: 'busy', retryAfterSeconds: 3 });
    const { submit } = await stage.sequence();
    const numbers: string[] = [];
    // A few at a time: where everything is busy an answer comes after its call was given up, and tells nobody when to come again.
    while (numbers.length < COUNT) {
      numbers.push(...(await submit(Math.min(10, COUNT - numbers.length))));
      await untilSettled(stage, numbers);
    }
    await expectOnce(stage, numbers);
    const { requests } = await stage.ledger();
    for (const number of numbers) {
      const [refused, next] = requests.filter(({ to, method }) => to === number && method === 'POST').slice(-2);
      if (refused!.status === 429) expect(next!.at - refused!.at).toBeGreaterThanOrEqual(3_000);
    }
    expect(requests.filter(({ to, status }) => numbers.includes(to ?? '') && status === 429)).toHaveLength(COUNT);
  });

  it('W2: a refusal of us as a whole holds the queue, burns no lead, and all go once it is over', async () => {
    for (const [code, status] of [
      [20003, 401],
      [20005, 403],
      [21606, 400],
      [30034, 400],
    ] as const) {
      await stage.behave({ faults: [{ fault: { kind: 'error', code, status }, times: 1 }] });
      const { submit, clientId, untilAll } = await stage.sequence();
      const first = await submit(1);
      await untilAll(({ reason }) => reason === 'provider_unavailable');
      const numbers = [...first, ...(await submit(COUNT))];
      await untilAll(({ reason }) => reason === 'provider_unavailable');
      expect((await stage.verdicts(numbers)).flatMap(({ taken }) => taken)).toEqual([]);
      const { rows } = await stage.db.query<{ reason: string }>('SELECT reason FROM provider_breaker');
      expect(rows).toEqual([{ reason: `twilio_${code}` }]);
      await stage.db.query('UPDATE provider_breaker SET until = now()');
      await stage.call('POST', '/api/sms/process', { clientId });
      await untilSettled(stage, numbers);
      await expectOnce(stage, numbers);
      expect((await stage.db.query('SELECT FROM provider_breaker')).rowCount).toBe(0);
    }
  });

  it('W2: a refusal of one text is tried once, and means what the table says', async () => {
    const table: [
      code: number,
      status: number,
      reason: string,
      enrollment: string,
      isGood: boolean,
      isAllowed: boolean,
    ][] = [
      [21610, 400, 'opted_out', 'cancelled', true, false],
      ...[21211, 21614, 21217, 30005, 30006].map((code): (typeof table)[number] => [
        code,
        400,
        'bad_number',
        'cancelled',
        false,
        true,
      ]),
      ...[21408, 21612, 30003, 30007, 30008, 29999].map((code): (typeof table)[number] => [
        code,
        400,
        'carrier_refused',
        'completed',
        true,
        true,
      ]),
      [21617, 422, 'carrier_refused', 'completed', true, true],
    ];
    const { submitFor, clientId } = await stage.sequence(2);
    const numbers = table.map(([code], n) => `+1415${1_900_000 + code * 10 + n}`);
    await stage.behave({
      faults: table.map(([code, status], n) => ({ fault: { kind: 'error', code, status }, times: 1, to: numbers[n]! })),
    });
    await submitFor(numbers);
    const wanted = table.map(([, , , enrollment]) => (enrollment === 'cancelled' ? ['failed'] : ['failed', 'sent']));
    await until(async () =>
      (await stage.verdicts(numbers)).every(({ statuses }, n) => statuses.join() === wanted[n]!.join()),
    );
    const { rows } = await stage.db.query<{ to: string }>(
      `SELECT m.to_e164 AS to, m.reason, m.attempts, e.status, l.phone_e164 IS NOT NULL AS "isGood", o.phone_e164 IS NULL AS "isAllowed"
       FROM sms_messages m JOIN enrollments e ON e.id = m.enrollment_id JOIN leads l ON l.id = m.lead_id LEFT JOIN opt_outs o ON o.phone_e164 = m.to_e164
       WHERE m.client_id = $1 AND m.step = 0`,
      [clientId],
    );
    const found = numbers.map((number) => rows.find(({ to }) => to === number));
    expect(found).toEqual(
      table.map(([, , reason, status, isGood, isAllowed], n) => ({
        to: numbers[n],
        reason,
        attempts: 1,
        status,
        isGood,
        isAllowed,
      })),
    );
    const { requests } = await stage.ledger();
    const posts = numbers.map(
      (number) => requests.filter(({ to, method }) => to === number && method === 'POST').length,
    );
    expect(posts).toEqual(wanted.map(({ length }) => length));
    expect((await stage.db.query('SELECT FROM provider_breaker')).rowCount).toBe(0);
    const { rows: used } = await stage.db.query(
      `SELECT used FROM usage_counters WHERE client_id = $1 AND kind = 'sms'`,
      [clientId],
    );
    expect(used).toEqual([{ used: wanted.flat().filter((status) => status === 'sent').length }]);
    note({ count: table.length, duplicates: 0, lost: 0 });
  });

  it('W4: nothing goes to a number that said STOP', async () => {
    const { submit, clientId, dueIn, untilAll } = await stage.sequence(2, 60);
    const numbers = await submit(COUNT);
    await untilAll(({ next_step }) => next_step === 1);
    for (const number of numbers) expect(await stage.reply(number, 'STOP')).toBe(200);
    await dueIn(0);
    const { processed } = await stage.call<{ processed: number }>('POST', '/api/sms/process', { clientId });
    expect(processed).toBe(0);
    await untilAll(({ status, reason }) => status === 'cancelled' && reason === 'opted_out');
    expect((await stage.db.query('SELECT FROM opt_outs WHERE client_id = $1', [clientId])).rowCount).toBe(COUNT);
    await expectNoMore(stage, numbers, 1);
  });

  it('T10: holds nothing personal in Temporal after all that', () => expectNothingPersonal(stage));
});
