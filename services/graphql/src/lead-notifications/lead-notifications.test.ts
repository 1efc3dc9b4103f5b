import { findOptOuts, liftSuppression, suppress } from '../replies/suppress';
import {
  CancelSendAttemptDocument,
  ClaimLeadNotificationDocument,
  ClaimRetryDocument,
  RecordSendResultDocument,
  ReportProviderOutageDocument,
} from '../testing/internal-operations/generated';
import {
  DeleteLeadDocument,
  LeadDocument,
  SmsMessagesDocument,
  UpdateClientDocument,
} from '../testing/operations/generated';
import { createCampaign, createClient, createLead } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';

describe('lead notifications', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  // A phone number per business, because a claim waits while the same message to the same number is in flight.
  let lastPhone = 1_000;
  async function newLead(client: Parameters<typeof createClient>[1] = {}, formData: Record<string, unknown> = {}) {
    const notificationPhone = `(415) 555-${(lastPhone += 1)}`;
    const owner = await createClient(server, { notificationPhone, ...client });
    const campaign = await createCampaign(server, owner.id, { name: 'Spring offer' });
    const { id } = await createLead(server, owner, campaign, formData);
    return { id, client: owner, campaign };
  }
  const claim = async (leadId: string) =>
    (await server.service(ClaimLeadNotificationDocument, { leadId })).claimLeadNotification;
  const outboxEntries = (id: string) =>
    server.dataSource.query<{ kind: string }[]>('SELECT kind FROM outbox WHERE subject_id = $1', [id]);
  const recordSent = (messageId: string, providerId = `p-${messageId}`) =>
    server.service(RecordSendResultDocument, { outcome: { messageId, providerId, status: 'sent' } });
  const status = async (id: string) =>
    (
      await server.dataSource.query<{ status: string; reason: string | null }[]>(
        'SELECT status, reason FROM lead_notifications WHERE lead_id = $1',
        [id],
      )
    )[0];

  it('a lead notification is created with its lead, names only the lead and the campaign, and is not listed as a message', async () => {
    const { id, client } = await newLead({ notificationPhone: '(415) 555-0142' });
    expect(await outboxEntries(id)).toEqual([{ kind: 'lead_notification' }]);
    const claimed = await claim(id);
    expect(claimed).toMatchObject({
      decision: 'send',
      message: { id, to: '+14155550142', body: 'New lead: Ann Lee, Spring offer', attemptedBefore: false },
    });
    expect((await claim(id)).message).toEqual({ ...claimed.message, attemptedBefore: true });
    expect((await recordSent(id)).recordSendResult).toMatchObject({ decision: 'finish' });
    expect(await claim(id)).toMatchObject({ decision: 'finish', message: null });
    expect((await client.call(SmsMessagesDocument, { clientId: client.id })).client.messages.nodes).toEqual([]);
    expect(
      await server.dataSource.query(`SELECT FROM usage_counters WHERE client_id = $1 AND kind = 'sms' AND used > 0`, [
        client.id,
      ]),
    ).toEqual([]);
    expect((await client.call(LeadDocument, { id })).lead.timeline.map(({ kind }) => kind)).toEqual(['submitted']);
  });

  it('one of many concurrent workers claims a notification, attempts it at most twice, and never records another message’s provider id', async () => {
    const { id, client, campaign } = await newLead();
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(id)));
    expect(claims.filter(({ message }) => message?.attemptedBefore === false)).toHaveLength(1);
    const { id: other } = await createLead(server, client, campaign, { fullName: 'Bob Lee' });
    await claim(other);
    await recordSent(other, 'SM-other');
    await expect(recordSent(id, 'SM-other')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await server.service(ClaimRetryDocument, { messageId: id, attempts: 1 })).claimRetry).toMatchObject({
      decision: 'send',
      message: { attempts: 2 },
    });
    expect((await server.service(ClaimRetryDocument, { messageId: id, attempts: 1 })).claimRetry).toMatchObject({
      decision: 'wait',
    });
    expect((await server.service(ClaimRetryDocument, { messageId: id, attempts: 2 })).claimRetry).toMatchObject({
      decision: 'finish',
    });
    expect(await status(id)).toEqual({ status: 'failed', reason: 'unknown' });
  });

  it('a claim waits while a notification with the same recipient and body is in flight', async () => {
    const { id, client, campaign } = await newLead();
    const { id: same } = await createLead(server, client, campaign);
    const claims = await Promise.all([id, same].map(claim));
    expect(claims.map(({ decision }) => decision).sort()).toEqual(['send', 'wait']);
    const [first, second] = claims[0]!.decision === 'send' ? [id, same] : [same, id];
    expect(await claim(second)).toMatchObject({ decision: 'wait', dueAt: expect.any(String) as string });
    await recordSent(first);
    expect(await claim(second)).toMatchObject({ decision: 'send', message: { attemptedBefore: false } });
  });

  it('a notification is sent again after a cancelled attempt, and waits while the circuit breaker is open', async () => {
    const { id } = await newLead();
    await claim(id);
    expect((await server.service(CancelSendAttemptDocument, { messageId: id, attempts: 1 })).cancelSendAttempt).toBe(
      true,
    );
    const { reportProviderOutage } = await server.service(ReportProviderOutageDocument, {
      messageId: id,
      reason: 'twilio_20003',
    });
    expect(reportProviderOutage).toMatchObject({ decision: 'hold', reason: 'provider_unavailable' });
    expect(await claim(id)).toMatchObject({ decision: 'hold', dueAt: reportProviderOutage.dueAt });
    await server.dataSource.query('DELETE FROM provider_breaker');
    expect(await claim(id)).toMatchObject({ decision: 'send', message: { attemptedBefore: false } });
  });

  it.each(['opted_out', 'bad_number', 'carrier_refused'])(
    'the rejection %s of a notification closes the circuit breaker',
    async (reason) => {
      const { id } = await newLead();
      await claim(id);
      await server.service(ReportProviderOutageDocument, { messageId: id, reason: 'twilio_20003' });
      await server.service(RecordSendResultDocument, { outcome: { messageId: id, status: 'failed', reason } });
      expect(await server.dataSource.query('SELECT FROM provider_breaker')).toEqual([]);
    },
  );

  it('a held lead is notified when it is released and not before', async () => {
    const client = await createClient(server, { notificationPhone: '(415) 555-0142' });
    const campaign = await createCampaign(server, client.id);
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlyLeadLimit: 0 } });
    const { id } = await createLead(server, client, campaign);
    expect(await outboxEntries(id)).toEqual([]);
    expect(await claim(id)).toMatchObject({ decision: 'finish' });
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlyLeadLimit: 1 } });
    expect(await outboxEntries(id)).toEqual([{ kind: 'lead_notification' }]);
    expect(await claim(id)).toMatchObject({ decision: 'send' });
  });

  it('no notification is sent if the number is unusable or opted out, the client is inactive or the lead is deleted', async () => {
    const bad = await newLead({ notificationPhone: 'call the office' });
    expect(await outboxEntries(bad.id)).toEqual([]);
    expect(await claim(bad.id)).toMatchObject({ decision: 'finish' });
    expect(await status(bad.id)).toBeUndefined();
    const out = await newLead({ notificationPhone: '(415) 555-0142' });
    await suppress(server.dataSource.manager, '+14155550142', 'stop');
    expect(await claim(out.id)).toMatchObject({ decision: 'finish', reason: 'opted_out' });
    await liftSuppression(server.dataSource.manager, '+14155550142');
    expect(await status(out.id)).toEqual({ status: 'skipped', reason: 'opted_out' });
    const off = await newLead();
    await server.admin(UpdateClientDocument, { id: off.client.id, input: { status: 'inactive' } });
    expect(await claim(off.id)).toMatchObject({ decision: 'finish', reason: 'client_inactive' });
    const deleted = await newLead();
    await claim(deleted.id);
    await server.admin(DeleteLeadDocument, { id: deleted.id });
    expect(await claim(deleted.id)).toMatchObject({ decision: 'finish', reason: 'deleted' });
    expect((await recordSent(deleted.id)).recordSendResult).toMatchObject({ decision: 'finish' });
  });

  it('a notification expires 24 hours after its lead arrived', async () => {
    const { id, client } = await newLead();
    const [row] = await server.dataSource.query<{ isSame: boolean }[]>(
      'SELECT a.created_at = l.created_at AS "isSame" FROM lead_notifications a JOIN leads l ON l.id = a.lead_id WHERE l.id = $1',
      [id],
    );
    expect(row).toEqual({ isSame: true });
    await server.dataSource.query(
      `UPDATE lead_notifications SET created_at = now() - interval '24 hours 1 second' WHERE lead_id = $1`,
      [id],
    );
    expect(await claim(id)).toMatchObject({ decision: 'finish', reason: 'expired' });
    expect(await status(id)).toEqual({ status: 'skipped', reason: 'expired' });
    const late = await createLead(server, client, await createCampaign(server, client.id));
    await server.dataSource.query('DELETE FROM lead_notifications WHERE lead_id = $1', [late.id]);
    expect(await claim(late.id)).toMatchObject({
      decision: 'send',
      message: { body: expect.stringContaining('New lead: Ann Lee') },
    });
  });

  it('an opt-out reported by the provider is stored', async () => {
    const { id, client } = await newLead({ notificationPhone: '(415) 555-0142' });
    await claim(id);
    await server.service(RecordSendResultDocument, {
      outcome: { messageId: id, status: 'failed', reason: 'opted_out' },
    });
    expect(await findOptOuts(server.dataSource.manager, client.id, ['+14155550142'])).toHaveLength(1);
    await liftSuppression(server.dataSource.manager, '+14155550142');
  });

  it('a long lead name is truncated', async () => {
    const { id } = await newLead({}, { fullName: 'x'.repeat(400) });
    const { body } = (await claim(id)).message!;
    expect(body).toMatch(/^New lead: x{47}\.\.\., Spring offer$/);
  });
});
