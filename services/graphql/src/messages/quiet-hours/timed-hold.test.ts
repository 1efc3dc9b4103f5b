import {
  ClaimRetryDocument,
  ClaimStepDocument,
  RecordSendResultDocument,
} from '../../testing/internal-operations/generated';
import { LeadDocument, UpdateClientDocument } from '../../testing/operations/generated';
import { createCampaign, createClient, createLead, createSequence } from '../../testing/fixtures';
import { startTestServer, type TestServer } from '../../testing/test-server';
import { timedHold } from './timed-hold';

const steps = [0, 1, 2, 3].map((n) => ({ delayMinutes: 0, message: `Message ${n}` }));
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

describe('holds for quiet hours and daily limits', () => {
  let server: TestServer;
  let lastNumber = 100;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  const newNumber = (areaCode: string) => `+1${areaCode}555${String((lastNumber += 1)).padStart(4, '0')}`;

  async function enroll(phone: string) {
    const client = await createClient(server, { businessName: 'Acme' });
    const campaign = await createCampaign(server, client.id);
    await createSequence(server, client.id, campaign.id, { steps });
    const { id: leadId } = await createLead(server, client, campaign, { phone });
    const { enrollments } = (await client.call(LeadDocument, { id: leadId })).lead;
    const enrollmentId = enrollments.nodes[0]!.id;
    const claim = async () => (await server.service(ClaimStepDocument, { enrollmentId })).claimStep;
    const lastEntry = async () => (await client.call(LeadDocument, { id: leadId })).lead.timeline.at(-1);
    return { client, leadId, enrollmentId, claim, lastEntry };
  }
  type Enrolled = Awaited<ReturnType<typeof enroll>>;

  async function send({ claim }: Pick<Enrolled, 'claim'>) {
    const { decision, message } = await claim();
    expect(decision).toBe('send');
    await server.service(RecordSendResultDocument, {
      outcome: { messageId: message!.id, providerId: `SM-${message!.id}`, status: 'sent' },
    });
  }

  it('a number in Florida receives at most three messages within 24 hours, from all clients together', async () => {
    const phone = newNumber('305');
    const [first, second] = [await enroll(phone), await enroll(phone)];
    const startedAt = Date.now();
    await send(first);
    await send(second);
    await send(first);
    const held = await first.claim();
    expect(held).toMatchObject({ decision: 'hold', reason: 'daily_limit', position: 2 });
    const continuesAt = Date.parse(held.dueAt!);
    expect(continuesAt).toBeGreaterThanOrEqual(startedAt + DAY_MS);
    expect(continuesAt).toBeLessThan(Date.now() + DAY_MS);
    expect(await second.claim()).toMatchObject({ decision: 'hold', reason: 'daily_limit', dueAt: held.dueAt });
    // The client does not see the message of the other client, so it does not see the time either.
    expect(await first.lastEntry()).toMatchObject({
      kind: 'held',
      description: expect.stringContaining(
        'message 3 of 4 is waiting because this number received as many messages within 24 hours as its state allows',
      ) as string,
      continuesAt: null,
    });
    await server.dataSource.query(
      `UPDATE sms_messages SET sent_at = sent_at - interval '24 hours' WHERE to_e164 = $1 AND step = 0`,
      [phone],
    );
    await send(first);
    await send(second);
    expect(await second.claim()).toMatchObject({ decision: 'hold', reason: 'daily_limit' });
    await server.admin(UpdateClientDocument, {
      id: first.client.id,
      input: { quietHours: { enabled: false, start: '21:00', end: '08:00' } },
    });
    await send(first);
  });

  it('the timeline says which state limits the messages, and until when', async () => {
    const lead = await enroll(newNumber('405'));
    for (let n = 0; n < 3; n += 1) await send(lead);
    const { dueAt } = await lead.claim();
    expect(await lead.lastEntry()).toMatchObject({
      kind: 'held',
      description:
        '“Welcome”: message 4 of 4 is waiting because Oklahoma allows 3 messages to one number within 24 hours',
      continuesAt: dueAt,
    });
  });

  it('a message whose outcome is unknown does not count itself when it is retried', async () => {
    const lead = await enroll(newNumber('305'));
    await send(lead);
    await send(lead);
    const { message } = await lead.claim();
    expect(await lead.claim()).toMatchObject({ decision: 'send', message: { attemptedBefore: true } });
    const { claimRetry } = await server.service(ClaimRetryDocument, { messageId: message!.id, attempts: 1 });
    expect(claimRetry).toMatchObject({ decision: 'send', message: { attempts: 2 } });
    await server.service(RecordSendResultDocument, {
      outcome: { messageId: message!.id, status: 'failed', reason: 'unknown' },
    });
    // It may have been delivered, so it counts towards the limit.
    expect(await lead.claim()).toMatchObject({ decision: 'hold', reason: 'daily_limit', position: 3 });
  });

  it('a message is held shortly before quiet hours start, because the provider may accept it a little later', () => {
    const hold = (now: string) =>
      timedHold(new Date(now), {
        client: { quietHours: { enabled: true, start: '21:00', end: '08:00' }, timeZone: 'UTC' },
        lead: { phoneE164: '+14155550123', formData: {}, createdAt: new Date('2026-07-01T12:00Z') },
        recentSends: [],
      });
    expect(hold('2026-07-06T20:59:49-07:00')).toBeNull();
    expect(hold('2026-07-06T20:59:55-07:00')).toMatchObject({
      reason: 'quiet_hours',
      until: new Date('2026-07-07T08:00-07:00'),
    });
  });

  it('a number in a state without a limit receives every message', async () => {
    const lead = await enroll(newNumber('415'));
    for (let n = 0; n < 4; n += 1) await send(lead);
  });

  it('concurrent claims count the messages that are being sent', async () => {
    const phone = newNumber('305');
    const leads = await Promise.all(Array.from({ length: 6 }, () => enroll(phone)));
    const claims = await Promise.all(leads.map(({ claim }) => claim()));
    expect(claims.map(({ decision }) => decision).sort()).toEqual(['hold', 'hold', 'hold', 'send', 'send', 'send']);
  });

  it.each<[string, string | null, object]>([
    ['is sent', 'quiet_hours', { decision: 'send' }],
    ['is sent', 'daily_limit', { decision: 'send' }],
    ['expires', null, { decision: 'wait', position: 1 }],
  ])('a message that is 35 hours late %s if its hold was %s', async (_, reason, expected) => {
    const { client, leadId, enrollmentId, claim } = await enroll(newNumber('555'));
    const timeOf = (ms: number) => new Date(Date.now() + ms).toISOString().slice(11, 16);
    await server.admin(UpdateClientDocument, {
      id: client.id,
      input: { timeZone: 'UTC', quietHours: { enabled: true, start: timeOf(2 * HOUR_MS), end: timeOf(3 * HOUR_MS) } },
    });
    await server.dataSource.query(`UPDATE leads SET created_at = now() - interval '36 hours' WHERE id = $1`, [leadId]);
    await server.dataSource.query(
      `UPDATE enrollments SET next_due_at = now() - interval '35 hours', reason = $2::text,
         status = CASE WHEN $2::text IS NULL THEN 'active' ELSE 'held' END::enrollment_status WHERE id = $1`,
      [enrollmentId, reason],
    );
    expect(await claim()).toMatchObject(expected);
  });
});
