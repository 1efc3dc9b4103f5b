import { ClaimStepDocument, RecordSendResultDocument } from '../testing/internal-operations/generated';
import {
  AdminStatsDocument,
  LeadDocument,
  SendMessageDocument,
  SetSenderDocument,
  SmsMessagesDocument,
} from '../testing/operations/generated';
import { isUUID } from 'class-validator';
import { randomUUID } from 'node:crypto';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks';
import { metrics } from '@dripline/runtime/http/health-server';
import { createCampaign, createClient, createLead, createSequence } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';

const [token, previous] = ['the token', 'the token before'];
const publicUrl = 'https://leads.example.com';

describe('Twilio webhooks', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer({ twilioAuthTokens: [token, previous], publicUrl })));
  afterAll(() => server.stop());

  async function post(
    path: string,
    fields: Record<string, string>,
    { signedWith = token, signedFor = `${publicUrl}${path}`, signedFields = fields } = {},
  ) {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': getExpectedTwilioSignature(signedWith, signedFor, signedFields),
      'x-forwarded-host': 'leads.example.com',
      'x-forwarded-proto': 'https',
    };
    const answer = await fetch(`${new URL(server.url).origin}${path}`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(fields),
    });
    return answer.status;
  }
  const receipt = (messageId: string, sid: string, status: string, more: Record<string, string> = {}) =>
    post(`/webhooks/twilio/status?m=${messageId}`, { MessageSid: sid, MessageStatus: status, ...more });
  const reply = (from: string, body: string, more: Record<string, string> = {}) =>
    post('/webhooks/twilio/inbound', {
      MessageSid: `SM${randomUUID()}`,
      From: from,
      To: '+15005550006',
      Body: body,
      ...more,
    });

  let lastNumber = 2_000;
  /** Creates a lead whose first message is claimed and, if a provider id is given, recorded as sent. */
  async function claimMessage({
    sid,
    steps = 2,
    client,
  }: { sid?: string; steps?: number; client?: Awaited<ReturnType<typeof createClient>> } = {}) {
    const owner = client ?? (await createClient(server));
    const campaign = await createCampaign(server, owner.id);
    await createSequence(server, owner.id, campaign.id, {
      steps: Array.from({ length: steps }, (_, n) => ({ delayMinutes: n, message: `Step ${n}` })),
    });
    const number = `+1415555${(lastNumber += 1)}`;
    const { id: leadId } = await createLead(server, owner, campaign, { phone: number });
    const { lead } = await owner.call(LeadDocument, { id: leadId });
    const enrollmentId = lead.enrollments.nodes[0]!.id;
    const { claimStep } = await server.service(ClaimStepDocument, { enrollmentId, position: 0 });
    const messageId = claimStep.message!.id;
    if (sid)
      await server.service(RecordSendResultDocument, { outcome: { messageId, providerId: sid, status: 'sent' } });
    return { client: owner, campaign, number, leadId, enrollmentId, messageId };
  }
  const message = async ({ client, messageId }: Awaited<ReturnType<typeof claimMessage>>) =>
    (await client.call(SmsMessagesDocument, { clientId: client.id })).client.messages.nodes.find(
      ({ id }) => id === messageId,
    )!;
  const enrollment = async ({ client, leadId }: Awaited<ReturnType<typeof claimMessage>>) =>
    (await client.call(LeadDocument, { id: leadId })).lead.enrollments.nodes[0]!;

  it('a request is accepted only with a signature of the current or previous auth token over its URL and fields', async () => {
    const sent = await claimMessage({ sid: 'SM-signed' });
    const path = `/webhooks/twilio/status?m=${sent.messageId}`;
    const fields = { MessageSid: 'SM-signed', MessageStatus: 'delivered', Unknown: 'part of the signature' };
    for (const forgery of [
      { signedWith: 'another token' },
      { signedFor: `https://elsewhere.example.com${path}` },
      { signedFor: `${publicUrl}/webhooks/twilio/inbound` },
      { signedFor: `${publicUrl}${path}0` },
      { signedFields: { ...fields, MessageStatus: 'sent' } },
      { signedFields: { MessageSid: 'SM-signed', MessageStatus: 'delivered' } },
    ]) {
      expect(await post(path, fields, forgery)).toBe(403);
    }
    expect((await message(sent)).deliveryStatus).toBeNull();
    expect(await post(path, fields, { signedWith: previous })).toBe(204);
    expect((await message(sent)).deliveryStatus).toBe('delivered');
  });

  it('receipts in any order and number end in the same state, and the message stays sent', async () => {
    const statuses = ['queued', 'sending', 'sent', 'delivered'];
    for (const order of permutations(statuses)) {
      const sid = `SM${randomUUID()}`;
      const sent = await claimMessage({ sid });
      for (const status of [...order, ...order]) expect(await receipt(sent.messageId, sid, status)).toBe(204);
      expect(await message(sent)).toMatchObject({ status: 'sent', deliveryStatus: 'delivered' });
    }
  }, 120_000);

  it('a receipt proves that the provider accepted a message whose worker died, and advances its enrollment', async () => {
    const claimed = await claimMessage();
    expect((await message(claimed)).status).toBe('queued');
    expect(await receipt(claimed.messageId, 'SM-proof', 'sent')).toBe(204);
    expect(await message(claimed)).toMatchObject({ status: 'sent', deliveryStatus: 'sent' });
    expect(await enrollment(claimed)).toMatchObject({ nextStep: 1, status: 'active' });
    // A provider id of another message and an unknown message change nothing.
    const other = await claimMessage({ sid: 'SM-other' });
    expect(await receipt(other.messageId, 'SM-proof', 'failed')).toBe(204);
    expect(await message(other)).toMatchObject({ status: 'sent', deliveryStatus: null });
    const counted = async () => (await server.admin(AdminStatsDocument, {})).adminStats.unmatchedReceipts;
    const measured = async () =>
      (await metrics.getSingleMetric('dripline_unmatched_receipts_total')!.get()).values[0]!.value;
    const [before, measuredBefore] = [await counted(), await measured()];
    expect(await receipt(randomUUID(), 'SM-unknown', 'sent')).toBe(204);
    expect(await post('/webhooks/twilio/status', { MessageSid: 'SM-nobody', MessageStatus: 'sent' })).toBe(204);
    expect((await counted()) - before).toBe(2);
    expect((await measured()) - measuredBefore).toBe(2);
    expect(await receipt(claimed.messageId, 'SM-proof', 'delivered')).toBe(204);
    expect(await post('/webhooks/twilio/status', { MessageSid: 'SM-proof', MessageStatus: 'delivered' })).toBe(204);
    expect((await counted()) - before).toBe(2);
  });

  it('a receipt of a message that a person wrote is recorded before the worker reports that it was sent', async () => {
    const owner = await createClient(server);
    const campaign = await createCampaign(server, owner.id);
    const { id: leadId } = await createLead(server, owner, campaign, { phone: `+1415555${(lastNumber += 1)}` });
    // Every other ID would be no UUID of a known version if it were only a part of a hash.
    for (let count = 0; count < 8; count += 1) {
      const input = { leadId, body: 'Hello', key: randomUUID() };
      const { id } = (await owner.call(SendMessageDocument, { input })).sendMessage;
      expect(isUUID(id, '8')).toBe(true);
      expect((await owner.call(SendMessageDocument, { input })).sendMessage.id).toBe(id);
      await server.service(ClaimStepDocument, { enrollmentId: id, position: 0 });
      expect(await receipt(id, `SM-${id}`, 'delivered')).toBe(204);
      const { messages } = (await owner.call(SmsMessagesDocument, { clientId: owner.id })).client;
      expect(messages.nodes.find((node) => node.id === id)).toMatchObject({
        status: 'sent',
        deliveryStatus: 'delivered',
      });
    }
  });

  it('a receipt proves that the provider accepted a test message, and counts as known', async () => {
    const { id: clientId } = await createClient(server);
    const [{ id }] = await server.dataSource.query<[{ id: string }]>(
      `INSERT INTO test_messages (client_id, key, to_e164, body, attempted_at) VALUES ($1, 'k', '+14155550100', 'Hi', now()) RETURNING id`,
      [clientId],
    );
    const unknown = () => server.dataSource.query('SELECT sum(receipts) AS sum FROM unmatched_receipts');
    const before = await unknown();
    expect(await receipt(id, 'SM-test', 'sent')).toBe(204);
    expect(await receipt(id, 'SM-test', 'delivered')).toBe(204);
    expect(await server.dataSource.query('SELECT status, provider_id FROM test_messages WHERE id = $1', [id])).toEqual([
      { status: 'sent', provider_id: 'SM-test' },
    ]);
    expect(await unknown()).toEqual(before);
  });

  it('a receipt and the worker’s record of the same send may arrive at once, and neither is lost', async () => {
    const client = await createClient(server);
    const fixtures = [];
    for (let n = 0; n < 10; n += 1) fixtures.push(await claimMessage({ client }));
    const both = fixtures.flatMap(({ messageId }) => {
      const sid = `SM-${messageId}`;
      return [
        receipt(messageId, sid, 'delivered'),
        server
          .service(RecordSendResultDocument, { outcome: { messageId, providerId: sid, status: 'sent' } })
          .then(() => 204),
      ];
    });
    expect(await Promise.all(both)).toEqual(both.map(() => 204));
    for (const fixture of fixtures)
      expect(await message(fixture)).toMatchObject({ status: 'sent', deliveryStatus: 'delivered' });
  }, 60_000);

  it('STOP reaches the fallback URL too, twice is recorded once, and names the client whose sender received it', async () => {
    const client = await createClient(server);
    const messagingServiceSid = `MG${randomUUID().replaceAll('-', '')}`;
    const input = { messagingServiceSid, messagesPerSecond: 100 };
    await server.admin(SetSenderDocument, { clientId: client.id, input });
    const sent = await claimMessage({ sid: 'SM-own', client });
    const fields = {
      ...{ MessageSid: `SM${randomUUID()}`, From: sent.number, To: '+15005550006', Body: 'STOP' },
      MessagingServiceSid: messagingServiceSid,
    };
    const failed = { ErrorCode: '11200', ErrorUrl: `${publicUrl}/webhooks/twilio/inbound` };
    expect(await post('/webhooks/twilio/inbound?fallback=1', { ...fields, ...failed })).toBe(200);
    expect(await post('/webhooks/twilio/inbound', fields)).toBe(200);
    expect(await enrollment(sent)).toMatchObject({ status: 'cancelled', reason: 'opted_out' });
    const rows = (sql: string) => server.dataSource.query<unknown[]>(sql, [sent.number]);
    expect(await rows('SELECT sender, client_id FROM suppressions WHERE number_hash = number_hash($1)')).toEqual([
      { sender: messagingServiceSid, client_id: client.id },
    ]);
    expect(
      await rows('SELECT FROM replies JOIN leads ON leads.id = replies.lead_id WHERE leads.phone_e164 = $1'),
    ).toHaveLength(1);
  });

  it('STOP opts a number out of later messages and new enrollments until START', async () => {
    const sent = await claimMessage({ sid: 'SM-stop' });
    expect(await reply(sent.number, 'Please stop texting me')).toBe(200);
    expect(await enrollment(sent)).toMatchObject({ status: 'cancelled', reason: 'opted_out' });
    const outbox = await server.dataSource.query<{ kind: string }[]>(
      `SELECT kind FROM outbox WHERE subject_id = $1 AND kind = 'signal'`,
      [sent.enrollmentId],
    );
    expect(outbox).toEqual([{ kind: 'signal' }]);
    await server.dataSource.query('UPDATE enrollments SET next_due_at = now() WHERE id = $1', [sent.enrollmentId]);
    expect(
      (await server.service(ClaimStepDocument, { enrollmentId: sent.enrollmentId, position: 1 })).claimStep,
    ).toMatchObject({ decision: 'finish', message: null });

    const again = async () => {
      const { id } = await createLead(server, sent.client, sent.campaign, { phone: sent.number });
      return (await sent.client.call(LeadDocument, { id })).lead.enrollments.nodes[0];
    };
    expect(await again()).toMatchObject({ status: 'cancelled', reason: 'opted_out' });
    expect(await reply(sent.number, 'START')).toBe(200);
    expect(await again()).toMatchObject({ status: 'active' });
  });

  it('Twilio’s own opt-out classification takes precedence over the reply’s text, and applies to every client of the shared sender', async () => {
    const one = await claimMessage({ sid: 'SM-one' });
    const two = await claimMessage({ sid: 'SM-two' });
    await server.dataSource.query(
      'WITH message AS (UPDATE sms_messages SET to_e164 = $1 WHERE id = $2 RETURNING enrollment_id) UPDATE enrollments SET to_e164 = $1 WHERE id IN (SELECT enrollment_id FROM message)',
      [one.number, two.messageId],
    );
    expect(await reply(one.number, 'no mas', { OptOutType: 'STOP' })).toBe(200);
    const reasons = await server.dataSource.query('SELECT reason FROM enrollments WHERE to_e164 = $1', [one.number]);
    expect(reasons).toEqual([{ reason: 'opted_out' }, { reason: 'opted_out' }]);
  });

  it('a reply cancels a sequence that stops on replies, HELP does not, and each reply is stored once', async () => {
    const sent = await claimMessage({ sid: 'SM-reply' });
    expect(await reply(sent.number, 'HELP')).toBe(200);
    expect(await enrollment(sent)).toMatchObject({ status: 'active' });
    const sid = { MessageSid: 'SM-once' };
    expect(await reply(sent.number, 'Tuesday works', sid)).toBe(200);
    expect(await reply(sent.number, 'Tuesday works', sid)).toBe(200);
    expect(await enrollment(sent)).toMatchObject({ status: 'cancelled', reason: 'replied' });
    const storedReplies = await server.dataSource.query(
      'SELECT body, intent FROM replies WHERE lead_id = $1 ORDER BY created_at',
      [sent.leadId],
    );
    expect(storedReplies).toEqual([
      { body: 'HELP', intent: 'help' },
      { body: 'Tuesday works', intent: 'reply' },
    ]);
    expect(await reply('+14155550000', 'STOP')).toBe(200);
  });

  it('a body larger than Twilio’s own is rejected', async () => {
    expect(await reply('+14155550000', 'x'.repeat(20_000))).toBe(413);
  });
});

function permutations<Each>(list: Each[]): Each[][] {
  return list.length < 2
    ? [list]
    : list.flatMap((first, index) => permutations(list.toSpliced(index, 1)).map((others) => [first, ...others]));
}
