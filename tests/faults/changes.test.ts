import { eventually } from '@dripline/runtime/testing/eventually';
import { setTimeout as delay } from 'node:timers/promises';
import { expectNoPersonalData } from '../harness/expect-no-personal-data';
import { LONG_WAIT, startMessagingHarness, type MessagingHarness } from '../harness/messaging-harness';
import {
  FAULT_RUNS,
  expectMessageCount,
  expectExactlyOnce,
  recordFaultRun,
  randomBelow,
  seed,
  waitForFinalStatus,
} from '../harness/fault-runs';

jest.setTimeout(900_000);

describe(`messages during changes (${FAULT_RUNS} each, seed ${seed})`, () => {
  let harness: MessagingHarness;
  beforeAll(async () => void (harness = await startMessagingHarness()));
  afterAll(() => harness?.stop());
  beforeEach(() => harness.setBehaviour({}));

  /** Creates a sequence whose first message was sent to `count` numbers and whose second is waiting. */
  async function afterFirstMessage(count: number, steps = 2) {
    const sequence = await harness.createSequence(steps, 60);
    const numbers = await sequence.submit(count);
    await sequence.waitForAll(({ next_step }) => next_step === 1);
    return { ...sequence, numbers };
  }
  const save = (sequenceId: string, body: object) => harness.call('PUT', `/api/sms-sequences/${sequenceId}`, body);

  it('T6: no send starts after the response to a STOP that arrives around the due time', async () => {
    const { numbers, setNextDue, waitForAll } = await afterFirstMessage(FAULT_RUNS * 2);
    await setNextDue(1_000);
    const dueMs = Date.now() + 1_000;
    const stoppedAt = new Map<string, number>();
    await Promise.all(
      numbers.map(async (number) => {
        await delay(randomBelow(2_000));
        expect(await harness.sendReply(number, 'STOP')).toBe(200);
        stoppedAt.set(number, Date.now());
      }),
    );
    await waitForAll(({ status }) => status === 'cancelled' || status === 'completed');
    const { rows } = await harness.db.query<{ to: string; attemptedAt: Date }>(
      'SELECT to_e164 AS to, attempted_at AS "attemptedAt" FROM sms_messages WHERE to_e164 = ANY($1) AND step = 1',
      [numbers],
    );
    const { messages } = await harness.ledger();
    expect(rows.filter(({ to, attemptedAt }) => attemptedAt.getTime() > stoppedAt.get(to)!)).toEqual([]);
    expect(
      messages.filter(
        ({ to, createdAt }) => stoppedAt.has(to) && new Date(createdAt).getTime() > stoppedAt.get(to)! + 5_000,
      ),
    ).toEqual([]);
    const stoppedBeforeDue = numbers.filter((number) => stoppedAt.get(number)! < dueMs);
    const deliveryRecords = await harness.deliveryRecords(numbers);
    expect(deliveryRecords.filter(({ to, accepted }) => stoppedBeforeDue.includes(to) && accepted.length > 1)).toEqual(
      [],
    );
    const duplicated = deliveryRecords.filter(({ bodies }) => bodies.length !== new Set(bodies).size);
    recordFaultRun({ count: numbers.length, duplicates: duplicated.length, lost: 0 });
    expect(duplicated).toEqual([]);
  });

  it('T6: messages due while a sequence is deactivated are sent once and in order after it is reactivated', async () => {
    const { numbers, sequenceId, setNextDue, waitForAll } = await afterFirstMessage(FAULT_RUNS, 3);
    await save(sequenceId, { status: 'inactive' });
    await setNextDue(0);
    await waitForAll(({ status, reason }) => status === 'held' && reason === 'sequence_off');
    expect((await harness.deliveryRecords(numbers)).every(({ accepted }) => accepted.length === 1)).toBe(true);
    await save(sequenceId, { status: 'active' });
    await waitForAll(({ next_step }) => next_step === 2);
    expect((await harness.deliveryRecords(numbers)).every(({ accepted }) => accepted.length === 2)).toBe(true);
    await setNextDue(0);
    await waitForFinalStatus(harness, numbers, 3);
    await expectExactlyOnce(harness, numbers, 3);
  });

  it('T6: many redundant signals in any order do not change what is sent', async () => {
    const { numbers, clientId, setNextDue } = await afterFirstMessage(FAULT_RUNS);
    const enqueueSignals = () =>
      Promise.all(
        Array.from({ length: 10 }, () =>
          harness.db.query(
            `INSERT INTO outbox (kind, client_id, subject_id) SELECT kind, client_id, id FROM enrollments, unnest(ARRAY['signal', 'start', 'restart']) kind
             WHERE client_id = $1 ORDER BY id, kind ON CONFLICT (subject_id, kind) DO UPDATE SET version = outbox.version + 1, next_attempt_at = now()`,
            [clientId],
          ),
        ),
      );
    await enqueueSignals();
    await setNextDue(randomBelow(500));
    await enqueueSignals();
    await waitForFinalStatus(harness, numbers, 2);
    await enqueueSignals();
    await eventually(async () => expect((await harness.db.query('SELECT * FROM outbox LIMIT 1')).rows).toEqual([]));
    await expectExactlyOnce(harness, numbers, 2);
  });

  it('T7: each lead gets the steps that it was enrolled with when the sequence is edited meanwhile', async () => {
    const { numbers, sequenceId, submit, setNextDue, waitForAll } = await afterFirstMessage(FAULT_RUNS, 3);
    const edits = [
      { steps: [{ delayMinutes: 0, message: 'Changed' }] },
      { steps: Array.from({ length: 5 }, (_, n) => ({ delayMinutes: 0, message: `Step ${n} changed` })) },
      {
        steps: [
          { delayMinutes: 0, message: 'Step 0 edited' },
          { delayMinutes: 0, message: 'Step 1 edited' },
        ],
      },
    ];
    for (const edit of edits) await save(sequenceId, edit);
    const laterNumbers = await submit(FAULT_RUNS);
    await waitForFinalStatus(harness, laterNumbers, 2);
    await setNextDue(0);
    await waitForAll(({ next_step }) => next_step >= 2);
    await setNextDue(0);
    await waitForFinalStatus(harness, numbers, 3);
    await expectExactlyOnce(harness, numbers, 3);
    await expectExactlyOnce(harness, laterNumbers, 2);
    const { messages } = await harness.ledger();
    const editedFlags = (to: string) =>
      messages.filter((message) => message.to === to).map(({ body }) => body.includes('edited'));
    expect(numbers.flatMap(editedFlags).filter(Boolean)).toEqual([]);
    expect(laterNumbers.flatMap(editedFlags)).toEqual(laterNumbers.flatMap(() => [true, true]));
  });

  it('W1: duplicate receipts in any order lead to the same status and do not change the number of messages sent', async () => {
    const sentCount = async () =>
      (await harness.call<{ totalSMSMessages: number }>('GET', '/api/admin/stats')).totalSMSMessages;
    const countBefore = await sentCount();
    const receipts = ['queued', 'sending', 'sent', 'delivered', 'sent', 'delivered', 'queued'].sort(
      () => randomBelow(3) - 1,
    );
    await harness.setBehaviour({ receipts });
    const { submit, clientId } = await harness.createSequence();
    const numbers = await submit(FAULT_RUNS);
    await waitForFinalStatus(harness, numbers);
    const deliveredQuery = `SELECT FROM sms_messages WHERE client_id = $1 AND status = 'sent' AND delivery_status = 'delivered'`;
    await eventually(
      async () => expect((await harness.db.query(deliveredQuery, [clientId])).rowCount).toBe(FAULT_RUNS),
      { timeout: LONG_WAIT },
    );
    await expectExactlyOnce(harness, numbers);
    expect((await sentCount()) - countBefore).toBe(FAULT_RUNS);
  });

  it('W2: a number that a receipt reports as invalid gets no second message', async () => {
    await harness.setBehaviour({ receipts: ['sent', 'undelivered:30006'] });
    const { submit, setNextDue, waitForAll } = await harness.createSequence(2, 60);
    const numbers = await submit(FAULT_RUNS);
    await waitForAll(({ status, reason }) => status === 'cancelled' && reason === 'bad_number');
    await setNextDue(0);
    await expectMessageCount(harness, numbers, 1);
  });

  it('W6: a message due during quiet hours is sent when they end', async () => {
    const { clientId, submitFor, setNextDue, waitForAll } = await harness.createSequence(2, 60);
    // In Canada, no law adds hours to those of the client. The recipient's time zone applies, not the client's.
    const numbers = Array.from({ length: FAULT_RUNS }, (_, n) => `+1416${5_550_000 + n}`);
    const zone = 'America/Toronto';
    await submitFor(numbers);
    await waitForAll(({ next_step }) => next_step === 1);
    const timeIn = (minutes: number) =>
      new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(
        Date.now() + minutes * 60_000,
      );
    // Quiet hours do not apply shortly after a lead's own submission, so it is moved back.
    await harness.db.query(`UPDATE leads SET created_at = now() - interval '2 hours' WHERE client_id = $1`, [clientId]);
    const setQuietHours = (start: number, end: number) =>
      harness.call('PUT', `/api/clients/${clientId}`, {
        timeZone: 'Asia/Tokyo',
        quietHours: { enabled: true, start: timeIn(start), end: timeIn(end) },
      });
    await setQuietHours(-1 - randomBelow(300), 10 + randomBelow(300));
    await setNextDue(0);
    await waitForAll(({ status, reason }) => status === 'held' && reason === 'quiet_hours');
    expect((await harness.deliveryRecords(numbers)).every(({ accepted }) => accepted.length === 1)).toBe(true);
    await setQuietHours(10 + randomBelow(300), 400);
    await waitForFinalStatus(harness, numbers, 2);
    await expectExactlyOnce(harness, numbers, 2);
  });

  it('T10: Temporal stores no personal data after all tests', () => expectNoPersonalData(harness));
});
