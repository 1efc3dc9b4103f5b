import { randomUUID } from 'node:crypto';
import {
  ClaimLeadNotificationDocument,
  ClaimRetryDocument,
  ClaimStepDocument,
  ClaimTestMessageDocument,
  RecordSendResultDocument,
  ReportProviderOutageDocument,
} from '../testing/internal-operations/generated';
import {
  ClientDocument,
  EvidenceDocument,
  LeadDocument,
  RemoveSenderDocument,
  type SenderInput,
  SetSenderDocument,
  UpdateClientDocument,
} from '../testing/operations/generated';
import { createCampaign, createClient, createLead, createSequence } from '../testing/fixtures';
import { recordReceipt } from '../provider/record-receipt';
import { startTestServer, type TestServer } from '../testing/test-server';
import { handleReply } from '../replies/handle-reply';

const SHARED_NUMBER = '+15005550006';

describe('senders', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  let count = 0;
  const nextNumber = () => `+14155${String(500_000 + (count += 1))}`;
  const nextService = () => `MG${randomUUID().replaceAll('-', '')}`;
  /** Replies from a number to a sender, a number or a Messaging Service. */
  const reply = (from: string, body: string, to: string = SHARED_NUMBER) =>
    handleReply(server.dataSource, {
      providerId: `SM${randomUUID()}`,
      ...{ from, body },
      ...(to.startsWith('MG') ? { to: SHARED_NUMBER, messagingServiceSid: to } : { to }),
    });
  const setSender = (clientId: string, input: Partial<SenderInput>) =>
    server.admin(SetSenderDocument, { clientId, input: { messagesPerSecond: 100, ...input } });

  async function createBusiness(input: Partial<SenderInput> | null = null) {
    const client = await createClient(server);
    await server.admin(UpdateClientDocument, {
      id: client.id,
      input: { quietHours: { enabled: false, start: '21:00', end: '08:00' } },
    });
    if (input) await setSender(client.id, input);
    const campaign = await createCampaign(server, client.id);
    await createSequence(server, client.id, campaign.id, {
      steps: ['One', 'Two'].map((message) => ({ delayMinutes: 0, message })),
    });
    const submit = async (phone: string) => {
      const { id: leadId } = await createLead(server, client, campaign, { phone });
      const { lead } = await client.call(LeadDocument, { id: leadId });
      return { leadId, enrollmentId: lead.enrollments.nodes[0]!.id };
    };
    return { client, submit };
  }
  type Business = Awaited<ReturnType<typeof createBusiness>>;
  const claim = async (enrollmentId: string) => (await server.service(ClaimStepDocument, { enrollmentId })).claimStep;
  const record = (messageId: string, outcome: object = { status: 'sent', providerId: `SM-${messageId}` }) =>
    server.service(RecordSendResultDocument, { outcome: { messageId, ...outcome } as never });
  /** Submits the form and sends the first message. */
  async function sendFirst({ submit }: Business, phone: string) {
    const ids = await submit(phone);
    const { message } = await claim(ids.enrollmentId);
    await record(message!.id);
    return { ...ids, messageId: message!.id };
  }
  const statusOf = async (enrollmentId: string) => {
    const [row] = await server.dataSource.query<{ status: string; reason: string | null }[]>(
      'SELECT status, reason FROM enrollments WHERE id = $1',
      [enrollmentId],
    );
    return [row!.status, row!.reason];
  };
  /** Whether the client sends the next message to a number, which submits its form if no message is next. */
  const mayMessage = async ({ client, submit }: Business, phone: string) => {
    const [open] = await server.dataSource.query<{ id: string }[]>(
      `SELECT id FROM enrollments WHERE client_id = $1 AND to_e164 = $2 AND status IN ('active', 'held')`,
      [client.id, phone],
    );
    return (await claim(open?.id ?? (await submit(phone)).enrollmentId)).decision === 'send';
  };

  it('administrators set and remove a client’s sender, and the client sees it', async () => {
    const { client } = await createBusiness();
    const sender = async () => (await client.call(ClientDocument, { id: client.id })).client.sender;
    expect(await sender()).toBeNull();
    const input = {
      ...{ messagingServiceSid: nextService(), brandRegistrationId: 'BABC123', campaignRegistrationId: 'CXYZ789' },
      messagesPerSecond: 2.5,
    };
    await setSender(client.id, input);
    expect(await sender()).toMatchObject({ ...input, fromNumber: null, rejectedCode: null });
    const fromNumber = nextNumber();
    await setSender(client.id, { fromNumber, messagesPerSecond: 1 });
    expect(await sender()).toMatchObject({ messagingServiceSid: null, fromNumber, brandRegistrationId: null });
    await expect(client.call(RemoveSenderDocument, { clientId: client.id })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await server.admin(RemoveSenderDocument, { clientId: client.id });
    expect(await sender()).toBeNull();
  });

  it.each<[Partial<SenderInput>, string]>([
    [{}, 'messagingServiceSid'],
    [{ messagingServiceSid: `MG${'a'.repeat(32)}`, fromNumber: '+14155550177' }, 'messagingServiceSid'],
    [{ messagingServiceSid: 'MG1' }, 'messagingServiceSid'],
    [{ fromNumber: '(415) 555-0177' }, 'fromNumber'],
    [{ fromNumber: '+14155550177', messagesPerSecond: 0 }, 'messagesPerSecond'],
    [{ fromNumber: '+14155550177', messagesPerSecond: 101 }, 'messagesPerSecond'],
    [{ fromNumber: '+14155550177', brandRegistrationId: 'B 1' }, 'brandRegistrationId'],
    [{ fromNumber: '+14155550177', campaignRegistrationId: '' }, 'campaignRegistrationId'],
  ])('the sender %o is rejected at its field', async (input, field) => {
    const { client } = await createBusiness();
    await expect(setSender(client.id, input)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { [field]: expect.any(String) as string },
    });
  });

  it.each([
    ['messagingServiceSid', nextService],
    ['fromNumber', nextNumber],
  ] as const)('the %s of another client is a conflict', async (field, next) => {
    const value = next();
    await createBusiness({ [field]: value });
    const { client } = await createBusiness();
    await expect(setSender(client.id, { [field]: value })).rejects.toMatchObject({
      code: 'CONFLICT',
      fields: { [field]: expect.stringContaining('Another client') as string },
    });
  });

  it('messages and second attempts are sent from the client’s sender, lead notifications from the shared one', async () => {
    const sender = nextService();
    const own = await createBusiness({ messagingServiceSid: sender });
    const { leadId, enrollmentId } = await own.submit(nextNumber());
    const { message } = await claim(enrollmentId);
    expect(message).toMatchObject({ sender, attemptedBefore: false });
    // A sender that is changed between two attempts does not change the message's.
    await setSender(own.client.id, { fromNumber: nextNumber() });
    expect((await claim(enrollmentId)).message).toMatchObject({ sender, attemptedBefore: true });
    const retry = await server.service(ClaimRetryDocument, { messageId: message!.id, attempts: 1 });
    expect(retry.claimRetry.message).toMatchObject({ sender });
    const notification = await server.service(ClaimLeadNotificationDocument, { leadId });
    expect(notification.claimLeadNotification.message).toMatchObject({ sender: null });
    const shared = await createBusiness();
    expect((await claim((await shared.submit(nextNumber())).enrollmentId)).message).toMatchObject({ sender: null });
  });

  it('a lead notification is skipped after a STOP to the shared sender, and not after one to the client’s own', async () => {
    const fromNumber = nextNumber();
    const business = await createBusiness({ fromNumber });
    const notificationPhone = nextNumber();
    await server.admin(UpdateClientDocument, { id: business.client.id, input: { notificationPhone } });
    const notify = async () => {
      const { leadId } = await business.submit(nextNumber());
      return (await server.service(ClaimLeadNotificationDocument, { leadId })).claimLeadNotification;
    };
    await reply(notificationPhone, 'STOP', fromNumber);
    expect(await notify()).toMatchObject({ decision: 'send' });
    await reply(notificationPhone, 'STOP');
    expect(await notify()).toMatchObject({ decision: 'finish', reason: 'opted_out' });
  });

  it('a test message is sent from the client’s sender', async () => {
    const sender = nextNumber();
    const { client } = await createBusiness({ fromNumber: sender });
    const [{ id }] = await server.dataSource.query<[{ id: string }]>(
      `INSERT INTO test_messages (client_id, key, to_e164, body) VALUES ($1, 'k', '+14155550100', 'Hi') RETURNING id`,
      [client.id],
    );
    const claimTest = async () => (await server.service(ClaimTestMessageDocument, { id })).claimTestMessage;
    expect(await claimTest()).toMatchObject({ sender, attemptedBefore: false });
    await server.admin(RemoveSenderDocument, { clientId: client.id });
    expect(await claimTest()).toMatchObject({ sender, attemptedBefore: true });
  });

  it('a STOP to the shared sender applies to all its clients and not to one with its own, until START', async () => {
    const [one, two, own] = [
      await createBusiness(),
      await createBusiness(),
      await createBusiness({ messagingServiceSid: nextService() }),
    ];
    const phone = nextNumber();
    const sent = [await sendFirst(one, phone), await sendFirst(two, phone), await sendFirst(own, phone)];
    await reply(phone, 'STOP');
    expect(await Promise.all(sent.map(({ enrollmentId }) => statusOf(enrollmentId)))).toEqual([
      ['cancelled', 'opted_out'],
      ['cancelled', 'opted_out'],
      ['active', null],
    ]);
    expect([await mayMessage(one, phone), await mayMessage(two, phone), await mayMessage(own, phone)]).toEqual([
      ...[false, false, true],
    ]);
    await reply(phone, 'START');
    expect(await mayMessage(one, phone)).toBe(true);
  });

  it.each(['number', 'Messaging Service'])(
    'a STOP to a client’s own %s applies to this client only, and only START to the same sender lifts it',
    async (kind) => {
      const sender = kind === 'number' ? nextNumber() : nextService();
      const own = await createBusiness(kind === 'number' ? { fromNumber: sender } : { messagingServiceSid: sender });
      const [other, shared] = [await createBusiness({ fromNumber: nextNumber() }), await createBusiness()];
      const phone = nextNumber();
      const sent = [await sendFirst(own, phone), await sendFirst(other, phone), await sendFirst(shared, phone)];
      await reply(phone, 'STOP', sender);
      expect(
        (await Promise.all(sent.map(({ enrollmentId }) => statusOf(enrollmentId)))).map(([status]) => status),
      ).toEqual(['cancelled', 'active', 'active']);
      await reply(phone, 'START');
      expect([await mayMessage(own, phone), await mayMessage(other, phone), await mayMessage(shared, phone)]).toEqual([
        ...[false, true, true],
      ]);
      const { evidence } = await server.admin(EvidenceDocument, { phone });
      const { businessName } = own.client;
      expect(evidence.entries).toContainEqual(
        expect.objectContaining({
          kind: 'opt_out',
          clientName: businessName,
          details: expect.objectContaining({ sender }) as object,
        }),
      );
      expect(evidence.entries).toContainEqual(
        expect.objectContaining({
          kind: 'message',
          clientName: businessName,
          details: expect.objectContaining({ sender }) as object,
        }),
      );
      await reply(phone, 'START', sender);
      expect(await mayMessage(own, phone)).toBe(true);
    },
  );

  it('a number that said STOP to the shared sender stays out when a client moves to its own', async () => {
    const business = await createBusiness();
    const [before, after, unrelated] = [nextNumber(), nextNumber(), nextNumber()];
    await sendFirst(business, before);
    await sendFirst(business, after);
    await reply(before, 'STOP');
    await setSender(business.client.id, { fromNumber: nextNumber() });
    // The shared sender had messaged the second number for this client, but not the third.
    await reply(after, 'STOP');
    await reply(unrelated, 'STOP');
    expect([
      await mayMessage(business, before),
      await mayMessage(business, after),
      await mayMessage(business, unrelated),
    ]).toEqual([false, false, true]);
    for (const phone of [before, after]) {
      await reply(phone, 'START');
      expect(await mayMessage(business, phone)).toBe(true);
    }
  });

  it('a STOP to a sender that the client had before, or before its removal, applies to this client', async () => {
    const [first, second] = [nextNumber(), nextNumber()];
    const business = await createBusiness({ fromNumber: first });
    const shared = await createBusiness();
    const [early, late] = [nextNumber(), nextNumber()];
    await sendFirst(business, early);
    await sendFirst(business, late);
    await reply(early, 'STOP', first);
    await setSender(business.client.id, { fromNumber: second });
    await reply(late, 'STOP', first);
    expect([await mayMessage(business, early), await mayMessage(business, late)]).toEqual([false, false]);
    await server.admin(RemoveSenderDocument, { clientId: business.client.id });
    expect([await mayMessage(business, early), await mayMessage(shared, early)]).toEqual([false, true]);
    await reply(early, 'START', first);
    expect(await mayMessage(business, early)).toBe(true);
  });

  it('error 21610 and a reply concern the sender of the message', async () => {
    const sender = nextService();
    const [own, shared] = [await createBusiness({ messagingServiceSid: sender }), await createBusiness()];
    const [rejected, received, answered] = [nextNumber(), nextNumber(), nextNumber()];
    const atShared = await shared.submit(rejected);
    const { message } = await claim((await own.submit(rejected)).enrollmentId);
    await record(message!.id, { status: 'failed', reason: 'opted_out' });
    expect([await mayMessage(own, rejected), (await claim(atShared.enrollmentId)).decision]).toEqual([false, 'send']);

    const { messageId } = await sendFirst(own, received);
    const receipt = { providerId: `SM-${messageId}`, messageId, status: 'undelivered', errorCode: '21610' };
    await recordReceipt(server.dataSource, receipt);
    expect([await mayMessage(own, received), await mayMessage(shared, received)]).toEqual([false, true]);

    const [toOwn, toShared] = [await sendFirst(own, answered), await sendFirst(shared, answered)];
    const repliesOf = async ({ client }: Business, { leadId }: { leadId: string }) =>
      (await client.call(LeadDocument, { id: leadId })).lead.timeline.flatMap(({ kind, body }) =>
        kind === 'reply' ? [body] : [],
      );
    await reply(answered, 'Call me', sender);
    await reply(answered, 'Not you');
    expect([await repliesOf(own, toOwn), await repliesOf(shared, toShared)]).toEqual([['Call me'], ['Not you']]);
  });

  it('a sender that the provider rejects holds the client’s messages until it is set again, and nobody else’s', async () => {
    const fromNumber = nextNumber();
    const [own, shared] = [await createBusiness({ fromNumber }), await createBusiness()];
    const lead = await own.submit(nextNumber());
    const { message } = await claim(lead.enrollmentId);
    const report = async (messageId: string, reason: string) =>
      (await server.service(ReportProviderOutageDocument, { messageId, reason })).reportProviderOutage;
    await server.dataSource.query('UPDATE sms_messages SET attempts = 0 WHERE id = $1', [message!.id]);
    expect(await report(message!.id, 'twilio_21606')).toMatchObject({ decision: 'hold', reason: 'sender_rejected' });
    expect(await server.dataSource.query('SELECT FROM provider_breaker')).toEqual([]);
    expect(await mayMessage(shared, nextNumber())).toBe(true);
    const { sender } = (await server.admin(ClientDocument, { id: own.client.id })).client;
    expect(sender).toMatchObject({ rejectedCode: 'twilio_21606', rejectedAt: expect.any(String) as string });
    const next = await own.submit(nextNumber());
    expect(await claim(next.enrollmentId)).toMatchObject({ decision: 'hold', reason: 'sender_rejected', dueAt: null });
    const { timeline } = (await own.client.call(LeadDocument, { id: next.leadId })).lead;
    expect(timeline.at(-1)!.description).toContain('rejects this business’s sender');

    await server.dataSource.query('DELETE FROM outbox');
    await setSender(own.client.id, { fromNumber });
    const woken = await server.dataSource.query<{ id: string }[]>(
      `SELECT subject_id AS id FROM outbox WHERE kind = 'signal'`,
    );
    expect(new Set(woken.map(({ id }) => id))).toEqual(new Set([lead.enrollmentId, next.enrollmentId]));
    expect(await claim(lead.enrollmentId)).toMatchObject({ decision: 'send', message: { attempts: 1 } });

    // An account error still stops everything, and a changed sender is not blamed for the previous one.
    await setSender(own.client.id, { fromNumber: nextNumber() });
    expect(await report(message!.id, 'twilio_30034')).toMatchObject({ decision: 'wait' });
    expect((await server.admin(ClientDocument, { id: own.client.id })).client.sender!.rejectedCode).toBeNull();
    expect(await report(message!.id, 'twilio_20003')).toMatchObject({ reason: 'provider_unavailable' });
    expect(await server.dataSource.query('SELECT FROM provider_breaker')).toHaveLength(1);
    await server.dataSource.query('DELETE FROM provider_breaker');
  });

  it('a receipt with an error of the client’s sender does not open the circuit breaker', async () => {
    const own = await createBusiness({ fromNumber: nextNumber() });
    const { messageId } = await sendFirst(own, nextNumber());
    const receipt = { providerId: `SM-${messageId}`, messageId, status: 'undelivered', errorCode: '30034' };
    await recordReceipt(server.dataSource, receipt);
    expect(await server.dataSource.query('SELECT FROM provider_breaker')).toEqual([]);
    const { sender } = (await server.admin(ClientDocument, { id: own.client.id })).client;
    expect(sender!.rejectedCode).toBe('twilio_30034');
  });
});
