import {
  CancelSendAttemptDocument,
  ClaimStepDocument,
  RecordSendResultDocument,
  ReportProviderOutageDocument,
} from '../testing/internal-operations/generated';
import {
  AdminStatsDocument,
  LeadDocument,
  SmsMessagesDocument,
  UpdateClientDocument,
  UpdateSequenceDocument,
} from '../testing/operations/generated';
import { eventually } from '@dripline/runtime/testing/eventually';
import { asSystem } from '../access/scope';
import { wakeProbes } from '../provider/circuit-breaker';
import { claimStep } from './claim-step';
import { signInForCookie } from '../testing/access-matrix-fixture';
import { createCampaign, createClient, createLead, createSequence } from '../testing/fixtures';
import { openStream } from '../testing/open-stream';
import { ADMIN, startTestServer, type TestServer } from '../testing/test-server';

describe('late messages', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());
  beforeEach(async () => {
    await server.dataSource.query('DELETE FROM provider_breaker');
    // The breaker wakes what waits for it, also what earlier tests left waiting.
    await server.dataSource.query("UPDATE enrollments SET status = 'cancelled' WHERE status IN ('active', 'held')");
  });

  async function createEnrollments(leads = 1) {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const sequence = await createSequence(server, client.id, campaign.id);
    const enrollmentIds: string[] = [];
    for (let n = 0; n < leads; n += 1) {
      const { id } = await createLead(server, client, campaign, { phone: `+1415555${3000 + n}` });
      enrollmentIds.push((await client.call(LeadDocument, { id })).lead.enrollments.nodes[0]!.id);
    }
    return { client, sequence, enrollmentIds, enrollmentId: enrollmentIds[0]! };
  }
  const claim = async (enrollmentId: string, position = 0) =>
    (await server.service(ClaimStepDocument, { enrollmentId, position })).claimStep;
  const messages = async (client: Awaited<ReturnType<typeof createClient>>) =>
    (await client.call(SmsMessagesDocument, { clientId: client.id })).client.messages.nodes;
  const usedQuota = async (clientId: string) =>
    (
      await server.dataSource.query<{ used: number }[]>(
        `SELECT used FROM usage_counters WHERE client_id = $1 AND kind = 'sms'`,
        [clientId],
      )
    )[0]?.used ?? 0;
  const moveBack = (hours: number) =>
    server.dataSource.query(
      `UPDATE sms_messages SET due_at = due_at - $1 * interval '1 hour', attempted_at = attempted_at - $1 * interval '1 hour';
       UPDATE leads SET created_at = created_at - $1 * interval '1 hour';
       UPDATE enrollments SET next_due_at = next_due_at - $1 * interval '1 hour'`.replaceAll('$1', String(hours)),
    );
  const disableQuietHours = (clientId: string) =>
    server.admin(UpdateClientDocument, {
      id: clientId,
      input: { quietHours: { enabled: false, start: '21:00', end: '08:00' } },
    });
  const reportOutage = (messageId: string) =>
    server.service(ReportProviderOutageDocument, { messageId, reason: 'twilio_20003' });

  it.each<[string, (fixture: { enrollmentId: string }) => Promise<unknown>]>([
    ['was claimed and never found at the provider', ({ enrollmentId }) => claim(enrollmentId)],
    [
      'could not be sent',
      async ({ enrollmentId }) => {
        const { message } = await claim(enrollmentId);
        await server.service(CancelSendAttemptDocument, { messageId: message!.id, attempts: 1 });
        await reportOutage(message!.id);
      },
    ],
    [
      'fell due while the circuit breaker was open',
      async ({ enrollmentId }) => {
        await server.dataSource.query(
          `INSERT INTO provider_breaker (reason, failures, open_until) VALUES ('twilio_20003', 9, now() + interval '30 hours')`,
        );
        expect(await claim(enrollmentId)).toMatchObject({ decision: 'hold', reason: 'provider_unavailable' });
      },
    ],
    ['was never claimed by a worker', async () => undefined],
  ])('T4: a message that %s is sent within 24 hours or not at all', async (_, delay) => {
    const { client, enrollmentId } = await createEnrollments();
    await disableQuietHours(client.id);
    await delay({ enrollmentId });
    await moveBack(23);
    const before = await claim(enrollmentId);
    expect(['send', 'hold']).toContain(before.decision);
    await moveBack(2);
    expect(await claim(enrollmentId)).toMatchObject({ decision: 'wait', position: 1, message: null });
    expect(await messages(client)).toMatchObject([{ status: 'failed', reason: 'expired' }]);
    expect(await usedQuota(client.id)).toBe(0);
  });

  it('a message is sent however long a setting or the monthly limit held it', async () => {
    const { client, sequence, enrollmentId } = await createEnrollments();
    await disableQuietHours(client.id);
    const { message } = await claim(enrollmentId);
    await server.service(CancelSendAttemptDocument, { messageId: message!.id, attempts: 1 });
    await server.admin(UpdateSequenceDocument, { id: sequence.id, input: { status: 'inactive' } });
    expect(await claim(enrollmentId)).toMatchObject({ decision: 'hold', reason: 'sequence_off' });
    expect(await usedQuota(client.id)).toBe(0);
    await moveBack(100);
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlySMSLimit: 0 } });
    await server.admin(UpdateSequenceDocument, { id: sequence.id, input: { status: 'active' } });
    expect(await claim(enrollmentId)).toMatchObject({ decision: 'hold', reason: 'sms_limit' });
    await moveBack(100);
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlySMSLimit: 10 } });
    expect(await claim(enrollmentId)).toMatchObject({ decision: 'send', message: { attemptedBefore: false } });
    expect(await usedQuota(client.id)).toBe(1);
  });

  it('T4: one message probes an open circuit breaker while the others wait, and its success wakes them all', async () => {
    const { client, enrollmentIds } = await createEnrollments(8);
    const [first, ...others] = await Promise.all(enrollmentIds.map((id) => claim(id)));
    for (const { message } of [first!, ...others])
      await server.service(CancelSendAttemptDocument, { messageId: message!.id, attempts: 1 });
    for (const { message } of [first!, ...others]) await reportOutage(message!.id);
    expect(await server.dataSource.query('SELECT failures FROM provider_breaker')).toEqual([{ failures: 1 }]);
    await server.dataSource.query('DELETE FROM outbox');
    expect(await wakeProbes(server.dataSource.manager)).toBe(false);
    await server.dataSource.query('UPDATE provider_breaker SET open_until = now()');
    expect(await wakeProbes(server.dataSource.manager)).toBe(true);
    // A queued lead notification may be the probe, too.
    const woken = await server.dataSource.query<{ id: string }[]>(
      `SELECT subject_id AS id FROM outbox WHERE kind = 'signal'`,
    );
    expect(woken.filter(({ id }) => !enrollmentIds.includes(id))).toEqual([]);
    const claims = await Promise.all(enrollmentIds.map((id) => claim(id)));
    const sends = claims.filter(({ decision }) => decision === 'send');
    expect(sends).toHaveLength(1);
    const waiting = enrollmentIds.filter((_, n) => claims[n]!.decision === 'hold' && claims[n]!.dueAt === null);
    expect(waiting).toHaveLength(7);

    await server.dataSource.query('DELETE FROM outbox');
    await server.service(RecordSendResultDocument, {
      outcome: { messageId: sends[0]!.message!.id, providerId: 'SM-probe', status: 'sent' },
    });
    await server.doBulkWork();
    const signalled = await server.dataSource.query<{ id: string }[]>(
      `SELECT subject_id AS id FROM outbox WHERE kind = 'signal'`,
    );
    expect(signalled.map(({ id }) => id).sort()).toEqual(waiting.sort());
    const notified = await server.dataSource.query(
      `SELECT subject_id AS id FROM outbox WHERE kind = 'lead_notification' ORDER BY 1`,
    );
    const queued = await server.dataSource.query(
      `SELECT lead_id AS id FROM lead_notifications WHERE status = 'queued' ORDER BY 1`,
    );
    expect(notified).toEqual(queued);
    const after = await Promise.all(enrollmentIds.map((id) => claim(id)));
    expect(after.filter(({ decision }) => decision === 'send')).toHaveLength(7);
    expect(await usedQuota(client.id)).toBe(8);
  });

  it('administrators see since when the circuit breaker is open, and are notified when it opens and closes', async () => {
    const { enrollmentId } = await createEnrollments();
    const breaker = async () => (await server.admin(AdminStatsDocument, {})).adminStats.providerBreaker;
    const cookie = await signInForCookie(server, 'signIn', ADMIN);
    const query = `subscription { fleetUpdated { cursor } }`;
    const stream = await (await openStream(server.url, { cookie }, query, {})).ready();
    const notified = (events: number) =>
      eventually(() => expect(stream.events.length).toBeGreaterThanOrEqual(events), { timeout: 10_000 });
    const failToSend = async () => {
      const { message } = await claim(enrollmentId);
      await server.service(CancelSendAttemptDocument, { messageId: message!.id, attempts: 1 });
      await notified(2);
      const seen = stream.events.length;
      await reportOutage(message!.id);
      await notified(seen + 1);
    };
    expect(await breaker()).toBeNull();
    await failToSend();
    const opened = await breaker();
    expect(opened).toMatchObject({ reason: 'twilio_20003' });
    expect(Date.now() - Date.parse(opened!.openedAt)).toBeLessThan(60_000);
    await server.dataSource.query(
      `UPDATE provider_breaker SET open_until = now(), opened_at = opened_at - interval '1 hour'`,
    );
    await failToSend();
    expect(Date.parse((await breaker())!.openedAt)).toBe(Date.parse(opened!.openedAt) - 3_600_000);
    await server.dataSource.query('UPDATE provider_breaker SET open_until = now()');
    const { message } = await claim(enrollmentId);
    const seen = stream.events.length;
    await server.service(RecordSendResultDocument, {
      outcome: { messageId: message!.id, providerId: 'SM-reopened', status: 'sent' },
    });
    await notified(seen + 1);
    expect(await breaker()).toBeNull();
    stream.close();
  }, 60_000);

  it('the circuit breaker does not close while a message is being held, so that it wakes that message too', async () => {
    const { enrollmentIds } = await createEnrollments(2);
    const [probing, holding] = enrollmentIds as [string, string];
    const { message } = await claim(probing);
    await reportOutage(message!.id);
    const [holds, commits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held = asSystem(() =>
      server.dataSource.transaction(async (db) => {
        expect(await claimStep(db, holding, 0)).toMatchObject({ decision: 'hold', reason: 'provider_unavailable' });
        holds.resolve();
        await commits.promise;
      }),
    );
    await Promise.race([holds.promise, held]);
    await server.dataSource.query('DELETE FROM outbox');
    const recorded = server.service(RecordSendResultDocument, {
      outcome: { messageId: message!.id, providerId: 'SM-closes', status: 'sent' },
    });
    await eventually(async () =>
      expect(
        await server.dataSource.query(
          `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'DELETE FROM "provider_breaker"%'`,
        ),
      ).toHaveLength(1),
    );
    commits.resolve();
    await Promise.all([held, recorded]);
    await server.doBulkWork();
    const signalled = await server.dataSource.query(`SELECT subject_id AS id FROM outbox WHERE kind = 'signal'`);
    expect(signalled).toEqual([{ id: holding }]);
  });

  it('the circuit breaker stays open longer after each failed probe, up to 15 minutes', async () => {
    const { enrollmentId } = await createEnrollments();
    const waits: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      const { message } = await claim(enrollmentId);
      await server.service(CancelSendAttemptDocument, { messageId: message!.id, attempts: 1 });
      await reportOutage(message!.id);
      const [{ minutes }] = await server.dataSource.query<[{ minutes: number }]>(
        'SELECT round(extract(epoch FROM open_until - now()) / 60)::int AS minutes FROM provider_breaker',
      );
      waits.push(minutes);
      await server.dataSource.query('UPDATE provider_breaker SET open_until = now()');
    }
    expect(waits).toEqual([1, 2, 4, 8, 15, 15, 15]);
    await server.dataSource.query('UPDATE provider_breaker SET failures = 100000');
    const { message } = await claim(enrollmentId);
    await expect(reportOutage(message!.id)).resolves.toBeDefined();
  });
});
