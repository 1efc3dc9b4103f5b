import { ClaimStepDocument } from '../testing/internal-operations/generated';
import {
  LeadDocument,
  RecordConsentDocument,
  RecordOptOutDocument,
  StartSequenceDocument,
  StartSequencesDocument,
  StopSequencesDocument,
  UpdateClientDocument,
  UpdateLeadDocument,
  UpdateSequenceDocument,
} from '../testing/operations/generated';
import { createCampaign, createClient, createLead, createSequence } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';

const nameField = { id: 'fullName', type: 'text', label: 'Full Name' } as const;
const phoneField = { id: 'phone', type: 'tel', label: 'Phone', required: false } as const;
let lastDigits = 2_000;

describe('starting a sequence for a lead', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  /** Creates a lead and a sequence that is younger. No other lead has the number. */
  async function setUp(hasPhone = true) {
    const client = await createClient(server, { businessName: 'Acme' });
    const campaign = await createCampaign(server, client.id, hasPhone ? {} : { formFields: [nameField, phoneField] });
    const phone = hasPhone ? `(415) 555-${(lastDigits += 1)}` : '';
    const { id: leadId } = await createLead(server, client, campaign, { phone });
    const sequence = await createSequence(server, client.id, campaign.id);
    const start = async (sequenceId = sequence.id, id = leadId) =>
      (await client.call(StartSequenceDocument, { leadId: id, sequenceId })).startSequence;
    const rejection = (sequenceId?: string, id?: string) =>
      start(sequenceId, id).then(
        () => 'started',
        ({ code, fields, message }: { code: string; fields?: { sequenceId?: string }; message: string }) =>
          code === 'BAD_USER_INPUT' ? fields?.sequenceId : [code, message],
      );
    const enrollments = async () => (await client.call(LeadDocument, { id: leadId })).lead.enrollments.nodes;
    const timeline = async () => (await client.call(LeadDocument, { id: leadId })).lead.timeline;
    return { client, campaign, phone, leadId, sequence, start, rejection, enrollments, timeline };
  }
  const startsOf = (enrollmentId: string) =>
    server.dataSource.query<{ kind: string }[]>('SELECT kind FROM outbox WHERE subject_id = $1', [enrollmentId]);

  it('a lead that is older than the sequence gets its messages, from the first', async () => {
    const { start, enrollments, timeline } = await setUp();
    expect(await enrollments()).toEqual([]);
    const wakeups = server.relayWakeups();
    const enrollment = await start();
    expect(enrollment).toMatchObject({ status: 'active', nextStep: 0, steps: [expect.anything(), expect.anything()] });
    expect(await startsOf(enrollment.id)).toEqual([{ kind: 'start' }]);
    expect(server.relayWakeups()).toBeGreaterThan(wakeups);
    expect((await timeline()).map(({ description }) => description)).toEqual([
      'Submitted the form',
      'Started “Welcome”',
      '“Welcome”: message 1 of 2 is next',
    ]);
    const { claimStep } = await server.service(ClaimStepDocument, { enrollmentId: enrollment.id, position: 0 });
    expect(claimStep.message!.body).toBe('Hi Ann from Acme\nReply STOP to stop.');
  });

  it('a lead goes through a sequence once, also if twenty requests start it at the same time', async () => {
    const { rejection, enrollments } = await setUp();
    const results = await Promise.all(Array.from({ length: 20 }, () => rejection()));
    expect(results.filter((result) => result === 'started')).toHaveLength(1);
    expect(new Set(results)).toEqual(
      new Set(['started', 'Not started because the lead was enrolled in this sequence before.']),
    );
    expect(await enrollments()).toHaveLength(1);
    await server.dataSource.query("UPDATE enrollments SET status = 'completed'");
    expect(await rejection()).toBe('Not started because the lead was enrolled in this sequence before.');
  });

  it('an enrollment that was cancelled before it started is replaced, with the current steps', async () => {
    const { client, sequence, leadId, start, rejection, enrollments } = await setUp(false);
    await client.call(UpdateSequenceDocument, { id: sequence.id, input: { triggerEvent: 'lead_contacted' } });
    await client.call(UpdateLeadDocument, { id: leadId, input: { status: 'contacted' } });
    const [cancelled] = await enrollments();
    expect(cancelled).toMatchObject({ status: 'cancelled', reason: 'no_number' });
    expect(await rejection()).toBe('Not started because the lead gave no phone number.');
    expect(await enrollments()).toEqual([cancelled]);
    await client.call(UpdateLeadDocument, {
      id: leadId,
      input: { formData: { fullName: 'Ann Lee', phone: `(415) 555-${(lastDigits += 1)}` } },
    });
    expect(await rejection()).toBe('Not started because this number did not agree to text messages.');
    await client.call(RecordConsentDocument, { id: leadId, howObtained: 'On paper' });
    await client.call(UpdateSequenceDocument, {
      id: sequence.id,
      input: { steps: [{ delayMinutes: 5, message: 'Changed' }] },
    });
    const started = await start();
    expect(started).toMatchObject({ status: 'active', steps: [{ message: 'Changed' }] });
    expect((await enrollments()).map(({ id }) => id)).toEqual([started.id]);
  });

  it('what was cancelled after its first message is not started again', async () => {
    const { client, leadId, start, rejection } = await setUp();
    const { id } = await start();
    await server.service(ClaimStepDocument, { enrollmentId: id, position: 0 });
    await server.dataSource.query("UPDATE enrollments SET status = 'cancelled', reason = 'no_consent' WHERE id = $1", [
      id,
    ]);
    expect(await rejection()).toBe('Not started because the lead was enrolled in this sequence before.');
    expect((await client.call(LeadDocument, { id: leadId })).lead.enrollments.nodes).toHaveLength(1);
  });

  it('a lead that cannot receive the messages is refused with the reason, and nothing is stored', async () => {
    const { client, campaign, phone, leadId, sequence, rejection, enrollments } = await setUp();
    const settings = (input: object) => server.admin(UpdateClientDocument, { id: client.id, input });
    await client.call(UpdateSequenceDocument, { id: sequence.id, input: { status: 'inactive' } });
    expect(await rejection()).toBe('Not started because this sequence is turned off.');
    await client.call(UpdateSequenceDocument, { id: sequence.id, input: { status: 'active' } });
    await settings({ smsAutoReplyEnabled: false });
    expect(await rejection()).toBe('Not started because text messages are turned off for this business.');
    await settings({ smsAutoReplyEnabled: true });
    await client.call(UpdateLeadDocument, { id: leadId, input: { status: 'converted' } });
    expect(await rejection()).toBe('Not started because the lead was converted.');
    await client.call(UpdateLeadDocument, { id: leadId, input: { status: 'new' } });
    const { id: sameNumber } = await createLead(server, client, campaign, { phone });
    expect(await rejection()).toBe('Not started because another lead with this number is already in this sequence.');
    await client.call(RecordOptOutDocument, { id: sameNumber });
    expect(await rejection()).toBe('Not started because this number opted out of text messages.');
    expect(await enrollments()).toEqual([]);
  });

  it('sequences of other campaigns and clients are refused', async () => {
    const { client, leadId, sequence, rejection, start } = await setUp();
    const other = await createCampaign(server, client.id);
    const ofOther = await createSequence(server, client.id, other.id);
    expect(await rejection(ofOther.id)).toBe('Not started because the lead came from another campaign.');
    const foreign = await setUp();
    expect(await rejection(foreign.sequence.id)).toEqual(['NOT_FOUND', 'Sequence not found']);
    expect(await rejection(sequence.id, foreign.leadId)).toEqual(['NOT_FOUND', 'Lead not found']);
    expect(await rejection('x')).toEqual(['NOT_FOUND', 'Sequence not found']);
    await server.dataSource.query('UPDATE leads SET held = true WHERE id = $1', [leadId]);
    expect(await rejection()).toEqual(['NOT_FOUND', 'Lead not found']);
    const hidden = { code: 'NOT_FOUND', message: 'Lead not found' };
    const consent = { id: leadId, howObtained: 'On paper' };
    await expect(client.call(RecordConsentDocument, consent)).rejects.toMatchObject(hidden);
    await expect(client.call(RecordOptOutDocument, { id: leadId })).rejects.toMatchObject(hidden);
    await expect(server.admin(StartSequenceDocument, { leadId, sequenceId: sequence.id })).rejects.toMatchObject({
      fields: { sequenceId: 'Not started because this lead is held because the monthly lead limit is reached.' },
    });
    await server.dataSource.query('UPDATE leads SET held = false WHERE id = $1', [leadId]);
    expect(await start()).toMatchObject({ status: 'active' });
  });

  it('leads that are selected start a sequence together, and the others are skipped with a reason', async () => {
    const { client, campaign, leadId, phone, sequence } = await setUp();
    const other = await createCampaign(server, client.id);
    const { id: ofOther } = await createLead(server, client, other, { phone: `(415) 555-${(lastDigits += 1)}` });
    const { id: sameNumber } = await createLead(server, client, campaign, { phone });
    const { id: enrolled } = await createLead(server, client, campaign, { phone: `(415) 555-${(lastDigits += 1)}` });
    await server.dataSource.query('DELETE FROM enrollments WHERE lead_id = $1', [sameNumber]);
    const wakeups = server.relayWakeups();
    const ids = [leadId, ofOther, sameNumber, enrolled];
    const start = async () =>
      (await client.call(StartSequencesDocument, { clientId: client.id, ids, sequenceId: sequence.id })).startSequences;
    const { started, skipped } = await start();
    expect(started).toBe(1);
    expect(skipped.toSorted((a, b) => a.reason.localeCompare(b.reason))).toEqual([
      { reason: 'another lead with this number is already in this sequence', leads: 1 },
      { reason: 'the lead came from another campaign', leads: 1 },
      { reason: 'the lead was enrolled in this sequence before', leads: 1 },
    ]);
    expect(server.relayWakeups()).toBeGreaterThan(wakeups);
    // One of the two with the same number.
    const [enrollment, ...others] = await server.dataSource.query<{ id: string; status: string }[]>(
      'SELECT id, status FROM enrollments WHERE sequence_id = $1 AND lead_id = ANY ($2)',
      [sequence.id, [leadId, sameNumber]],
    );
    expect(others).toEqual([]);
    expect(enrollment!.status).toBe('active');
    expect(await startsOf(enrollment!.id)).toEqual([{ kind: 'start' }]);
    // Again, nobody is left.
    expect((await start()).started).toBe(0);
    const missing = { clientId: client.id, ids: [leadId, 'x'], sequenceId: sequence.id };
    await expect(client.call(StartSequencesDocument, missing)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const foreign = await setUp();
    for (const variables of [
      { clientId: client.id, ids: [foreign.leadId], sequenceId: sequence.id },
      { clientId: client.id, ids: [leadId], sequenceId: foreign.sequence.id },
    ])
      await expect(client.call(StartSequencesDocument, variables)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('500 leads start and stop a sequence in one request, without the messages that people wrote', async () => {
    const { client, campaign, sequence } = await setUp();
    const inserted = await server.dataSource.query<{ id: string }[]>(
      `WITH new AS (INSERT INTO leads (client_id, campaign_id, form_data, phone, phone_e164)
         SELECT $1, $2, '{}', '+1415556' || lpad(n::text, 4, '0'), '+1415556' || lpad(n::text, 4, '0') FROM generate_series(1, 500) n RETURNING id, phone_e164),
       consented AS (INSERT INTO consents (lead_id, client_id, phone_e164, disclosure, via, ip_address, user_agent) SELECT id, $1, phone_e164, 'I agree', 'form', '', '' FROM new)
       SELECT id FROM new`,
      [client.id, campaign.id],
    );
    const selection = { clientId: client.id, ids: inserted.map(({ id }) => id) };
    const { startSequences } = await client.call(StartSequencesDocument, { ...selection, sequenceId: sequence.id });
    expect(startSequences).toEqual({ started: 500, skipped: [] });
    const [first] = inserted as [{ id: string }];
    await server.dataSource.query(
      `INSERT INTO enrollments (client_id, lead_id, steps) VALUES ($1, $2, '[{"delayMinutes": 0, "message": "Hello"}]')`,
      [client.id, first.id],
    );
    expect((await client.call(StopSequencesDocument, selection)).stopSequences).toBe(500);
    expect((await client.call(StopSequencesDocument, selection)).stopSequences).toBe(0);
    const states = await server.dataSource.query<object[]>(
      `SELECT status, reason, sequence_id IS NULL AS written, count(*)::int AS leads FROM enrollments WHERE lead_id = ANY ($1) GROUP BY 1, 2, 3 ORDER BY leads`,
      [selection.ids],
    );
    expect(states).toEqual([
      { status: 'active', reason: null, written: true, leads: 1 },
      { status: 'cancelled', reason: 'stopped', written: false, leads: 500 },
    ]);
    const [signals] = await server.dataSource.query<[{ count: number }]>(
      `SELECT count(*)::int FROM outbox o JOIN enrollments e ON e.id = o.subject_id WHERE o.kind = 'signal' AND e.lead_id = ANY ($1)`,
      [selection.ids],
    );
    expect(signals.count).toBe(500);
  });
});
