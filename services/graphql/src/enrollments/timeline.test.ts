import { liftSuppression } from '../replies/suppress';
import {
  CancelSendAttemptDocument,
  ClaimStepDocument,
  RecordSendResultDocument,
  ReportProviderOutageDocument,
} from '../testing/internal-operations/generated';
import { LeadDocument, UpdateClientDocument, UpdateSequenceDocument } from '../testing/operations/generated';
import { DateTime } from 'luxon';
import { handleReply } from '../replies/handle-reply';
import { createCampaign, createClient, createLead, createSequence } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';

describe('lead timelines', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  // All clients share a sender, so an opt-out in one test applies to the others.
  afterEach(() => liftSuppression(server.dataSource.manager, '+14155552671'));
  afterAll(() => server.stop());

  async function createEnrollment(formData: object = {}) {
    const client = await createClient(server, { businessName: 'Acme' });
    const campaign = await createCampaign(server, client.id);
    const sequence = await createSequence(server, client.id, campaign.id);
    const { id } = await createLead(server, client, campaign, { ...formData });
    const [row] = await server.dataSource.query<{ id: string }[]>('SELECT id FROM enrollments WHERE lead_id = $1', [
      id,
    ]);
    const timeline = async () => (await client.call(LeadDocument, { id })).lead.timeline;
    const descriptions = async () => (await timeline()).map((entry) => entry.description);
    const claim = async (position = 0) =>
      (await server.service(ClaimStepDocument, { enrollmentId: row!.id, position })).claimStep;
    const record = (messageId: string, outcome: object) =>
      server.service(RecordSendResultDocument, { outcome: { messageId, status: 'sent', ...outcome } });
    return { client, sequence, leadId: id, enrollmentId: row!.id, timeline, descriptions, claim, record };
  }

  it('a timeline shows the form, the sequence, each message, and the next message with its time', async () => {
    const { timeline, claim, record } = await createEnrollment();
    const { message } = await claim();
    await record(message!.id, { providerId: 'SM-timeline' });
    const entries = await timeline();
    expect(entries.map(({ kind, description }) => [kind, description])).toEqual([
      ['submitted', 'Submitted the form'],
      ['enrolled', 'Started “Welcome”'],
      ['sent', 'Message 1 of 2 was sent'],
      ['waiting', '“Welcome”: message 2 of 2 is next'],
    ]);
    expect(entries[2]!.body).toBe('Hi Ann from Acme\nReply STOP to stop.');
    expect(Date.parse(entries[3]!.continuesAt!) - Date.parse(entries[2]!.occurredAt)).toBe(60_000);
  });

  it.each([
    // The client is in New York. The recipient's time zone applies.
    ['(415) 555-2671', 'America/Los_Angeles', 23, 9, 'quiet hours apply (9 PM to 8 AM in California)'],
    [
      '(203) 555-2671',
      'America/New_York',
      20,
      13,
      'quiet hours in Connecticut apply (messages only from 9 AM to 8 PM)',
    ],
  ])('a timeline shows that a message to %s waits for the end of quiet hours', async (...args) => {
    const [phone, zone, hour, hours, reason] = args;
    const { timeline, leadId, client, enrollmentId } = await createEnrollment({ phone });
    const tonight = DateTime.now().setZone(zone).plus({ days: 1 }).set({ hour, minute: 0, second: 0, millisecond: 0 });
    await server.dataSource.query(`UPDATE leads SET created_at = now() - interval '2 hours' WHERE id = $1`, [leadId]);
    await server.dataSource.query('UPDATE enrollments SET next_due_at = $2 WHERE id = $1', [
      enrollmentId,
      tonight.toJSDate(),
    ]);
    expect((await timeline()).at(-1)).toMatchObject({
      kind: 'held',
      description: `“Welcome”: message 1 of 2 is waiting because ${reason}`,
      continuesAt: tonight.plus({ hours }).toUTC().toISO(),
    });
    await server.admin(UpdateClientDocument, {
      id: client.id,
      input: { quietHours: { enabled: false, start: '21:00', end: '08:00' } },
    });
    expect((await timeline()).at(-1)).toMatchObject({ kind: 'waiting' });
  });

  it.each<[string, (fixture: Awaited<ReturnType<typeof createEnrollment>>) => Promise<unknown>, string]>([
    [
      'sequence off',
      ({ sequence }) => server.admin(UpdateSequenceDocument, { id: sequence.id, input: { status: 'inactive' } }),
      'message 1 of 2 is waiting because this sequence is turned off',
    ],
    [
      'SMS auto-reply off',
      ({ client }) => server.admin(UpdateClientDocument, { id: client.id, input: { smsAutoReplyEnabled: false } }),
      'message 1 of 2 is waiting because text messages are turned off for this business',
    ],
    [
      'over the limit',
      async ({ client, claim }) => {
        await server.admin(UpdateClientDocument, { id: client.id, input: { monthlySMSLimit: 0 } });
        await claim();
      },
      'message 1 of 2 is waiting because the monthly limit of messages or segments is reached. It is sent when the limit is raised or the next month starts',
    ],
    [
      'opted out',
      ({ claim, record }) =>
        claim().then(({ message }) => record(message!.id, { status: 'failed', reason: 'opted_out' })),
      'no more messages because this number opted out of text messages',
    ],
    [
      'bad number',
      ({ claim, record }) =>
        claim().then(({ message }) => record(message!.id, { status: 'failed', reason: 'bad_number' })),
      'no more messages because the phone number cannot receive text messages',
    ],
  ])('the last timeline entry explains the state "%s"', async (_, arrange, expected) => {
    const fixture = await createEnrollment();
    await arrange(fixture);
    expect((await fixture.descriptions()).at(-1)).toBe(`“Welcome”: ${expected}`);
  });

  it('a timeline shows a rejected message and the next one', async () => {
    const { claim, record, descriptions } = await createEnrollment();
    const { message } = await claim();
    await record(message!.id, { status: 'failed', reason: 'carrier_refused' });
    expect((await descriptions()).slice(2)).toEqual([
      'Message 1 of 2 was not sent because the carrier rejected it',
      '“Welcome”: message 2 of 2 is next',
    ]);
  });

  it('a timeline shows that the provider is unavailable, and sending resumes after a probe', async () => {
    const { claim, descriptions, record } = await createEnrollment();
    const { message } = await claim();
    await server.service(CancelSendAttemptDocument, { messageId: message!.id, attempts: 1 });
    const { reportProviderOutage } = await server.service(ReportProviderOutageDocument, {
      messageId: message!.id,
      reason: 'twilio_20003',
    });
    expect(reportProviderOutage).toMatchObject({ decision: 'hold', reason: 'provider_unavailable' });
    expect((await descriptions()).at(-1)).toMatch(/the text message provider is unavailable/);
    await server.dataSource.query('UPDATE provider_breaker SET open_until = now()');
    const again = await claim();
    expect(again).toMatchObject({ decision: 'send', message: { attemptedBefore: false } });
    await record(again.message!.id, { providerId: 'SM-after-outage' });
  });

  it('a timeline shows why a lead received no message, and its replies', async () => {
    const { descriptions } = await createEnrollment({ phone: '12345' });
    expect(await descriptions()).toEqual([
      'Submitted the form',
      '“Welcome”: no more messages because the phone number cannot receive text messages',
    ]);
    const other = await createEnrollment({ phone: '(415) 555-2688' });
    const { message } = await other.claim();
    await other.record(message!.id, { providerId: 'SM-answered' });
    await handleReply(server.dataSource, { providerId: 'SM-answer', from: '+14155552688', body: 'Tuesday works' });
    expect((await other.descriptions()).slice(3)).toEqual([
      'Replied',
      '“Welcome”: no more messages because the lead replied',
    ]);
  });
});
