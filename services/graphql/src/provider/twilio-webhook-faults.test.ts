import { ClaimStepDocument, RecordSendResultDocument } from '../testing/internal-operations/generated';
import { DeleteLeadDocument, LeadDocument, SmsMessagesDocument } from '../testing/operations/generated';
import { randomUUID } from 'node:crypto';
import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks';
import { createCampaign, createClient, createLead, createSequence } from '../testing/fixtures';
import { FAULT_RUNS, recordFaultRun } from '../testing/record-fault-run';
import { replyBodies } from '../testing/reply-bodies';
import { pickFrom, seeds } from '../testing/seeds';
import { startTestServer, type TestServer } from '../testing/test-server';

const [token, previous] = ['the token', 'the token before'];
const publicUrl = 'https://leads.example.com';
const [seed = 0] = seeds();
const FORGERIES = FAULT_RUNS * 100;

jest.setTimeout(600_000);

describe(`Twilio webhooks under faults (TEST_SEED=${seed})`, () => {
  let server: TestServer;
  beforeAll(
    async () =>
      void (server = await startTestServer({ twilioAuthTokens: [token, previous], publicUrl, rateLimits: false })),
  );
  afterAll(() => server.stop());

  const post = async (path: string, body: string, signature: string | null, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${new URL(server.url).origin}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(signature === null ? {} : { 'x-twilio-signature': signature }),
        ...headers,
      },
      body,
    });
    return answer.status;
  };
  const signed = (path: string, fields: Record<string, string>) =>
    post(
      path,
      new URLSearchParams(fields).toString(),
      getExpectedTwilioSignature(token, `${publicUrl}${path}`, fields),
    );
  const postReply = (from: string, body: string, sid = `SM${randomUUID()}`) =>
    signed('/webhooks/twilio/inbound', { MessageSid: sid, From: from, To: '+15005550006', Body: body });

  let lastNumber = 5_000;
  async function seedClient() {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const sequence = await createSequence(server, client.id, campaign.id);
    return { client, campaign, sequence };
  }
  /** Creates a lead whose first message was sent. */
  async function sendMessage({ client, campaign }: Awaited<ReturnType<typeof seedClient>>) {
    const number = `+1415555${(lastNumber += 1)}`;
    const { id: leadId } = await createLead(server, client, campaign, { phone: number });
    const [enrollment] = (await client.call(LeadDocument, { id: leadId })).lead.enrollments.nodes;
    const { message } = (await server.service(ClaimStepDocument, { enrollmentId: enrollment!.id, position: 0 }))
      .claimStep;
    const sid = `SM${message!.id}`;
    await server.service(RecordSendResultDocument, {
      outcome: { messageId: message!.id, providerId: sid, status: 'sent' },
    });
    return { client, number, leadId, enrollmentId: enrollment!.id, messageId: message!.id, sid };
  }

  it('W1: receipts that arrive repeatedly, in any order or at once end in the same state', async () => {
    const pick = pickFrom(`${seed} receipts`);
    const fixture = await seedClient();
    const ranks = ['accepted', 'queued', 'sending', 'sent', 'delivered'];
    for (let n = 0; n < FAULT_RUNS; n += 1) {
      const { sid, messageId } = await sendMessage(fixture);
      const path = `/webhooks/twilio/status?m=${messageId}`;
      const list = [...ranks, ...Array.from({ length: pick(6) }, () => ranks[pick(ranks.length)]!)];
      const order = list.map((status) => ({ status, place: pick(1_000_000) })).sort((a, b) => a.place - b.place);
      const send = ({ status }: { status: string }) => signed(path, { MessageSid: sid, MessageStatus: status });
      const answers =
        pick(2) === 0
          ? await Promise.all(order.map(send))
          : await order.reduce(
              async (before: Promise<number[]>, receipt) => [...(await before), await send(receipt)],
              Promise.resolve([]),
            );
      expect(answers).toEqual(order.map(() => 204));
      const { messages } = (await fixture.client.call(SmsMessagesDocument, { clientId: fixture.client.id })).client;
      expect(messages.nodes.find(({ id }) => id === messageId)).toMatchObject({
        status: 'sent',
        deliveryStatus: 'delivered',
      });
    }
    recordFaultRun({ seed, count: FAULT_RUNS });
  });

  it(`W3: ${FORGERIES} forged requests are all rejected with 403 and change nothing`, async () => {
    const pick = pickFrom(`${seed} forgeries`);
    const { number, sid, messageId, enrollmentId } = await sendMessage(await seedClient());
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=%&?\u0000é';
    const junk = (most: number) => Array.from({ length: pick(most) }, () => letters[pick(letters.length)]).join('');
    const state = async () =>
      JSON.stringify(
        await server.dataSource.query(
          `SELECT (SELECT count(*) FROM replies) AS replies, (SELECT count(*) FROM suppressions) AS out, m.delivery_status, m.status, e.status AS enrollment FROM sms_messages m JOIN enrollments e ON e.id = m.enrollment_id WHERE m.id = $1`,
          [messageId],
        ),
      );
    const before = await state();
    const seen = new Set<number>();
    for (let n = 0; n < FORGERIES; n += 1) {
      const isReceipt = pick(2) === 0;
      const path = isReceipt ? `/webhooks/twilio/status?m=${messageId}` : '/webhooks/twilio/inbound';
      const fields: Record<string, string> = isReceipt
        ? { MessageSid: sid, MessageStatus: 'delivered' }
        : { MessageSid: `SM${n}`, From: number, To: '+15005550006', Body: 'STOP' };
      const honest = getExpectedTwilioSignature(token, `${publicUrl}${path}`, fields);
      const index = pick(honest.length - 2);
      const flipped =
        honest.slice(0, index) +
        letters[(letters.indexOf(honest[index]!) + 1 + pick(20)) % 62] +
        honest.slice(index + 1);
      const body = new URLSearchParams(fields).toString();
      const forgery = [
        () => post(path, body, null),
        () => post(path, body, junk(40).replaceAll('\u0000', '').replaceAll('é', '')),
        () => post(path, body, flipped),
        () => post(path, body, getExpectedTwilioSignature(`${token}${junk(5)}x`, `${publicUrl}${path}`, fields)),
        () => post(path, `${body}&${encodeURIComponent(`k${junk(8)}`)}=${encodeURIComponent(junk(8))}`, honest),
        () =>
          post(
            path,
            new URLSearchParams({ ...fields, MessageSid: `${fields['MessageSid']}${1 + pick(9)}` }).toString(),
            honest,
          ),
        () => post(`${path}${path.includes('?') ? '&' : '?'}x=${pick(100)}`, body, honest),
        () =>
          post(
            path,
            body,
            getExpectedTwilioSignature(
              token,
              `http://${['127.0.0.1', 'evil.example', 'leads.example.com:8443'][pick(3)]}${path}`,
              fields,
            ),
            { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' },
          ),
        () => post(isReceipt ? '/webhooks/twilio/inbound' : `/webhooks/twilio/status?m=${messageId}`, body, honest),
        () => post(path, JSON.stringify(fields), honest, { 'content-type': 'application/json' }),
        () => post(path, junk(3_000), honest),
        () => post(path, body, `${honest}, ${honest}`),
      ][pick(12)]!;
      seen.add(await forgery());
    }
    expect([...seen]).toEqual([403]);
    expect(await state()).toBe(before);
    expect((await server.dataSource.query('SELECT status FROM enrollments WHERE id = $1', [enrollmentId]))[0]).toEqual({
      status: 'active',
    });
    // The same fields in another order are valid, with either token.
    const fields = { MessageStatus: 'delivered', MessageSid: sid, Unknown: 'ünïcode & more' };
    const path = `/webhooks/twilio/status?m=${messageId}`;
    expect(
      await post(
        path,
        new URLSearchParams(Object.entries(fields).reverse()).toString(),
        getExpectedTwilioSignature(previous, `${publicUrl}${path}`, fields),
      ),
    ).toBe(204);
    expect(await state()).not.toBe(before);
    recordFaultRun({ seed, count: FORGERIES });
  });

  it('W4: every STOP keyword and no other reply opts a number out for good, and only START opts it in', async () => {
    const fixture = await seedClient();
    const { client, campaign, sequence } = fixture;
    const claim = async (enrollmentId: string, position: number) =>
      (await server.service(ClaimStepDocument, { enrollmentId, position })).claimStep;
    const again = async (phone: string) => {
      const { id } = await createLead(server, client, campaign, { phone });
      return (await client.call(LeadDocument, { id })).lead.enrollments.nodes.find(
        ({ sequenceId }) => sequenceId === sequence.id,
      )!;
    };
    const all = Object.entries(replyBodies).flatMap(([intent, bodies]) => bodies.map((body) => ({ intent, body })));
    const pick = pickFrom(`${seed} replies`);
    const sample =
      FAULT_RUNS >= 50
        ? all
        : all.filter(({ intent }, n) => (n === 0 || intent === 'stop' ? pick(3) === 0 : pick(2) === 0));
    for (const { intent, body } of sample) {
      const { number, leadId, enrollmentId } = await sendMessage(fixture);
      expect(await postReply(number, body)).toBe(200);
      await server.dataSource.query(`UPDATE enrollments SET next_due_at = now() WHERE id = $1`, [enrollmentId]);
      const { decision } = await claim(enrollmentId, 1);
      expect([body, decision]).toEqual([body, intent === 'help' || intent === 'start' ? 'send' : 'finish']);
      // Neither deleting the lead nor a new submission opts the number in.
      await client.call(DeleteLeadDocument, { id: leadId });
      expect([body, (await again(number)).reason]).toEqual([body, intent === 'stop' ? 'opted_out' : null]);
    }
    const { number } = await sendMessage(fixture);
    const other = await seedClient();
    await postReply(number, 'STOP');
    await createSequence(server, client.id, campaign.id);
    expect((await again(number)).reason).toBe('opted_out');
    const { id } = await createLead(server, other.client, other.campaign, { phone: number });
    expect((await other.client.call(LeadDocument, { id })).lead.enrollments.nodes[0]).toMatchObject({
      reason: 'opted_out',
    });
    await postReply(number, 'START');
    expect((await again(number)).reason).toBeNull();
    recordFaultRun({ seed, count: sample.length });
  });
});
