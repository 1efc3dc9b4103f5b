import { setTimeout as delay } from 'node:timers/promises';
import { expectNothingPersonal } from '../harness/expect-nothing-personal';
import { startTextingStage, type TextingStage } from '../harness/messaging-harness';
import { COUNT, expectNoMore, expectOnce, note, pick, seed, untilSettled } from '../harness/fault-runs';
import { until } from '../harness/until';

jest.setTimeout(900_000);

describe(`texts while people change their minds (${COUNT} each, seed ${seed})`, () => {
  let stage: TextingStage;
  beforeAll(async () => void (stage = await startTextingStage()));
  afterAll(() => stage?.stop());
  beforeEach(() => stage.behave({}));

  /** A trial whose first text went to so many numbers, and whose second waits. */
  async function underWay(count: number, steps = 2) {
    const trial = await stage.sequence(steps, 60);
    const numbers = await trial.submit(count);
    await trial.untilAll(({ next_step }) => next_step === 1);
    return { ...trial, numbers };
  }
  const save = (sequenceId: string, body: object) => stage.call('PUT', `/api/sms-sequences/${sequenceId}`, body);

  it('T6: STOP at any moment around a text’s time: nothing is begun after it was answered', async () => {
    const { numbers, dueIn, untilAll } = await underWay(COUNT * 2);
    await dueIn(1_000);
    const due = Date.now() + 1_000;
    const answered = new Map<string, number>();
    await Promise.all(
      numbers.map(async (number) => {
        await delay(pick(2_000));
        expect(await stage.reply(number, 'STOP')).toBe(200);
        answered.set(number, Date.now());
      }),
    );
    await untilAll(({ status }) => status === 'cancelled' || status === 'completed');
    const { rows } = await stage.db.query<{ to: string; at: Date }>(
      'SELECT to_e164 AS to, attempted_at AS at FROM sms_messages WHERE to_e164 = ANY($1) AND step = 1',
      [numbers],
    );
    const { texts } = await stage.ledger();
    expect(rows.filter(({ to, at }) => at.getTime() > answered.get(to)!)).toEqual([]);
    expect(
      texts.filter(
        ({ to, createdAt }) => answered.has(to) && new Date(createdAt).getTime() > answered.get(to)! + 5_000,
      ),
    ).toEqual([]);
    const late = numbers.filter((number) => answered.get(number)! < due);
    const verdicts = await stage.verdicts(numbers);
    expect(verdicts.filter(({ to, taken }) => late.includes(to) && taken.length > 1)).toEqual([]);
    const twice = verdicts.filter(({ bodies }) => bodies.length !== new Set(bodies).size);
    note({ count: numbers.length, duplicates: twice.length, lost: 0 });
    expect(twice).toEqual([]);
  });

  it('T6: a sequence is switched off and on again while texts fall due: each goes once, in order, and none while it is off', async () => {
    const { numbers, sequenceId, dueIn, untilAll } = await underWay(COUNT, 3);
    await save(sequenceId, { status: 'inactive' });
    await dueIn(0);
    await untilAll(({ status, reason }) => status === 'held' && reason === 'sequence_off');
    expect((await stage.verdicts(numbers)).every(({ taken }) => taken.length === 1)).toBe(true);
    await save(sequenceId, { status: 'active' });
    await untilAll(({ next_step }) => next_step === 2);
    expect((await stage.verdicts(numbers)).every(({ taken }) => taken.length === 2)).toBe(true);
    await dueIn(0);
    await untilSettled(stage, numbers, 3);
    await expectOnce(stage, numbers, 3);
  });

  it('T6: signals by the dozen, in any order, change nothing', async () => {
    const { numbers, clientId, dueIn } = await underWay(COUNT);
    const storm = () =>
      stage.db.query(
        `INSERT INTO outbox (kind, subject_id) SELECT (ARRAY['signal', 'start', 'restart'])[1 + n % 3], id FROM enrollments, generate_series(1, 10) n WHERE client_id = $1 ORDER BY md5(id::text || n)`,
        [clientId],
      );
    await storm();
    await dueIn(pick(500));
    await storm();
    await untilSettled(stage, numbers, 2);
    await storm();
    await until(async () => (await stage.db.query('SELECT FROM outbox LIMIT 1')).rowCount === 0);
    await expectOnce(stage, numbers, 2);
  });

  it('T7: a sequence is edited while its leads wait: each gets exactly the steps that it started with', async () => {
    const { numbers, sequenceId, submit, dueIn, untilAll } = await underWay(COUNT, 3);
    const edits = [
      { steps: [{ delayMinutes: 0, message: 'Changed' }] },
      { steps: Array.from({ length: 5 }, (_, n) => ({ delayMinutes: 0, message: `Step ${n} changed` })) },
      {
        steps: [
          { delayMinutes: 0, message: 'Step 0 anew' },
          { delayMinutes: 0, message: 'Step 1 anew' },
        ],
      },
    ];
    for (const edit of edits) await save(sequenceId, edit);
    const later = await submit(COUNT);
    await untilSettled(stage, later, 2);
    await dueIn(0);
    await untilAll(({ next_step }) => next_step >= 2);
    await dueIn(0);
    await untilSettled(stage, numbers, 3);
    await expectOnce(stage, numbers, 3);
    await expectOnce(stage, later, 2);
    const { texts } = await stage.ledger();
    const isAnew = (to: string) => texts.filter((text) => text.to === to).map(({ body }) => body.includes('anew'));
    expect(numbers.flatMap(isAnew).filter(Boolean)).toEqual([]);
    expect(later.flatMap(isAnew)).toEqual(later.flatMap(() => [true, true]));
  });

  it('W1: receipts twice and in any order end in the same state, and the count of texts sent stays', async () => {
    const sent = async () =>
      (await stage.call<{ totalSMSMessages: number }>('GET', '/api/admin/stats')).totalSMSMessages;
    const before = await sent();
    const receipts = ['queued', 'sending', 'sent', 'delivered', 'sent', 'delivered', 'queued'].sort(() => pick(3) - 1);
    await stage.behave({ receipts });
    const { submit, clientId } = await stage.sequence();
    const numbers = await submit(COUNT);
    await untilSettled(stage, numbers);
    const delivered = `SELECT FROM sms_messages WHERE client_id = $1 AND status = 'sent' AND delivery_status = 'delivered'`;
    await until(async () => (await stage.db.query(delivered, [clientId])).rowCount === COUNT);
    await expectOnce(stage, numbers);
    expect((await sent()) - before).toBe(COUNT);
  });

  it('W2: a number that the carrier reports as bad after the text was taken gets no second one', async () => {
    await stage.behave({ receipts: ['sent', 'undelivered:30006'] });
    const { submit, dueIn, untilAll } = await stage.sequence(2, 60);
    const numbers = await submit(COUNT);
    await untilAll(({ status, reason }) => status === 'cancelled' && reason === 'bad_number');
    await dueIn(0);
    await expectNoMore(stage, numbers, 1);
  });

  it('W6: a text that falls into quiet hours waits, and goes once they are over', async () => {
    const { numbers, clientId, dueIn, untilAll } = await underWay(COUNT);
    const zone = 'America/New_York';
    const clock = (minutes: number) =>
      new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(
        Date.now() + minutes * 60_000,
      );
    // The visitor's own submission lies too far back for this to be part of that conversation.
    await stage.db.query(`UPDATE leads SET created_at = now() - interval '2 hours' WHERE client_id = $1`, [clientId]);
    const quiet = (start: number, end: number) =>
      stage.call('PUT', `/api/clients/${clientId}`, {
        timeZone: zone,
        quietHours: { enabled: true, start: clock(start), end: clock(end) },
      });
    await quiet(-1 - pick(300), 10 + pick(300));
    await dueIn(0);
    await untilAll(({ status, reason }) => status === 'held' && reason === 'quiet_hours');
    expect((await stage.verdicts(numbers)).every(({ taken }) => taken.length === 1)).toBe(true);
    await quiet(10 + pick(300), 400);
    await untilSettled(stage, numbers, 2);
    await expectOnce(stage, numbers, 2);
  });

  it('T10: holds nothing personal in Temporal after all that', () => expectNothingPersonal(stage));
});
