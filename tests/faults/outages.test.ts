import { setTimeout as delay } from 'node:timers/promises';
import { expectNothingPersonal } from '../harness/expect-nothing-personal';
import { runningWorkflows, temporalCli } from '../harness/temporal-cli';
import { startTextingStage, type TextingStage } from '../harness/messaging-harness';
import { COUNT, expectNoMore, expectOnce, note, pick, seed, untilSettled } from '../harness/fault-runs';
import { until } from '../harness/until';

jest.setTimeout(900_000);

const orders = [
  ['postgres', 'temporal', 'workflows'],
  ['postgres', 'workflows', 'temporal'],
  ['temporal', 'postgres', 'workflows'],
  ['temporal', 'workflows', 'postgres'],
  ['workflows', 'postgres', 'temporal'],
  ['workflows', 'temporal', 'postgres'],
];
const isFull = COUNT >= 50;

describe(`texts while parts are away (${COUNT} each, seed ${seed})`, () => {
  let stage: TextingStage;
  beforeAll(async () => void (stage = await startTextingStage({ RECONCILE_SECONDS: '3', TWILIO_TIMEOUT_MS: '10000' })));
  afterAll(() => stage?.stop());
  beforeEach(() => stage.behave({}));

  /** Ends a program as a crash would; resolves when it runs again. */
  async function crash(service: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const pid = stage.pidOf(service);
    process.kill(pid, signal);
    await until(async () => stage.pidOf(service) !== pid);
  }
  const idsOf = async (clientId: string) =>
    (await stage.db.query<{ id: string }>('SELECT id FROM enrollments WHERE client_id = $1', [clientId])).rows.map(
      ({ id }) => `enrollment-${id}`,
    );
  const runsOf = async (ids: string[]) => {
    const running = await runningWorkflows(stage.stack.dataDir);
    return new Map(ids.flatMap((id) => (running.has(id) ? [[id, running.get(id)]] : [])));
  };
  /** Every text so far went when it was due or later. */
  async function expectNeverEarly(): Promise<void> {
    const { texts } = await stage.ledger();
    const { rows } = await stage.db.query<{ sid: string; due: Date; sent: Date }>(
      'SELECT provider_id AS sid, due_at AS due, sent_at AS sent FROM sms_messages WHERE provider_id IS NOT NULL',
    );
    expect(rows.length).toBeGreaterThan(0);
    const takenAt = new Map(texts.map(({ sid, createdAt }) => [sid, new Date(createdAt)]));
    expect(rows.filter(({ sid, due, sent }) => sent < due || takenAt.get(sid)! < due)).toEqual([]);
  }

  it('T4: Twilio answers 503 for a while: few calls meanwhile, and each goes once after', async () => {
    const { submit } = await stage.sequence();
    await stage.behave({ isDown: true });
    const numbers = await submit(COUNT);
    await until(async () => (await stage.db.query('SELECT FROM provider_breaker')).rowCount === 1);
    // What was under way when it began is one burst; then the line is tried again, ever more rarely.
    await delay(3_000);
    const began = Date.now();
    await delay(isFull ? 60_000 : 6_000);
    const seconds = (Date.now() - began) / 1000;
    const calls = (await stage.ledger()).requests.filter(({ at }) => at >= began).length;
    await stage.behave({});
    await untilSettled(stage, numbers);
    await expectOnce(stage, numbers);
    expect(calls / seconds).toBeLessThanOrEqual(2);
  });

  it('T4: nobody answers at Twilio’s address: nothing is lost, and each goes once when it is back', async () => {
    const { submit, untilAll } = await stage.sequence();
    await stage.standIn.goDown();
    const numbers = await submit(COUNT);
    await untilAll(({ reason }) => reason === 'provider_unavailable');
    await stage.standIn.comeBack();
    await untilSettled(stage, numbers);
    await expectOnce(stage, numbers);
  });

  it('T4: what could not be handed over for a day does not go any more', async () => {
    await stage.db.query(
      `INSERT INTO provider_breaker (reason, times, until) VALUES ('twilio_20003', 9, now() + interval '1 hour')`,
    );
    const { submit, clientId, untilAll, dueIn } = await stage.sequence();
    const numbers = await submit(COUNT);
    await untilAll(({ reason }) => reason === 'provider_unavailable');
    await dueIn(-25 * 60 * 60_000);
    await untilSettled(stage, numbers);
    await stage.db.query('DELETE FROM provider_breaker');
    await stage.call('POST', '/api/sms/process', { clientId });
    await expectNoMore(stage, numbers, 0);
    const { rows } = await stage.db.query('SELECT DISTINCT status, reason FROM sms_messages WHERE client_id = $1', [
      clientId,
    ]);
    expect(rows).toEqual([{ status: 'failed', reason: 'expired' }]);
  });

  it('T12: a worker that is asked to end finishes what it sends, and ends well', async () => {
    for (const inFlight of isFull ? [50, ...Array.from({ length: 19 }, () => 10)] : [COUNT]) {
      await stage.behave({ faults: [{ fault: { kind: 'barrier' }, times: inFlight }], receipts: [] });
      const { submit, clientId } = await stage.sequence();
      const numbers = await submit(inFlight);
      await until(async () => (await stage.ledger()).waiting >= inFlight);
      const pid = stage.pidOf('workflows');
      const ended = stage.stack.output().split('workflows ended (exit code 0)').length;
      process.kill(pid, 'SIGTERM');
      await stage.release();
      await until(async () => stage.pidOf('workflows') !== pid);
      await until(async () => stage.stack.output().split('workflows ended (exit code 0)').length > ended);
      // Nothing is left for the next worker to find out.
      const { rows } = await stage.db.query(
        `SELECT count(*)::int AS n FROM sms_messages WHERE client_id = $1 AND status = 'sent'`,
        [clientId],
      );
      expect(rows).toEqual([{ n: inFlight }]);
      await expectOnce(stage, numbers);
    }
  });

  it('T13: workflows that were terminated or deleted go on at their step, and those whose enrollment is gone end', async () => {
    const { submit, clientId, dueIn, untilAll } = await stage.sequence(2, 60);
    const numbers = await submit(COUNT);
    await untilAll(({ next_step }) => next_step === 1);
    const ids = await idsOf(clientId);
    const temporal = temporalCli(stage.stack.dataDir);
    const lost = ids.slice(0, 20);
    const before = await runsOf(ids);
    for (const [n, id] of lost.entries())
      await temporal('workflow', n % 2 === 0 ? 'terminate' : 'delete', '--workflow-id', id);
    await until(async () => {
      const after = await runsOf(ids);
      return after.size === ids.length && lost.every((id) => after.get(id) !== before.get(id));
    });
    await dueIn(0);
    await untilSettled(stage, numbers, 2);
    await expectOnce(stage, numbers, 2);

    const orphaned = await stage.sequence(2, 60);
    const alone = await orphaned.submit(COUNT);
    await orphaned.untilAll(({ next_step }) => next_step === 1);
    const orphans = await idsOf(orphaned.clientId);
    await stage.db.query('DELETE FROM enrollments WHERE client_id = $1', [orphaned.clientId]);
    await until(async () => (await runsOf(orphans)).size === 0);
    await expectNoMore(stage, alone, 1);
  });

  it('T14: Postgres, Temporal and the worker crash one after the other, in any order: each text goes once, none early', async () => {
    for (const order of isFull ? orders : [orders[pick(orders.length)]!]) {
      const { submit, dueIn, untilAll } = await stage.sequence(2, 60);
      const numbers = await submit(COUNT);
      await untilAll(({ next_step }) => next_step === 1);
      await dueIn(3_000);
      for (const service of order) {
        await delay(pick(1_500));
        // Postgres knows this one as a crash of its own: it ends its processes and recovers at the next start.
        await crash(service, service === 'postgres' ? 'SIGQUIT' : 'SIGKILL');
      }
      await until(() =>
        stage.db.query('SELECT 1').then(
          () => true,
          () => false,
        ),
      );
      await untilSettled(stage, numbers, 2);
      await expectOnce(stage, numbers, 2);
    }
    await expectNeverEarly();
  });

  it.each(['Lead', 'Sequence', 'Campaign', 'Client'] as const)(
    'T16: a %s is deleted while Temporal is away: no text after, and every workflow under it ends',
    async (noun) => {
      const { submitFor, clientId, campaignId, sequenceId, untilAll } = await stage.sequence(2, 60);
      const numbers = Array.from(
        { length: Math.ceil(COUNT / 2) },
        (_, n) => `+1415${3_000_000 + ['Lead', 'Sequence', 'Campaign', 'Client'].indexOf(noun) * 1_000 + n}`,
      );
      const leads = await submitFor(numbers);
      await untilAll(({ next_step }) => next_step === 1);
      const ids = await idsOf(clientId);
      expect(ids).toHaveLength(numbers.length);
      const temporal = stage.pidOf('temporal');
      process.kill(temporal, 'SIGSTOP');
      try {
        const doomed = { Lead: leads, Sequence: [sequenceId], Campaign: [campaignId], Client: [clientId] }[noun];
        for (const id of doomed) {
          const answer = await stage.call<{ data: object }>('POST', '/graphql', {
            query: `mutation ($id: ID!) { delete${noun}(id: $id) }`,
            variables: { id },
          });
          expect(answer).toEqual({ data: { [`delete${noun}`]: true } });
        }
      } finally {
        process.kill(temporal, 'SIGCONT');
      }
      await until(async () => (await runsOf(ids).catch(() => new Map([['unknown', '']]))).size === 0);
      await expectNoMore(stage, numbers, 1);
    },
  );

  it('T14: no text went before it was due, in all of these trials', async () => {
    await expectNeverEarly();
    note({ count: (await stage.ledger()).texts.length });
  });

  it('T10: holds nothing personal in Temporal after all that', () => expectNothingPersonal(stage));
});
