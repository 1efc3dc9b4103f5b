import { DateTime } from 'luxon';
import { randomUUID } from 'node:crypto';
import { handleReply } from '../../replies/handle-reply';
import { createCampaign, createClient, createLead, createSequence } from '../../testing/fixtures';
import {
  CancelSendAttemptDocument,
  ClaimRetryDocument,
  ClaimStepDocument,
  RecordSendResultDocument,
  ReportProviderOutageDocument,
} from '../../testing/internal-operations/generated';
import {
  ConversationDocument,
  DeleteSequenceDocument,
  LeadDocument,
  RecordOptOutDocument,
  SendMessageDocument,
  UpdateClientDocument,
  UpdateLeadDocument,
} from '../../testing/operations/generated';
import { startTestServer, type TestServer } from '../../testing/test-server';
import { NUMBER_LIMITS } from '../number-limits';

let lastDigits = 3_000;
const nextPhone = () => `+1415555${(lastDigits += 1)}`;
/** Quiet hours around the current time in California, where the numbers are. */
const quietNow = () => {
  const now = DateTime.now().setZone('America/Los_Angeles');
  return {
    enabled: true,
    start: now.minus({ hours: 2 }).toFormat('HH:mm'),
    end: now.plus({ hours: 2 }).toFormat('HH:mm'),
  };
};
const never = { enabled: false, start: '21:00', end: '08:00' };

describe('a conversation with a lead', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer({ numberLimits: NUMBER_LIMITS })));
  afterAll(() => server.stop());
  afterEach(() => server.dataSource.query('DELETE FROM provider_breaker'));

  /** Creates a lead whose number agreed to messages, without a sequence. */
  async function setUp(input: { phone?: string; authEnabled?: boolean } = {}) {
    const client = await createClient(server, {
      businessName: 'Acme',
      ...(input.authEnabled === false && { authEnabled: false }),
    });
    const update = (changes: object) => server.admin(UpdateClientDocument, { id: client.id, input: changes });
    await update({ quietHours: never });
    const campaign = await createCampaign(server, client.id);
    const phone = input.phone ?? nextPhone();
    const { id: leadId } = await createLead(server, client, campaign, { fullName: 'Ann Lee', phone });
    const send = async (body = 'Hello', key: string = randomUUID(), call = client.call) =>
      (await call(SendMessageDocument, { input: { leadId, body, key } })).sendMessage;
    const rejection = (body?: string, call = client.call) =>
      send(body, undefined, call).then(
        () => 'sent',
        ({ code, fields, message }: { code: string; fields?: { body?: string }; message: string }) =>
          code === 'BAD_USER_INPUT' ? (fields?.body ?? message) : code,
      );
    const conversation = async () => (await client.call(ConversationDocument, { id: leadId })).lead;
    const shown = async () => (await conversation()).messages.nodes.map(({ description }) => description);
    const reply = (body: string) =>
      handleReply(server.dataSource, { providerId: `SM-${randomUUID()}`, from: phone, body });
    return { client, campaign, phone, leadId, update, send, rejection, conversation, shown, reply };
  }

  const claim = async (id: string) => (await server.service(ClaimStepDocument, { enrollmentId: id })).claimStep;
  const record = (messageId: string, outcome: object = { status: 'sent', providerId: `SM-${messageId}` }) =>
    server.service(RecordSendResultDocument, { outcome: { messageId, ...outcome } as never });
  const deliver = async (id: string) => {
    const claimed = await claim(id);
    expect(claimed).toMatchObject({ decision: 'send', message: { id } });
    await record(id);
    return claimed.message!.body;
  };
  const used = async (clientId: string) => {
    const [row] = await server.dataSource.query<{ used: number }[]>(
      `SELECT used FROM usage_counters WHERE client_id = $1 AND kind = 'sms'`,
      [clientId],
    );
    return row?.used ?? 0;
  };
  const row = async (id: string) => {
    const [message] = await server.dataSource.query<Record<string, unknown>[]>(
      'SELECT status, reason, template, sent_by AS "sentBy" FROM sms_messages WHERE id = $1',
      [id],
    );
    return message;
  };
  const outboxOf = (id: string) =>
    server.dataSource.query<{ kind: string }[]>('SELECT kind FROM outbox WHERE subject_id = $1', [id]);

  it('sends what a person wrote once, names the business in the first message, and counts it', async () => {
    const { client, leadId, send, conversation, shown } = await setUp();
    const wakeups = server.relayWakeups();
    const message = await send('Hi {{firstName}}, when can we call?');
    expect(message).toMatchObject({
      body: 'Acme: Hi {{firstName}}, when can we call?\nReply STOP to stop.',
      sentBy: client.login.username,
      smsSequenceId: null,
      description: 'Sending',
    });
    expect(await outboxOf(message.id)).toEqual([{ kind: 'start' }]);
    expect(server.relayWakeups()).toBeGreaterThan(wakeups);
    expect(await deliver(message.id)).toBe(message.body);
    expect(await used(client.id)).toBe(1);
    expect(await claim(message.id)).toMatchObject({ decision: 'finish', reason: 'done' });
    const next = await send('And your address?', randomUUID(), server.admin);
    expect(await deliver(next.id)).toBe('And your address?');
    expect(await row(next.id)).toEqual({ status: 'sent', reason: null, template: null, sentBy: 'admin' });
    expect(await shown()).toEqual(['Sent', 'Sent']);
    expect((await conversation()).messagesBlockedReason).toBeNull();
    const { lead } = await client.call(LeadDocument, { id: leadId });
    expect(lead.enrollments.nodes).toEqual([]);
    expect(lead.timeline.map(({ description }) => description)).toEqual([
      'Submitted the form',
      `A message from ${client.login.username} was sent`,
      'A message from admin was sent',
    ]);
  });

  it('shows the replies and the messages of sequences and of people', async () => {
    const { client, campaign, phone, send, conversation, reply } = await setUp();
    await createSequence(server, client.id, campaign.id);
    const { id: leadId } = await createLead(server, client, campaign, { fullName: 'Ann Lee', phone });
    const [enrollment] = await server.dataSource.query<{ id: string }[]>(
      'SELECT id FROM enrollments WHERE lead_id = $1',
      [leadId],
    );
    const { message } = await claim(enrollment!.id);
    await record(message!.id);
    const { id } = await send('From a person');
    await deliver(id);
    await reply('Yes please');
    const thread = await conversation();
    expect(thread.messages.nodes.map(({ body }) => body)).toEqual([expect.stringContaining('From a person')]);
    expect(thread.replies.nodes).toMatchObject([{ body: 'Yes please', intent: 'reply' }]);
    const other = (await client.call(ConversationDocument, { id: leadId })).lead;
    expect(other.messages.nodes).toMatchObject([{ sentBy: null, smsSequenceId: expect.any(String) as string }]);
  });

  it('sends a message once, also if twenty identical requests arrive at the same time', async () => {
    const { client, send } = await setUp();
    const key = randomUUID();
    const sent = await Promise.all(Array.from({ length: 20 }, () => send('Once', key)));
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect(await outboxOf(sent[0]!.id)).toHaveLength(1);
    const claims = await Promise.all(Array.from({ length: 20 }, () => claim(sent[0]!.id)));
    expect(claims.filter(({ message }) => message && !message.attemptedBefore)).toHaveLength(1);
    await record(sent[0]!.id);
    expect(await send('Once', key)).toMatchObject({ id: sent[0]!.id, status: 'sent' });
    expect(await used(client.id)).toBe(1);
    await expect(send('Another', key)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('a key of another lead is another message', async () => {
    const [one, other] = [await setUp(), await setUp()];
    const key = randomUUID();
    expect((await one.send('Hi', key)).id).not.toBe((await other.send('Hi', key)).id);
  });

  it('sends one of twenty different messages when the monthly limit is 1, and the others when it is raised', async () => {
    const { client, campaign, update, send } = await setUp();
    await update({ monthlySMSLimit: 1 });
    const leads = await Promise.all(
      Array.from({ length: 10 }, () => createLead(server, client, campaign, { fullName: 'Bo', phone: nextPhone() })),
    );
    const messages = await Promise.all([
      ...Array.from({ length: 10 }, (_, n) => send(`Text ${n}`)),
      ...leads.map(async ({ id: leadId }) => {
        const input = { leadId, body: 'Hi', key: randomUUID() };
        return (await client.call(SendMessageDocument, { input })).sendMessage;
      }),
    ]);
    const claims = await Promise.all(messages.map(({ id }) => claim(id)));
    const sent = claims.filter(({ decision }) => decision === 'send');
    expect(sent).toHaveLength(1);
    await record(sent[0]!.message!.id);
    expect(await used(client.id)).toBe(1);
    const held = messages.find(({ id }) => id !== sent[0]!.message!.id && leads.length > 0)!;
    expect(await row(held.id)).toMatchObject({ status: 'held' });
    await update({ monthlySMSLimit: 100 });
    const again = await Promise.all(messages.slice(10).map(({ id }) => claim(id)));
    expect(again.filter(({ decision }) => decision === 'send').length).toBeGreaterThanOrEqual(9);
  });

  it('sends messages to a lead in the order in which they were written', async () => {
    const { send, shown } = await setUp();
    const [first, second, third] = [await send('1'), await send('2'), await send('3')];
    expect(await claim(third.id)).toMatchObject({ decision: 'hold', reason: 'earlier_message' });
    expect(await claim(second.id)).toMatchObject({ decision: 'hold', reason: 'earlier_message' });
    expect(await shown()).toEqual([
      'Waiting because an earlier message to this lead is not sent yet',
      'Waiting because an earlier message to this lead is not sent yet',
      'Sending',
    ]);
    await server.dataSource.query('DELETE FROM outbox');
    await deliver(first.id);
    expect(await outboxOf(second.id)).toEqual([{ kind: 'signal' }]);
    expect(await outboxOf(third.id)).toEqual([]);
    await claim(second.id);
    await record(second.id, { status: 'failed', reason: 'carrier_refused' });
    expect(await outboxOf(third.id)).toEqual([{ kind: 'signal' }]);
    await deliver(third.id);
    expect(await shown()).toEqual(['Sent', 'Not sent because the carrier rejected it', 'Sent']);
  });

  it('a message waits for the end of quiet hours and says until when, unless the lead wrote within an hour', async () => {
    const { leadId, update, send, conversation, reply } = await setUp();
    await deliver((await send('Hello')).id);
    await update({ quietHours: quietNow() });
    const fresh = await send('The lead has just submitted the form');
    await deliver(fresh.id);
    await server.dataSource.query(`UPDATE leads SET created_at = now() - interval '2 hours' WHERE id = $1`, [leadId]);
    const message = await send('Good night');
    expect(await claim(message.id)).toMatchObject({ decision: 'hold', reason: 'quiet_hours' });
    const [waiting] = (await conversation()).messages.nodes;
    expect(waiting!.description).toMatch(/^Waiting because /);
    expect(Date.parse(waiting!.waitsUntil!)).toBeGreaterThan(Date.now());
    await reply('Are you there?');
    await deliver(message.id);
    await server.dataSource.query(`UPDATE replies SET created_at = now() - interval '61 minutes' WHERE lead_id = $1`, [
      leadId,
    ]);
    expect(await claim((await send('Later')).id)).toMatchObject({ decision: 'hold', reason: 'quiet_hours' });
  });

  it('a reply does not exempt the messages of a sequence from quiet hours', async () => {
    const { client, campaign, phone, update, reply, send } = await setUp();
    await createSequence(server, client.id, campaign.id, { stopOnReply: false });
    const { id: leadId } = await createLead(server, client, campaign, { fullName: 'Ann', phone });
    const [{ id }] = await server.dataSource.query<[{ id: string }]>('SELECT id FROM enrollments WHERE lead_id = $1', [
      leadId,
    ]);
    await deliver((await send('Hello')).id);
    await reply('Hi');
    await server.dataSource.query(`UPDATE leads SET created_at = now() - interval '2 hours' WHERE id = $1`, [leadId]);
    await update({ quietHours: quietNow() });
    expect(await claim(id)).toMatchObject({ decision: 'hold', reason: 'quiet_hours' });
  });

  it('a STOP is honoured while a message waits, and the quota is not used', async () => {
    const { client, send, shown, reply, rejection, update, leadId } = await setUp();
    await deliver((await send('Hello')).id);
    await update({ quietHours: quietNow() });
    await server.dataSource.query(`UPDATE leads SET created_at = now() - interval '2 hours' WHERE id = $1`, [leadId]);
    const waiting = await send('In the morning');
    expect(await claim(waiting.id)).toMatchObject({ reason: 'quiet_hours' });
    await reply('STOP');
    expect(await outboxOf(waiting.id)).toContainEqual({ kind: 'signal' });
    expect((await shown())[0]).toBe('Not sent because this number opted out of text messages');
    expect(await claim(waiting.id)).toMatchObject({ decision: 'finish', reason: 'opted_out' });
    expect(await row(waiting.id)).toMatchObject({ status: 'skipped', reason: 'opted_out' });
    expect(await used(client.id)).toBe(1);
    expect(await rejection()).toBe('Not sent because this number opted out of text messages.');
  });

  it('a claimed message that has certainly not reached the provider is skipped after STOP, and its quota released', async () => {
    const { client, send, reply } = await setUp();
    await deliver((await send('Hello')).id);
    const { id } = await send('Again');
    expect(await claim(id)).toMatchObject({ decision: 'send' });
    await server.service(CancelSendAttemptDocument, { messageId: id, attempts: 1 });
    await server.service(ReportProviderOutageDocument, { messageId: id, reason: 'unreachable' });
    expect(await used(client.id)).toBe(2);
    await reply('STOP');
    expect(await claim(id)).toMatchObject({ decision: 'finish', reason: 'opted_out' });
    expect(await used(client.id)).toBe(1);
  });

  it('an attempt with an unknown outcome is not sent again after STOP', async () => {
    const { send, reply, shown } = await setUp();
    await deliver((await send('Hello')).id);
    const { id } = await send('Again');
    expect(await claim(id)).toMatchObject({ decision: 'send', message: { attemptedBefore: false } });
    expect(await claim(id)).toMatchObject({ decision: 'send', message: { attemptedBefore: true } });
    await reply('STOP');
    await server.service(ClaimRetryDocument, { messageId: id, attempts: 1 });
    expect((await shown())[0]).toBe('Not sent because its delivery could not be confirmed. It was not sent again');
  });

  it('waits while the provider is unavailable, and is sent when it responds', async () => {
    const { send, shown } = await setUp();
    const { id } = await send('Hello');
    await claim(id);
    await server.service(CancelSendAttemptDocument, { messageId: id, attempts: 1 });
    await server.service(ReportProviderOutageDocument, { messageId: id, reason: 'twilio_20003' });
    expect(await claim(id)).toMatchObject({ decision: 'hold', reason: 'provider_unavailable' });
    expect((await shown())[0]).toMatch(/^Waiting because the text message provider is unavailable/);
    await server.dataSource.query('DELETE FROM provider_breaker');
    await deliver(id);
  });

  it('the limits of a number apply', async () => {
    const { send, shown } = await setUp();
    for (let n = 0; n < NUMBER_LIMITS.hour; n += 1) await deliver((await send(`Text ${n}`)).id);
    const { id } = await send('One too many');
    expect(await claim(id)).toMatchObject({ decision: 'hold', reason: 'number_limit' });
    expect((await shown())[0]).toBe('Waiting because this number received many messages in the last hours');
  });

  it('many messages in one conversation are no flood of first messages', async () => {
    const { client, campaign, send, phone } = await setUp({ phone: '+14155554001' });
    await deliver((await send('Hello')).id);
    const [first] = await server.dataSource.query<{ id: string }[]>('SELECT id FROM enrollments WHERE to_e164 = $1', [
      phone,
    ]);
    await server.dataSource.query(
      `INSERT INTO enrollments (id, client_id, lead_id, steps, status, to_e164, next_step)
       SELECT md5('flood' || n)::uuid, client_id, lead_id, steps, 'completed', '+14155554009', 1 FROM enrollments, generate_series(1, 40) n WHERE id = $1`,
      [first!.id],
    );
    await server.dataSource.query(
      `INSERT INTO sms_messages (id, client_id, campaign_id, lead_id, enrollment_id, step, to_e164, body, status, due_at, sent_at, sent_by)
       SELECT md5('flood' || n)::uuid, client_id, campaign_id, lead_id, md5('flood' || n)::uuid, 0, '+14155554009', 'x', 'sent', now(), now(), 'x'
       FROM sms_messages, generate_series(1, 40) n WHERE id = $1`,
      [first!.id],
    );
    const { id: leadId } = await createLead(server, client, campaign, { fullName: 'Bo', phone: '+14155554005' });
    const input = { leadId, body: 'Hi', key: randomUUID() };
    await deliver((await client.call(SendMessageDocument, { input })).sendMessage.id);
  });

  it('a lead that cannot receive messages is refused with the reason, which its conversation shows before', async () => {
    const { client, leadId, update, rejection, conversation } = await setUp();
    const expectReason = async (reason: string) => {
      expect(await rejection()).toBe(`Not sent because ${reason}.`);
      expect((await conversation()).messagesBlockedReason).toBe(reason);
    };
    await update({ smsAutoReplyEnabled: false });
    await expectReason('text messages are turned off for this business');
    await update({ smsAutoReplyEnabled: true });
    const change = (phone: string) =>
      client.call(UpdateLeadDocument, { id: leadId, input: { formData: { fullName: 'Ann', phone } } });
    await change('+37120123456');
    await expectReason('text messages are not sent to numbers in this country');
    await change(nextPhone());
    await expectReason('this number did not agree to text messages');
    await server.dataSource.query('UPDATE leads SET phone_e164 = NULL WHERE id = $1', [leadId]);
    await expectReason('the phone number cannot receive text messages');
    await server.dataSource.query('UPDATE leads SET phone = NULL WHERE id = $1', [leadId]);
    await expectReason('the lead gave no phone number');
    const sent = await server.dataSource.query('SELECT FROM sms_messages WHERE lead_id = $1', [leadId]);
    expect(sent).toEqual([]);

    const optedOut = await setUp();
    await optedOut.client.call(RecordOptOutDocument, { id: optedOut.leadId });
    expect(await optedOut.rejection()).toBe('Not sent because this number opted out of text messages.');
    await server.dataSource.query(`UPDATE clients SET status = 'inactive' WHERE id = $1`, [optedOut.client.id]);
    expect(await optedOut.rejection('Hi', server.admin)).toBe('Not sent because this business is inactive.');
  });

  it('a held lead is invisible to its client and refused to an administrator', async () => {
    const { leadId, rejection } = await setUp();
    await server.dataSource.query('UPDATE leads SET held = true WHERE id = $1', [leadId]);
    expect(await rejection()).toBe('NOT_FOUND');
    expect(await rejection('Hi', server.admin)).toBe(
      'Not sent because this lead is held because the monthly lead limit is reached.',
    );
  });

  it('what changes after a message was written is checked again when it is sent', async () => {
    const { client, leadId, update, send, shown } = await setUp();
    const first = await send('Hello');
    await update({ smsAutoReplyEnabled: false });
    expect(await claim(first.id)).toMatchObject({ decision: 'hold', reason: 'messages_off' });
    expect(await row(first.id)).toMatchObject({ status: 'held', reason: 'messages_off' });
    await update({ smsAutoReplyEnabled: true });
    await client.call(UpdateLeadDocument, { id: leadId, input: { formData: { fullName: 'Ann', phone: nextPhone() } } });
    expect(await claim(first.id)).toMatchObject({ decision: 'finish', reason: 'number_changed' });
    expect(await shown()).toEqual(['Not sent because the phone number was changed']);
  });

  it('a converted lead can be written to, and deleting a sequence leaves the conversation', async () => {
    const { client, campaign, leadId, send, conversation } = await setUp();
    const sequence = await createSequence(server, client.id, campaign.id);
    await client.call(UpdateLeadDocument, { id: leadId, input: { status: 'converted' } });
    const { id } = await send('Welcome!');
    await client.call(DeleteSequenceDocument, { id: sequence.id });
    await server.doBulkWork();
    await deliver(id);
    expect((await conversation()).messages.nodes).toHaveLength(1);
  });

  it('rejects empty and too long messages by field', async () => {
    const { send, rejection } = await setUp();
    expect(await rejection('  ')).toBe('Enter a message.');
    expect(await rejection('x'.repeat(1_601))).toBe('Message must have 1 to 1600 characters.');
    expect(await rejection('x'.repeat(1_600))).toBe(
      'Message must have at most 1600 characters and 10 segments, with the business name and how to stop.',
    );
    expect(await rejection('💧'.repeat(400))).toMatch(/^Message must have at most 1600 characters and 10 segments/);
    await expect(send('Hi', '')).rejects.toMatchObject({ fields: { key: 'Key must have 1 to 200 characters.' } });
  });

  it('the holder of a dashboard link writes in the name of the business, unless the link is read-only', async () => {
    const { leadId, update } = await setUp({ authEnabled: false });
    const input = () => ({ leadId, body: 'Hello', key: randomUUID() });
    const { sendMessage } = await server.visitor(SendMessageDocument, { input: input() });
    expect(sendMessage.sentBy).toBe('Acme');
    await update({ linkReadOnly: true });
    await expect(server.visitor(SendMessageDocument, { input: input() })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const other = await setUp();
    expect(await other.rejection('Hi', server.visitor)).toBe('UNAUTHENTICATED');
    expect(await other.rejection('Hi', (await setUp()).client.call)).toBe('NOT_FOUND');
  });
});
