import {
  ClaimStepDocument,
  LeadDocument,
  RecordSendDocument,
  ReportTroubleDocument,
  SmsMessagesDocument,
  UpdateClientDocument,
  UpdateSequenceDocument,
  WithdrawAttemptDocument,
} from '../testing/operations/generated';
import { makeCampaign, makeClient, makeLead, makeSequence } from '../testing/make';
import { startTestServer, type TestServer } from '../testing/test-server';

describe('a text that is late', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());
  beforeEach(() => server.dataSource.query('DELETE FROM provider_troubles'));

  async function enrolled(leads = 1) {
    const client = await makeClient(server);
    const campaign = await makeCampaign(server, client.id);
    const sequence = await makeSequence(server, client.id, campaign.id);
    const enrollmentIds: string[] = [];
    for (let n = 0; n < leads; n += 1) {
      const { id } = await makeLead(server, client, campaign, { phone: `+1415555${3000 + n}` });
      enrollmentIds.push((await client.call(LeadDocument, { id })).lead.enrollments[0]!.id);
    }
    return { client, sequence, enrollmentIds, enrollmentId: enrollmentIds[0]! };
  }
  const claim = async (enrollmentId: string, position = 0) =>
    (await server.service(ClaimStepDocument, { enrollmentId, position })).claimStep;
  const messages = async (client: Awaited<ReturnType<typeof makeClient>>) =>
    (await client.call(SmsMessagesDocument, { clientId: client.id })).smsMessages;
  const used = async (clientId: string) =>
    (
      await server.dataSource.query<{ used: number }[]>(
        `SELECT used FROM usage_counters WHERE client_id = $1 AND kind = 'sms'`,
        [clientId],
      )
    )[0]?.used ?? 0;
  const pass = (hours: number) =>
    server.dataSource.query(
      `UPDATE sms_messages SET due_at = due_at - $1 * interval '1 hour', attempted_at = attempted_at - $1 * interval '1 hour';
       UPDATE leads SET created_at = created_at - $1 * interval '1 hour';
       UPDATE enrollments SET next_due_at = next_due_at - $1 * interval '1 hour'`.replaceAll('$1', String(hours)),
    );
  const atAnyHour = (clientId: string) =>
    server.admin(UpdateClientDocument, {
      id: clientId,
      input: { quietHours: { enabled: false, start: '21:00', end: '08:00' } },
    });
  const outage = (messageId: string) => server.service(ReportTroubleDocument, { messageId, reason: 'twilio_20003' });

  it.each<[string, (at: { enrollmentId: string }) => Promise<unknown>]>([
    ['was handed over and never found', ({ enrollmentId }) => claim(enrollmentId)],
    [
      'could not be handed over',
      async ({ enrollmentId }) => {
        const { text } = await claim(enrollmentId);
        await server.service(WithdrawAttemptDocument, { messageId: text!.id, attempts: 1 });
        await outage(text!.id);
      },
    ],
    [
      'came while the provider refused all of them',
      async ({ enrollmentId }) => {
        await server.dataSource.query(
          `INSERT INTO provider_troubles (reason, times, until) VALUES ('twilio_20003', 9, now() + interval '30 hours')`,
        );
        expect(await claim(enrollmentId)).toMatchObject({ decision: 'hold', reason: 'provider_trouble' });
      },
    ],
    ['nobody came for', async () => undefined],
  ])('T4: goes within a day or not at all, where it %s', async (_, happens) => {
    const { client, enrollmentId } = await enrolled();
    await atAnyHour(client.id);
    await happens({ enrollmentId });
    await pass(23);
    const before = await claim(enrollmentId);
    expect(['send', 'hold']).toContain(before.decision);
    await pass(2);
    expect(await claim(enrollmentId)).toMatchObject({ decision: 'wait', position: 1, text: null });
    expect(await messages(client)).toMatchObject([{ status: 'failed', reason: 'expired' }]);
    expect(await used(client.id)).toBe(0);
  });

  it('goes however long a switch or the limit held it: that is no delay', async () => {
    const { client, sequence, enrollmentId } = await enrolled();
    await atAnyHour(client.id);
    const { text } = await claim(enrollmentId);
    await server.service(WithdrawAttemptDocument, { messageId: text!.id, attempts: 1 });
    await server.admin(UpdateSequenceDocument, { id: sequence.id, input: { status: 'inactive' } });
    expect(await claim(enrollmentId)).toMatchObject({ decision: 'hold', reason: 'sequence_off' });
    expect(await used(client.id)).toBe(0);
    await pass(100);
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlySMSLimit: 0 } });
    await server.admin(UpdateSequenceDocument, { id: sequence.id, input: { status: 'active' } });
    expect(await claim(enrollmentId)).toMatchObject({ decision: 'hold', reason: 'sms_limit' });
    await pass(100);
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlySMSLimit: 10 } });
    expect(await claim(enrollmentId)).toMatchObject({ decision: 'send', text: { attemptedBefore: false } });
    expect(await used(client.id)).toBe(1);
  });

  it('T4: finds out alone whether trouble is over, while the others wait; once one went, all are told', async () => {
    const { client, enrollmentIds } = await enrolled(8);
    const [first, ...others] = await Promise.all(enrollmentIds.map((id) => claim(id)));
    for (const { text } of [first!, ...others])
      await server.service(WithdrawAttemptDocument, { messageId: text!.id, attempts: 1 });
    for (const { text } of [first!, ...others]) await outage(text!.id);
    expect(await server.dataSource.query('SELECT times FROM provider_troubles')).toEqual([{ times: 1 }]);
    await server.dataSource.query('UPDATE provider_troubles SET until = now()');
    const claims = await Promise.all(enrollmentIds.map((id) => claim(id)));
    const sends = claims.filter(({ decision }) => decision === 'send');
    expect(sends).toHaveLength(1);
    expect(claims.filter(({ decision, dueAt }) => decision === 'hold' && Date.parse(dueAt!) > Date.now())).toHaveLength(
      7,
    );

    await server.dataSource.query('DELETE FROM outbox');
    await server.service(RecordSendDocument, {
      outcome: { messageId: sends[0]!.text!.id, providerId: 'SM-probe', status: 'sent' },
    });
    expect(await server.dataSource.query('SELECT kind FROM outbox')).toHaveLength(7);
    const after = await Promise.all(enrollmentIds.map((id) => claim(id)));
    expect(after.filter(({ decision }) => decision === 'send')).toHaveLength(7);
    expect(await used(client.id)).toBe(8);
  });

  it('waits longer each time its turn shows that trouble goes on, and no longer than a quarter of an hour', async () => {
    const { enrollmentId } = await enrolled();
    const waits: number[] = [];
    for (let n = 0; n < 7; n += 1) {
      const { text } = await claim(enrollmentId);
      await server.service(WithdrawAttemptDocument, { messageId: text!.id, attempts: 1 });
      waits.push(Math.round((Date.parse((await outage(text!.id)).reportTrouble.dueAt!) - Date.now()) / 60_000));
      await server.dataSource.query('UPDATE provider_troubles SET until = now()');
    }
    expect(waits).toEqual([1, 2, 4, 8, 15, 15, 15]);
    await server.dataSource.query('UPDATE provider_troubles SET times = 100000');
    const { text } = await claim(enrollmentId);
    await expect(outage(text!.id)).resolves.toBeDefined();
  });
});
