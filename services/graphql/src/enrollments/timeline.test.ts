import {
  ClaimStepDocument,
  LeadDocument,
  RecordSendDocument,
  ReportTroubleDocument,
  UpdateClientDocument,
  UpdateSequenceDocument,
  WithdrawAttemptDocument,
} from '../testing/operations/generated';
import { DateTime } from 'luxon';
import { handleReply } from '../replies/handle-reply';
import { makeCampaign, makeClient, makeLead, makeSequence } from '../testing/make';
import { startTestServer, type TestServer } from '../testing/test-server';

describe('a lead’s timeline', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  async function enrolled(formData: object = {}) {
    const client = await makeClient(server, { businessName: 'Acme' });
    const campaign = await makeCampaign(server, client.id);
    const sequence = await makeSequence(server, client.id, campaign.id);
    const { id } = await makeLead(server, client, campaign, { ...formData });
    const [row] = await server.dataSource.query<{ id: string }[]>('SELECT id FROM enrollments WHERE lead_id = $1', [
      id,
    ]);
    const timeline = async () => (await client.call(LeadDocument, { id })).lead.timeline;
    const words = async () => (await timeline()).map((entry) => entry.words);
    const claim = async (position = 0) =>
      (await server.service(ClaimStepDocument, { enrollmentId: row!.id, position })).claimStep;
    const record = (messageId: string, outcome: object) =>
      server.service(RecordSendDocument, { outcome: { messageId, status: 'sent', ...outcome } });
    return { client, sequence, leadId: id, enrollmentId: row!.id, timeline, words, claim, record };
  }

  it('tells of the form, the sequence, each text, and what comes next with its time', async () => {
    const { timeline, claim, record } = await enrolled();
    const { text } = await claim();
    await record(text!.id, { providerId: 'SM-timeline' });
    const told = await timeline();
    expect(told.map(({ kind, words }) => [kind, words])).toEqual([
      ['form', 'Sent the form'],
      ['enrolled', 'Started “Welcome”'],
      ['sent', 'Text 1 of 2 was sent'],
      ['waiting', '“Welcome”: text 2 of 2 is next'],
    ]);
    expect(told[2]!.body).toBe('Hi Ann from Acme\nReply STOP to stop.');
    expect(Date.parse(told[3]!.until!) - Date.parse(told[2]!.at)).toBe(60_000);
  });

  it('says that a text waits for the morning, and until when', async () => {
    const { timeline, leadId, client, enrollmentId } = await enrolled();
    const zone = 'America/New_York';
    const tonight = DateTime.now()
      .setZone(zone)
      .plus({ days: 1 })
      .set({ hour: 23, minute: 0, second: 0, millisecond: 0 });
    await server.dataSource.query(`UPDATE leads SET created_at = now() - interval '2 hours' WHERE id = $1`, [leadId]);
    await server.dataSource.query('UPDATE enrollments SET next_due_at = $2 WHERE id = $1', [
      enrollmentId,
      tonight.toJSDate(),
    ]);
    expect((await timeline()).at(-1)).toMatchObject({
      kind: 'held',
      words: '“Welcome”: text 1 of 2 waits, as it is night there: texts wait for the end of the quiet hours',
      until: tonight.plus({ hours: 9 }).toUTC().toISO(),
    });
    await server.admin(UpdateClientDocument, {
      id: client.id,
      input: { quietHours: { enabled: false, start: '21:00', end: '08:00' } },
    });
    expect((await timeline()).at(-1)).toMatchObject({ kind: 'waiting' });
  });

  it.each<[string, (at: Awaited<ReturnType<typeof enrolled>>) => Promise<unknown>, string]>([
    [
      'sequence off',
      ({ sequence }) => server.admin(UpdateSequenceDocument, { id: sequence.id, input: { status: 'inactive' } }),
      'text 1 of 2 waits, as this sequence is switched off',
    ],
    [
      'texts off',
      ({ client }) => server.admin(UpdateClientDocument, { id: client.id, input: { smsAutoReplyEnabled: false } }),
      'text 1 of 2 waits, as texts are switched off for this business',
    ],
    [
      'over the limit',
      async ({ client, claim }) => {
        await server.admin(UpdateClientDocument, { id: client.id, input: { monthlySMSLimit: 0 } });
        await claim();
      },
      'text 1 of 2 waits, as this month’s texts are used up: it goes when the limit is raised or the next month begins',
    ],
    [
      'opted out',
      ({ claim, record }) => claim().then(({ text }) => record(text!.id, { status: 'failed', reason: 'opted_out' })),
      'no more texts, as this number asked for no more texts',
    ],
    [
      'bad number',
      ({ claim, record }) => claim().then(({ text }) => record(text!.id, { status: 'failed', reason: 'bad_number' })),
      'no more texts, as the phone number cannot receive texts',
    ],
  ])('%s', async (_, happens, says) => {
    const at = await enrolled();
    await happens(at);
    expect((await at.words()).at(-1)).toBe(`“Welcome”: ${says}`);
  });

  it('says that the carrier refused a text, and that the next one comes all the same', async () => {
    const { claim, record, words } = await enrolled();
    const { text } = await claim();
    await record(text!.id, { status: 'failed', reason: 'carrier_refused' });
    expect((await words()).slice(2)).toEqual([
      'Text 1 of 2 was not sent: the phone company refused it',
      '“Welcome”: text 2 of 2 is next',
    ]);
  });

  it('says that the text service does not take texts, and goes on with the next that went', async () => {
    const { claim, words, record } = await enrolled();
    const { text } = await claim();
    await server.service(WithdrawAttemptDocument, { messageId: text!.id, attempts: 1 });
    const { reportTrouble } = await server.service(ReportTroubleDocument, {
      messageId: text!.id,
      reason: 'twilio_20003',
    });
    expect(reportTrouble).toMatchObject({ decision: 'hold', reason: 'provider_trouble' });
    expect((await words()).at(-1)).toMatch(/the text service does not take our texts at the moment/);
    await server.dataSource.query('UPDATE provider_troubles SET until = now()');
    const again = await claim();
    expect(again).toMatchObject({ decision: 'send', text: { attemptedBefore: false } });
    await record(again.text!.id, { providerId: 'SM-after-trouble' });
  });

  it('says why a lead was never texted, and what it answered', async () => {
    const { words } = await enrolled({ phone: '12345' });
    expect(await words()).toEqual([
      'Sent the form',
      '“Welcome”: no more texts, as the phone number cannot receive texts',
    ]);
    const other = await enrolled({ phone: '(415) 555-2688' });
    const { text } = await other.claim();
    await other.record(text!.id, { providerId: 'SM-answered' });
    await handleReply(server.dataSource, { providerId: 'SM-answer', from: '+14155552688', body: 'Tuesday works' });
    expect((await other.words()).slice(3)).toEqual(['Answered', '“Welcome”: no more texts, as the lead answered']);
  });
});
