import { eventually } from '@dripline/runtime/testing/eventually';
import { setTimeout as delay } from 'node:timers/promises';
import { expectNoPersonalData } from '../harness/expect-no-personal-data';
import { startMessagingHarness, type MessagingHarness } from '../harness/messaging-harness';
import {
  FAULT_RUNS,
  expectMessageCount,
  expectExactlyOnce,
  recordFaultRun,
  randomBelow,
  seed,
  waitForFinalStatus,
} from '../harness/fault-runs';
import type { Behaviour, Fault } from '@dripline/twilio-emulator/faults';

jest.setTimeout(900_000);

describe(`messages under faults (${FAULT_RUNS} each, seed ${seed})`, () => {
  let harness: MessagingHarness;
  beforeAll(async () => void (harness = await startMessagingHarness()));
  afterAll(() => harness?.stop());
  beforeEach(() => harness.setBehaviour({}));

  /**
   * Applies the fault to the first attempt for each number. Two in a row would leave the
   * outcome unknown, with no third attempt.
   */
  const failFirstAttempts = (fault: Fault, behaviour: Partial<Behaviour> = {}) =>
    harness.setBehaviour({ faults: [{ fault, times: FAULT_RUNS, isOncePerNumber: true }], ...behaviour });
  const killWorker = () => process.kill(harness.pidOf('workflows'), 'SIGKILL');

  it.each<[string, Fault, Partial<Behaviour>]>([
    ['the connection is reset after acceptance, without receipts', { kind: 'accept-then-reset' }, { receipts: [] }],
    [
      'the connection is reset after acceptance, and the list is late',
      { kind: 'accept-then-reset' },
      { receipts: [], listLagMs: 2_000 },
    ],
    ['there is no response after acceptance', { kind: 'accept-then-hang' }, { receipts: [] }],
    ['the response is 503 after acceptance', { kind: '5xx-after-accept' }, { receipts: [] }],
    ['the connection is reset after acceptance, with receipts', { kind: 'accept-then-reset' }, {}],
    ['the connection is reset before acceptance', { kind: 'reset-before-accept' }, {}],
    ['the response is 503 before acceptance', { kind: '5xx-before' }, {}],
    ['the response is slow', { kind: 'latency', ms: 1_000 }, {}],
  ])('T3: each message is sent once when %s', async (_, fault, behaviour) => {
    await failFirstAttempts(fault, behaviour);
    const { submit } = await harness.createSequence();
    const numbers = await submit(FAULT_RUNS);
    await waitForFinalStatus(harness, numbers);
    await expectExactlyOnce(harness, numbers);
  });

  it.each([
    ['between acceptance and response', 'barrier'],
    ['before acceptance', 'barrier-before'],
  ] as const)('T3: each message is sent once when the worker is killed %s', async (_, kind) => {
    await failFirstAttempts({ kind }, { receipts: [] });
    const { submit } = await harness.createSequence();
    const numbers = await submit(FAULT_RUNS);
    await eventually(async () => expect((await harness.ledger()).waiting).toBeGreaterThanOrEqual(FAULT_RUNS));
    killWorker();
    await harness.release();
    await waitForFinalStatus(harness, numbers);
    await expectExactlyOnce(harness, numbers);
  });

  it('T3: each of two steps is sent once and in order when the worker is killed right after sends were recorded', async () => {
    const { submit, clientId } = await harness.createSequence(2);
    const submitted = submit(FAULT_RUNS);
    const recorded = 1 + randomBelow(FAULT_RUNS);
    const sql = `SELECT FROM sms_messages WHERE client_id = $1 AND status = 'sent'`;
    await eventually(
      async () => expect((await harness.db.query(sql, [clientId])).rowCount).toBeGreaterThanOrEqual(recorded),
      { interval: 5 },
    );
    killWorker();
    const numbers = await submitted;
    await waitForFinalStatus(harness, numbers, 2);
    await expectExactlyOnce(harness, numbers, 2);
  });

  it('T3: each of two steps is sent once and in order when the worker is killed at a random moment', async () => {
    await failFirstAttempts({ kind: 'latency', ms: 300 });
    const { submit } = await harness.createSequence(2);
    const numbers = await submit(FAULT_RUNS);
    await delay(randomBelow(900));
    killWorker();
    await waitForFinalStatus(harness, numbers, 2);
    await expectExactlyOnce(harness, numbers, 2);
  });

  it('T3: a worker that is paused past its send deadline sends nothing after another worker took over', async () => {
    await failFirstAttempts({ kind: 'latency', ms: 200 });
    const second = await harness.addWorker();
    const { submit } = await harness.createSequence();
    // The test before may have killed it after all was sent, so that it is just being restarted.
    const pausedPid = await eventually(() => {
      const pid = harness.pidOf('workflows');
      process.kill(pid, 0);
      return pid;
    });
    const submitted = submit(FAULT_RUNS);
    await delay(randomBelow(400));
    process.kill(pausedPid, 'SIGSTOP');
    const numbers = await submitted;
    // The other worker gets the steps of the paused one after their timeout of 20 s.
    await waitForFinalStatus(harness, numbers);
    process.kill(pausedPid, 'SIGCONT');
    await second.stop();
    // These are sent by the resumed worker alone, after it has handled its earlier tasks.
    const laterNumbers = await submit(FAULT_RUNS);
    await waitForFinalStatus(harness, laterNumbers);
    await expectExactlyOnce(harness, [...numbers, ...laterNumbers]);
  });

  it('T4: each message is sent once after 429, and not before Retry-After has passed', async () => {
    await failFirstAttempts({ kind: 'busy', retryAfterSeconds: 3 });
    const { submit } = await harness.createSequence();
    const numbers: string[] = [];
    // In small batches, because under load a response may arrive after the request's
    // timeout, so that Retry-After is not read.
    while (numbers.length < FAULT_RUNS) {
      numbers.push(...(await submit(Math.min(10, FAULT_RUNS - numbers.length))));
      await waitForFinalStatus(harness, numbers);
    }
    await expectExactlyOnce(harness, numbers);
    const { requests } = await harness.ledger();
    for (const number of numbers) {
      const [rejected, retry] = requests.filter(({ to, method }) => to === number && method === 'POST').slice(-2);
      if (rejected!.status === 429) expect(retry!.at - rejected!.at).toBeGreaterThanOrEqual(3_000);
    }
    expect(requests.filter(({ to, status }) => numbers.includes(to ?? '') && status === 429)).toHaveLength(FAULT_RUNS);
  });

  it('W2: account-level errors pause all messages, and each message is sent once when the error is resolved', async () => {
    for (const [code, status] of [
      [20003, 401],
      [20005, 403],
      [21606, 400],
      [30034, 400],
    ] as const) {
      await harness.setBehaviour({ faults: [{ fault: { kind: 'error', code, status }, times: 1 }] });
      const { submit, clientId, waitForAll } = await harness.createSequence();
      const first = await submit(1);
      await waitForAll(({ reason }) => reason === 'provider_unavailable');
      const numbers = [...first, ...(await submit(FAULT_RUNS))];
      await waitForAll(({ reason }) => reason === 'provider_unavailable');
      expect((await harness.deliveryRecords(numbers)).flatMap(({ accepted }) => accepted)).toEqual([]);
      const { rows } = await harness.db.query<{ reason: string }>('SELECT reason FROM provider_breaker');
      expect(rows).toEqual([{ reason: `twilio_${code}` }]);
      await harness.db.query('UPDATE provider_breaker SET open_until = now()');
      await harness.call('POST', '/api/sms/process', { clientId });
      await waitForFinalStatus(harness, numbers);
      await expectExactlyOnce(harness, numbers);
      expect((await harness.db.query('SELECT FROM provider_breaker')).rowCount).toBe(0);
    }
  });

  it('W2: a message-level error is not retried and is handled as in the table', async () => {
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
    const { submitFor, clientId } = await harness.createSequence(2);
    const numbers = table.map(([code], n) => `+1415${1_900_000 + code * 10 + n}`);
    await harness.setBehaviour({
      faults: table.map(([code, status], n) => ({ fault: { kind: 'error', code, status }, times: 1, to: numbers[n]! })),
    });
    await submitFor(numbers);
    const expectedStatuses = table.map(([, , , enrollment]) =>
      enrollment === 'cancelled' ? ['failed'] : ['failed', 'sent'],
    );
    await eventually(async () =>
      expect((await harness.deliveryRecords(numbers)).map(({ statuses }) => statuses)).toEqual(expectedStatuses),
    );
    const { rows } = await harness.db.query<{ to: string }>(
      `SELECT m.to_e164 AS to, m.reason, m.attempts, e.status, l.phone_e164 IS NOT NULL AS "isGood", o.number_hash IS NULL AS "isAllowed"
       FROM sms_messages m JOIN enrollments e ON e.id = m.enrollment_id JOIN leads l ON l.id = m.lead_id LEFT JOIN suppressions o ON o.number_hash = number_hash(m.to_e164)
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
    const { requests } = await harness.ledger();
    const posts = numbers.map(
      (number) => requests.filter(({ to, method }) => to === number && method === 'POST').length,
    );
    expect(posts).toEqual(expectedStatuses.map(({ length }) => length));
    expect((await harness.db.query('SELECT FROM provider_breaker')).rowCount).toBe(0);
    const { rows: used } = await harness.db.query(
      `SELECT used FROM usage_counters WHERE client_id = $1 AND kind = 'sms'`,
      [clientId],
    );
    expect(used).toEqual([{ used: expectedStatuses.flat().filter((status) => status === 'sent').length }]);
    recordFaultRun({ count: table.length, duplicates: 0, lost: 0 });
  });

  it('W4: a number that replied STOP gets no more messages', async () => {
    const { submit, clientId, setNextDue, waitForAll } = await harness.createSequence(2, 60);
    const numbers = await submit(FAULT_RUNS);
    await waitForAll(({ next_step }) => next_step === 1);
    for (const number of numbers) expect(await harness.sendReply(number, 'STOP')).toBe(200);
    await setNextDue(0);
    const { processed } = await harness.call<{ processed: number }>('POST', '/api/sms/process', { clientId });
    expect(processed).toBe(0);
    await waitForAll(({ status, reason }) => status === 'cancelled' && reason === 'opted_out');
    const suppressed = `SELECT FROM suppressions WHERE number_hash IN (SELECT number_hash(number) FROM unnest($1::text[]) AS number)`;
    expect((await harness.db.query(suppressed, [numbers])).rowCount).toBe(FAULT_RUNS);
    await expectMessageCount(harness, numbers, 1);
  });

  it('T10: Temporal stores no personal data after all tests', () => expectNoPersonalData(harness));
});
