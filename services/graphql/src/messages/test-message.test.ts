import { liftSuppression, suppress } from '../replies/suppress';
import { eventually } from '@dripline/runtime/testing/eventually';
import {
  ClaimLeadNotificationDocument,
  ClaimTestMessageDocument,
  RecordSendResultDocument,
  RecordTestMessageDocument,
} from '../testing/internal-operations/generated';
import {
  AdminStatsDocument,
  SendTestMessageDocument,
  SmsMessagesDocument,
  type TestMessageInput,
  UpdateClientDocument,
} from '../testing/operations/generated';
import { randomUUID } from 'node:crypto';
import { createCampaign, createClient, createLead } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';

describe('test messages', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  async function seed() {
    const client = await createClient(server, { businessName: 'Acme', notificationPhone: '(415) 555-0100' });
    const campaign = await createCampaign(server, client.id);
    const send = async (input: Partial<TestMessageInput> = {}, call = client.call) =>
      (
        await call(SendTestMessageDocument, {
          clientId: client.id,
          input: {
            campaignId: campaign.id,
            message: 'Hi {{firstName}} from {{businessName}} ',
            key: randomUUID(),
            ...input,
          },
        })
      ).sendTestMessage;
    return { client, campaign, send };
  }
  const waitForIds = (clientId: string, count = 1) =>
    eventually(async () => {
      const rows = await server.dataSource.query<{ id: string }[]>(
        'SELECT t.id FROM test_messages t JOIN outbox o ON o.subject_id = t.id WHERE o.kind = $2 AND t.client_id = $1',
        [clientId, 'test_message'],
      );
      expect(rows.length).toBeGreaterThanOrEqual(count);
      return rows.map(({ id }) => id);
    });
  const claim = async (id: string) => (await server.service(ClaimTestMessageDocument, { id })).claimTestMessage;
  const record = async (messageId: string, outcome: object) =>
    (await server.service(RecordTestMessageDocument, { outcome: { messageId, ...outcome } as never }))
      .recordTestMessage;

  it('a test message is sent to the client’s own phone, rendered for a sample lead, and is not listed or counted', async () => {
    const { client, send } = await seed();
    const sending = send();
    const [id] = await waitForIds(client.id);
    expect(await claim(id!)).toMatchObject({
      id,
      to: '+14155550100',
      body: 'Hi Jane from Acme',
      attemptedBefore: false,
    });
    expect(await record(id!, { status: 'sent', providerId: `p-${id}` })).toBe(true);
    expect(await sending).toMatchObject({
      id,
      status: 'sent',
      body: 'Hi Jane from Acme',
      outcome: 'The text message provider accepted it',
    });
    expect((await client.call(SmsMessagesDocument, { clientId: client.id })).client.messages.nodes).toEqual([]);
    expect(
      await server.dataSource.query(`SELECT 1 FROM usage_counters WHERE client_id = $1 AND kind = 'sms' AND used > 0`, [
        client.id,
      ]),
    ).toEqual([]);
    expect((await server.admin(AdminStatsDocument, {})).adminStats.totalSMSMessages).toBe(0);
  });

  it('requests with the same key create one test message, which one worker sends once', async () => {
    const { client, send } = await seed();
    const key = 'one';
    const sending = Promise.all([send({ key }), send({ key }), send({ key })]);
    const [id, ...more] = await waitForIds(client.id);
    expect(more).toEqual([]);
    const claims = await Promise.all([claim(id!), claim(id!), claim(id!)]);
    expect(claims.filter((text) => text?.attemptedBefore === false)).toHaveLength(1);
    await record(id!, { status: 'sent', providerId: `p-${id}` });
    expect(new Set((await sending).map((text) => text.id))).toEqual(new Set([id]));
    expect(await claim(id!)).toBeNull();
    expect(await send({ key, message: 'Another' })).toMatchObject({ id, body: 'Hi Jane from Acme' });
    expect(await waitForIds(client.id)).toEqual([id]);
  });

  it('a failed test message says why, and its first recorded outcome is final', async () => {
    const { client, send } = await seed();
    const sending = send();
    const [id] = await waitForIds(client.id);
    await claim(id!);
    await record(id!, { status: 'failed', reason: 'bad_number' });
    await record(id!, { status: 'sent', providerId: 'late' });
    expect(await sending).toMatchObject({
      status: 'failed',
      outcome: 'It was not sent because the phone number cannot receive text messages',
    });
  });

  it('a test message rejects the provider id of another test message', async () => {
    const one = await seed();
    const other = await seed();
    const sending = Promise.all([one.send(), other.send()]);
    const [[a], [b]] = await Promise.all([waitForIds(one.client.id), waitForIds(other.client.id)]);
    await Promise.all([claim(a!), claim(b!)]);
    expect(await record(a!, { status: 'sent', providerId: 'same' })).toBe(true);
    expect(await record(b!, { status: 'sent', providerId: 'same' })).toBe(false);
    await record(b!, { status: 'failed', reason: 'unknown' });
    expect((await sending).map(({ outcome }) => outcome)).toEqual([
      'The text message provider accepted it',
      'It was not sent because its delivery could not be confirmed',
    ]);
  });

  it('test messages and lead notifications reject each other’s provider ids', async () => {
    const { client, campaign, send } = await seed();
    const { id: leadId } = await createLead(server, client, campaign);
    await server.service(ClaimLeadNotificationDocument, { leadId });
    const sending = send();
    const [id] = await waitForIds(client.id);
    await claim(id!);
    await server.service(RecordSendResultDocument, {
      outcome: { messageId: leadId, providerId: 'SM-notification', status: 'sent' },
    });
    expect(await record(id!, { status: 'sent', providerId: 'SM-notification' })).toBe(false);
    expect(await record(id!, { status: 'sent', providerId: 'SM-test' })).toBe(true);
    const { id: next } = await createLead(server, client, campaign);
    await server.service(ClaimLeadNotificationDocument, { leadId: next });
    await expect(
      server.service(RecordSendResultDocument, { outcome: { messageId: next, providerId: 'SM-test', status: 'sent' } }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await sending).toMatchObject({ status: 'sent' });
  });

  it.each([
    [{ status: 'sent', providerId: 'an answer' }, 0],
    [{ status: 'failed', reason: 'bad_number' }, 0],
    [{ status: 'failed', reason: 'not_reachable' }, 1],
  ])('an answer from the provider to a test message closes the circuit breaker: %o', async (outcome, openBreakers) => {
    const { client, send } = await seed();
    const sending = send();
    const [id] = await waitForIds(client.id);
    await claim(id!);
    await server.dataSource.query(
      `INSERT INTO provider_breaker (reason, failures, open_until) VALUES ('twilio_20003', 1, now() + interval '1 minute')`,
    );
    await record(id!, outcome);
    expect(await server.dataSource.query('SELECT 1 FROM provider_breaker')).toHaveLength(openBreakers);
    await server.dataSource.query('DELETE FROM provider_breaker');
    await sending;
  });

  it('a test message that no worker claims within 10 minutes is not sent', async () => {
    const { client, send } = await seed();
    const sending = send();
    const [id] = await waitForIds(client.id);
    await server.dataSource.query(`UPDATE test_messages SET created_at = now() - interval '11 minutes' WHERE id = $1`, [
      id,
    ]);
    expect(await claim(id!)).toBeNull();
    expect(await sending).toMatchObject({
      status: 'failed',
      outcome: 'It was not sent because it was not picked up within 10 minutes',
    });
  });

  it('a test message is rejected for an unusable or opted-out phone, for other callers, and after 10 in an hour', async () => {
    const { client, send } = await seed();
    await expect(send({}, server.visitor)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(send({}, (await seed()).client.call)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(send({ message: ' ' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await expect(send({ campaignId: randomUUID() })).rejects.toMatchObject({
      fields: { campaignId: 'Choose one of this client’s campaigns.' },
    });
    await suppress(server.dataSource.manager, '+14155550100', 'stop');
    await expect(send()).rejects.toThrow('The notification phone opted out of text messages');
    await liftSuppression(server.dataSource.manager, '+14155550100');
    await server.dataSource.query(`UPDATE clients SET notification_phone = 'none' WHERE id = $1`, [client.id]);
    await expect(send()).rejects.toThrow('The notification phone cannot receive text messages');
    await server.admin(UpdateClientDocument, { id: client.id, input: { notificationPhone: '(415) 555-0100' } });

    const sending = Array.from({ length: 10 }, () => send());
    await waitForIds(client.id, 10);
    await expect(send()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await server.dataSource.query(`UPDATE test_messages SET status = 'sent' WHERE client_id = $1`, [client.id]);
    expect((await Promise.all(sending)).every(({ status }) => status === 'sent')).toBe(true);
  });
});
