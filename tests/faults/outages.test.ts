import { eventually } from '@dripline/runtime/testing/eventually';
import { setTimeout as delay } from 'node:timers/promises';
import { expectNoPersonalData } from '../harness/expect-no-personal-data';
import { runningWorkflows, temporalCli } from '../harness/temporal-cli';
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

const crashOrders = [
  ['postgres', 'temporal', 'workflows'],
  ['postgres', 'workflows', 'temporal'],
  ['temporal', 'postgres', 'workflows'],
  ['temporal', 'workflows', 'postgres'],
  ['workflows', 'postgres', 'temporal'],
  ['workflows', 'temporal', 'postgres'],
];
const isFull = FAULT_RUNS >= 50;

describe(`messages during outages (${FAULT_RUNS} each, seed ${seed})`, () => {
  let harness: MessagingHarness;
  beforeAll(
    async () => void (harness = await startMessagingHarness({ RECONCILE_SECONDS: '3', TWILIO_TIMEOUT_MS: '10000' })),
  );
  afterAll(() => harness?.stop());
  beforeEach(() => harness.setBehaviour({}));

  /** Kills a program, and resolves when it runs again. */
  async function crash(service: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const pid = harness.pidOf(service);
    process.kill(pid, signal);
    await eventually(() => expect(harness.pidOf(service)).not.toBe(pid));
  }
  const workflowIdsOf = async (clientId: string) =>
    (await harness.db.query<{ id: string }>('SELECT id FROM enrollments WHERE client_id = $1', [clientId])).rows.map(
      ({ id }) => `enrollment-${id}`,
    );
  const runsOf = async (ids: string[]) => {
    const running = await runningWorkflows(harness.stack.dataDir);
    return new Map(ids.flatMap((id) => (running.has(id) ? [[id, running.get(id)]] : [])));
  };
  /** Expects that no message so far was sent before it was due. */
  async function expectNeverEarly(): Promise<void> {
    const { messages } = await harness.ledger();
    const { rows } = await harness.db.query<{ sid: string; due: Date; sent: Date }>(
      'SELECT provider_id AS sid, due_at AS due, sent_at AS sent FROM sms_messages WHERE provider_id IS NOT NULL',
    );
    expect(rows.length).toBeGreaterThan(0);
    const acceptedAt = new Map(messages.map(({ sid, createdAt }) => [sid, new Date(createdAt)]));
    expect(rows.filter(({ sid, due, sent }) => sent < due || acceptedAt.get(sid)! < due)).toEqual([]);
  }

  it('T4: while Twilio responds with 503 few requests are made, and each message is sent once afterwards', async () => {
    const { submit } = await harness.createSequence();
    await harness.setBehaviour({ isDown: true });
    const numbers = await submit(FAULT_RUNS);
    await eventually(async () => expect((await harness.db.query('SELECT FROM provider_breaker')).rowCount).toBe(1));
    // Ignores the first burst, because messages that were being sent fail at the same time. Then only probes are sent.
    await delay(3_000);
    const startedAt = Date.now();
    await delay(isFull ? 60_000 : 6_000);
    const seconds = (Date.now() - startedAt) / 1000;
    const calls = (await harness.ledger()).requests.filter(({ at }) => at >= startedAt).length;
    await harness.setBehaviour({});
    await waitForFinalStatus(harness, numbers);
    await expectExactlyOnce(harness, numbers);
    expect(calls / seconds).toBeLessThanOrEqual(2);
    // A probe whose outcome is unknown does not keep the next one waiting.
    expect(calls / seconds).toBeGreaterThan(0.3);
  });

  it('T4: each message is sent once after an outage in which Twilio is not reachable', async () => {
    const { submit, waitForAll } = await harness.createSequence();
    await harness.emulator.kill();
    const numbers = await submit(FAULT_RUNS);
    await waitForAll(({ reason }) => reason === 'provider_unavailable');
    await harness.emulator.start();
    await waitForFinalStatus(harness, numbers);
    await expectExactlyOnce(harness, numbers);
  });

  it('T4: a message that could not be sent for a day expires', async () => {
    await harness.db.query(
      `INSERT INTO provider_breaker (reason, failures, open_until) VALUES ('twilio_20003', 9, now() + interval '1 hour')`,
    );
    const { submit, clientId, waitForAll, setNextDue } = await harness.createSequence();
    const numbers = await submit(FAULT_RUNS);
    await waitForAll(({ reason }) => reason === 'provider_unavailable');
    await setNextDue(-25 * 60 * 60_000);
    await waitForFinalStatus(harness, numbers);
    await harness.db.query('DELETE FROM provider_breaker');
    await harness.call('POST', '/api/sms/process', { clientId });
    await expectMessageCount(harness, numbers, 0);
    const { rows } = await harness.db.query('SELECT DISTINCT status, reason FROM sms_messages WHERE client_id = $1', [
      clientId,
    ]);
    expect(rows).toEqual([{ status: 'failed', reason: 'expired' }]);
  });

  it('T12: a worker finishes its sends on SIGTERM and exits with code 0', async () => {
    for (const inFlight of isFull ? [50, ...Array.from({ length: 19 }, () => 10)] : [FAULT_RUNS]) {
      await harness.setBehaviour({ faults: [{ fault: { kind: 'barrier' }, times: inFlight }], receipts: [] });
      const { submit, clientId } = await harness.createSequence();
      const numbers = await submit(inFlight);
      await eventually(async () => expect((await harness.ledger()).waiting).toBeGreaterThanOrEqual(inFlight));
      const pid = harness.pidOf('workflows');
      const ended = harness.stack.output().split('workflows ended (exit code 0)').length;
      process.kill(pid, 'SIGTERM');
      await harness.release();
      await eventually(() => expect(harness.pidOf('workflows')).not.toBe(pid));
      await eventually(() => harness.stack.output().split('workflows ended (exit code 0)').length > ended);
      // No outcome is left for the next worker to resolve.
      const { rows } = await harness.db.query(
        `SELECT count(*)::int AS n FROM sms_messages WHERE client_id = $1 AND status = 'sent'`,
        [clientId],
      );
      expect(rows).toEqual([{ n: inFlight }]);
      await expectExactlyOnce(harness, numbers);
    }
  });

  it('T13: terminated or deleted workflows continue at their step, and workflows without an enrollment end', async () => {
    const { submit, clientId, setNextDue, waitForAll } = await harness.createSequence(2, 60);
    const numbers = await submit(FAULT_RUNS);
    await waitForAll(({ next_step }) => next_step === 1);
    const ids = await workflowIdsOf(clientId);
    const temporal = temporalCli(harness.stack.dataDir);
    const removedIds = ids.slice(0, 20);
    const before = await runsOf(ids);
    for (const [n, id] of removedIds.entries())
      await temporal('workflow', n % 2 === 0 ? 'terminate' : 'delete', '--workflow-id', id);
    await eventually(
      async () => {
        const after = await runsOf(ids);
        expect(after.size).toBe(ids.length);
        expect(removedIds.filter((id) => after.get(id) === before.get(id))).toEqual([]);
      },
      { timeout: LONG_WAIT },
    );
    await setNextDue(0);
    await waitForFinalStatus(harness, numbers, 2);
    await expectExactlyOnce(harness, numbers, 2);

    const orphaned = await harness.createSequence(2, 60);
    const orphanedNumbers = await orphaned.submit(FAULT_RUNS);
    await orphaned.waitForAll(({ next_step }) => next_step === 1);
    const orphanedIds = await workflowIdsOf(orphaned.clientId);
    await harness.db.query('DELETE FROM enrollments WHERE client_id = $1', [orphaned.clientId]);
    await eventually(async () => expect((await runsOf(orphanedIds)).size).toBe(0), { timeout: LONG_WAIT });
    await expectMessageCount(harness, orphanedNumbers, 1);
  });

  it('T14: each message is sent once and not early when Postgres, Temporal and the worker crash in any order', async () => {
    for (const order of isFull ? crashOrders : [crashOrders[randomBelow(crashOrders.length)]!]) {
      const { submit, setNextDue, waitForAll } = await harness.createSequence(2, 60);
      const numbers = await submit(FAULT_RUNS);
      await waitForAll(({ next_step }) => next_step === 1);
      await setNextDue(3_000);
      for (const service of order) {
        await delay(randomBelow(1_500));
        // SIGQUIT makes Postgres end its processes without a checkpoint and recover at the next start.
        await crash(service, service === 'postgres' ? 'SIGQUIT' : 'SIGKILL');
      }
      await eventually(() => harness.db.query('SELECT 1'));
      await waitForFinalStatus(harness, numbers, 2);
      await expectExactlyOnce(harness, numbers, 2);
    }
    await expectNeverEarly();
  });

  it.each(['Lead', 'Sequence', 'Campaign', 'Client'] as const)(
    'T16: no message is sent and all workflows end after a %s is deleted while Temporal is not reachable',
    async (noun) => {
      const { submitFor, clientId, campaignId, sequenceId, waitForAll } = await harness.createSequence(2, 60);
      const numbers = Array.from(
        { length: Math.ceil(FAULT_RUNS / 2) },
        (_, n) => `+1415${3_000_000 + ['Lead', 'Sequence', 'Campaign', 'Client'].indexOf(noun) * 1_000 + n}`,
      );
      const leads = await submitFor(numbers);
      await waitForAll(({ next_step }) => next_step === 1);
      const ids = await workflowIdsOf(clientId);
      expect(ids).toHaveLength(numbers.length);
      const temporalPid = harness.pidOf('temporal');
      process.kill(temporalPid, 'SIGSTOP');
      try {
        const deletedIds = { Lead: leads, Sequence: [sequenceId], Campaign: [campaignId], Client: [clientId] }[noun];
        for (const id of deletedIds) {
          const response = await harness.call<{ data: object }>('POST', '/graphql', {
            query: `mutation ($id: ID!) { delete${noun}(id: $id) }`,
            variables: { id },
          });
          expect(response).toEqual({ data: { [`delete${noun}`]: true } });
        }
      } finally {
        process.kill(temporalPid, 'SIGCONT');
      }
      await eventually(async () => expect((await runsOf(ids)).size).toBe(0), { timeout: LONG_WAIT });
      await expectMessageCount(harness, numbers, 1);
    },
  );

  it('T14: no message of these tests was sent before it was due', async () => {
    await expectNeverEarly();
    recordFaultRun({ count: (await harness.ledger()).messages.length });
  });

  it('T10: Temporal stores no personal data after all tests', () => expectNoPersonalData(harness));
});
