import { ClaimStepDocument, RecordSendResultDocument } from '../testing/internal-operations/generated';
import { LeadDocument, SequencesDocument, UpdateSequenceDocument } from '../testing/operations/generated';
import { createCampaign, createClient, createLead, createSequence } from '../testing/fixtures';
import { recordFaultRun } from '../testing/record-fault-run';
import { startTestServer, type TestServer } from '../testing/test-server';
import { recordReceipt } from './record-receipt';

/**
 * The expected effect of each error code on the message, its enrollment, the number, the opt-outs and the circuit
 * breaker.
 */
const table: [
  code: number,
  reason: string,
  enrollment: string,
  isGood: boolean,
  isAllowed: boolean,
  opensBreaker: boolean,
][] = [
  [21610, 'opted_out', 'cancelled', true, false, false],
  [30005, 'bad_number', 'cancelled', false, true, false],
  [30006, 'bad_number', 'cancelled', false, true, false],
  [30003, 'carrier_30003', 'active', true, true, false],
  [30007, 'carrier_30007', 'active', true, true, false],
  [30008, 'carrier_30008', 'active', true, true, false],
  [30002, 'carrier_30002', 'active', true, true, true],
  [30032, 'carrier_30032', 'active', true, true, true],
  [30034, 'carrier_30034', 'active', true, true, true],
  [39999, 'carrier_39999', 'active', true, true, false],
];

describe('delivery receipts with an error', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());
  beforeEach(() => server.dataSource.query('DELETE FROM provider_breaker'));

  let lastNumber = 4_000;
  async function seed(sequences: number) {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    for (let n = 0; n < sequences; n += 1) await createSequence(server, client.id, campaign.id);
    return { client, campaign };
  }
  async function sendMessage({ client, campaign }: Awaited<ReturnType<typeof seed>>) {
    const number = `+1415555${(lastNumber += 1)}`;
    const { id: leadId } = await createLead(server, client, campaign, { phone: number });
    const { enrollments } = (await client.call(LeadDocument, { id: leadId })).lead;
    const messageIds: string[] = [];
    for (const { id: enrollmentId } of enrollments.nodes) {
      const { message } = (await server.service(ClaimStepDocument, { enrollmentId, position: 0 })).claimStep;
      await server.service(RecordSendResultDocument, {
        outcome: { messageId: message!.id, providerId: `SM-${message!.id}`, status: 'sent' },
      });
      messageIds.push(message!.id);
    }
    return { client, leadId, number, messageIds };
  }
  const recordFailure = (messageId: string, errorCode: number) =>
    recordReceipt(server.dataSource, {
      providerId: `SM-${messageId}`,
      messageId,
      status: 'undelivered',
      errorCode: String(errorCode),
    });
  const count = async (sql: string, value?: string) =>
    (await server.dataSource.query<unknown[]>(sql, value ? [value] : [])).length;

  let fixture: Awaited<ReturnType<typeof seed>>;
  beforeAll(async () => void (fixture = await seed(1)));

  it.each(table)(
    'W2: error %i in a receipt sets the reason %s and the enrollment to %s',
    async (code, reason, enrollment, isGood, isAllowed, opensBreaker) => {
      const { client, leadId, number, messageIds } = await sendMessage(fixture);
      for (let twice = 0; twice < 2; twice += 1) expect(await recordFailure(messageIds[0]!, code)).toBe(true);
      const { lead } = await client.call(LeadDocument, { id: leadId });
      expect(lead.enrollments.nodes[0]).toMatchObject({
        status: enrollment,
        messages: { nodes: [{ status: 'sent', deliveryStatus: 'undelivered', reason }] },
      });
      expect(await count('SELECT FROM leads WHERE id = $1 AND phone_e164 IS NOT NULL', leadId)).toBe(isGood ? 1 : 0);
      expect(await count('SELECT FROM suppressions WHERE number_hash = number_hash($1)', number)).toBe(
        isAllowed ? 0 : 1,
      );
      expect(await count('SELECT FROM provider_breaker')).toBe(opensBreaker ? 1 : 0);
      recordFaultRun({ count: 1 });
    },
  );

  const isPaused = async ([messageId]: string[]) =>
    (await count(
      'SELECT FROM sequences s JOIN sms_messages m ON m.sms_sequence_id = s.id WHERE m.id = $1 AND s.paused_at IS NOT NULL',
      messageId,
    )) === 1;

  it('W2: a sequence is paused when more than 5% of its messages are filtered within an hour, and no other sequence', async () => {
    const [filtered, other] = [await seed(1), await seed(1)];
    const sent = [];
    for (let n = 0; n < 5; n += 1) sent.push(await sendMessage(filtered));
    const alone = await sendMessage(other);
    for (const { messageIds } of sent.slice(0, 2)) await recordFailure(messageIds[0]!, 30007);
    expect(await isPaused(sent[0]!.messageIds)).toBe(false);
    await recordFailure(alone.messageIds[0]!, 30007);
    await recordFailure(sent[2]!.messageIds[0]!, 30003);
    expect(await isPaused(sent[0]!.messageIds)).toBe(false);
    await recordFailure(sent[3]!.messageIds[0]!, 30007);
    expect([await isPaused(sent[0]!.messageIds), await isPaused(alone.messageIds)]).toEqual([true, false]);

    const enrollmentOf = async (leadId: string) =>
      (await filtered.client.call(LeadDocument, { id: leadId })).lead.enrollments.nodes[0]!;
    const { id: enrollmentId } = await enrollmentOf(sent[4]!.leadId);
    await server.dataSource.query('UPDATE enrollments SET next_due_at = now() WHERE id = $1', [enrollmentId]);
    const claim = async () => (await server.service(ClaimStepDocument, { enrollmentId, position: 1 })).claimStep;
    expect(await claim()).toMatchObject({ decision: 'hold', reason: 'carrier_filtered', dueAt: null, message: null });
    // Leads that arrive meanwhile are enrolled all the same.
    const { id: leadId } = await createLead(server, filtered.client, filtered.campaign, { phone: '+14155559999' });
    expect(await enrollmentOf(leadId)).toMatchObject({ status: 'active' });
    const { sequences } = (await filtered.client.call(SequencesDocument, { clientId: filtered.client.id })).client;
    expect(sequences.nodes[0]).toMatchObject({ status: 'active', pausedAt: expect.any(String) });

    await server.dataSource.query('DELETE FROM outbox');
    const { updateSequence } = await filtered.client.call(UpdateSequenceDocument, {
      id: sequences.nodes[0]!.id,
      input: { status: 'active' },
    });
    expect(updateSequence).toMatchObject({ pausedAt: null });
    expect(await count(`SELECT FROM outbox WHERE kind = 'signal' AND subject_id = $1`, enrollmentId)).toBe(1);
    expect(await claim()).toMatchObject({ decision: 'send' });
    // Messages that were filtered before the save do not count.
    await recordFailure(sent[4]!.messageIds[0]!, 30007);
    expect(await isPaused(sent[0]!.messageIds)).toBe(false);
  }, 60_000);

  it('W2: a sequence keeps running if at most 5% of its messages were filtered, or more than an hour ago', async () => {
    const many = await seed(1);
    const ids: string[] = [];
    for (let n = 0; n < 4; n += 1) ids.push((await sendMessage(many)).messageIds[0]!);
    // 57 more messages, so that three filtered ones are exactly 5%.
    await server.dataSource.query(
      `WITH one AS (SELECT * FROM sms_messages WHERE id = $1),
         lead AS (INSERT INTO leads (client_id, campaign_id, form_data) SELECT client_id, campaign_id, '{}' FROM one, generate_series(1, 56) RETURNING id),
         enrollment AS (INSERT INTO enrollments (client_id, sequence_id, lead_id, steps) SELECT one.client_id, sms_sequence_id, lead.id, '[]' FROM one, lead RETURNING id, lead_id)
       INSERT INTO sms_messages (client_id, campaign_id, sms_sequence_id, lead_id, enrollment_id, step, to_e164, body, status, due_at, sent_at)
       SELECT client_id, campaign_id, sms_sequence_id, enrollment.lead_id, enrollment.id, 0, to_e164, body, 'sent', now(), now() FROM one, enrollment`,
      [ids[0]],
    );
    for (const id of ids.slice(0, 3)) await recordFailure(id, 30007);
    expect(await isPaused(ids)).toBe(false);
    await server.dataSource.query(`UPDATE sms_messages SET sent_at = now() - interval '61 minutes' WHERE id = $1`, [
      ids[0],
    ]);
    await recordFailure(ids[3]!, 30007);
    expect(await isPaused(ids)).toBe(true);
  });

  it('two simultaneous failures cancel both enrollments of a number', async () => {
    const two = await seed(2);
    for (let round = 0; round < 10; round += 1) {
      const { client, leadId, messageIds } = await sendMessage(two);
      expect(await Promise.all(messageIds.map((id) => recordFailure(id, 30006)))).toEqual([true, true]);
      const { lead } = await client.call(LeadDocument, { id: leadId });
      expect(lead.enrollments.nodes.map(({ status, reason }) => [status, reason])).toEqual([
        ['cancelled', 'bad_number'],
        ['cancelled', 'bad_number'],
      ]);
    }
  }, 60_000);
});
