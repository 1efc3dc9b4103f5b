import {
  CancelSendAttemptDocument,
  ClaimStepDocument,
  RecordSendResultDocument,
  StoreLoggedMessageDocument,
} from '../testing/internal-operations/generated';
import {
  ClientUsageDocument,
  LeadDocument,
  ProcessSmsDocument,
  SmsMessagesDocument,
  SubmitLeadDocument,
  UpdateClientDocument,
  UpdateLeadDocument,
  UpdateSequenceDocument,
  UpdateCampaignDocument,
} from '../testing/operations/generated';
import { metrics } from '@dripline/runtime/http/health-server';
import { eventually } from '@dripline/runtime/testing/eventually';
import { createCampaign, createClient, createLead, createSequence } from '../testing/fixtures';
import { addressKey } from '../api/rate-limiters';
import { settings, startTestServer, type TestServer } from '../testing/test-server';

describe('follow-ups', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  async function createEnrollment(input: Parameters<typeof createSequence>[3] = {}) {
    const client = await createClient(server, { businessName: 'Acme' });
    const campaign = await createCampaign(server, client.id);
    const sequence = await createSequence(server, client.id, campaign.id, input);
    const { id: leadId } = await createLead(server, client, campaign);
    const { lead } = await client.call(LeadDocument, { id: leadId });
    return { client, campaign, sequence, leadId, enrollmentId: lead.enrollments.nodes[0]!.id };
  }
  const claim = async (enrollmentId: string, position = 0) =>
    (await server.service(ClaimStepDocument, { enrollmentId, position })).claimStep;
  const recordSent = async (messageId: string) =>
    (
      await server.service(RecordSendResultDocument, {
        outcome: { messageId, providerId: `p-${messageId}`, status: 'sent' },
      })
    ).recordSendResult;
  const outbox = (enrollmentId: string) =>
    server.dataSource.query<{ kind: string }[]>('SELECT kind FROM outbox WHERE subject_id = $1 ORDER BY id', [
      enrollmentId,
    ]);

  it('an enrollment and its outbox entry are committed with the lead', async () => {
    const before = server.relayWakeups();
    const { enrollmentId } = await createEnrollment();
    expect(await outbox(enrollmentId)).toEqual([{ kind: 'start' }]);
    expect(server.relayWakeups()).toBeGreaterThan(before);
  });

  it('steps are sent in order, and each delay counts from the previous step', async () => {
    const { enrollmentId, client } = await createEnrollment();
    const first = await claim(enrollmentId);
    expect(first).toMatchObject({
      decision: 'send',
      message: { to: '+14155552671', body: 'Hi Ann from Acme\nReply STOP to stop.', attemptedBefore: false },
    });
    const state = await recordSent(first.message!.id);
    expect(state).toMatchObject({ decision: 'wait', position: 1 });
    const { messages } = (await client.call(SmsMessagesDocument, { clientId: client.id })).client;
    expect(messages.nodes).toMatchObject([{ status: 'sent', step: 0, body: 'Hi Ann from Acme\nReply STOP to stop.' }]);
    expect(Date.parse(state.dueAt!) - Date.parse(messages.nodes[0]!.sentAt!)).toBe(60_000);
    expect(await claim(enrollmentId, 1)).toMatchObject({ decision: 'wait', position: 1, dueAt: state.dueAt });
    await server.dataSource.query('UPDATE enrollments SET next_due_at = now() WHERE id = $1', [enrollmentId]);
    const second = await claim(enrollmentId, 1);
    expect(second.message!.body).toBe('Still interested?');
    expect(await recordSent(second.message!.id)).toMatchObject({ decision: 'finish' });
    expect(await claim(enrollmentId, 1)).toMatchObject({ decision: 'finish', message: null });
  });

  it('the first message that is sent names the business and the opt-out, even if it is the second step', async () => {
    const { enrollmentId } = await createEnrollment();
    const { message } = await claim(enrollmentId);
    await server.service(RecordSendResultDocument, {
      outcome: { messageId: message!.id, status: 'failed', reason: 'carrier_refused' },
    });
    await server.dataSource.query('UPDATE enrollments SET next_due_at = now() WHERE id = $1', [enrollmentId]);
    expect((await claim(enrollmentId, 1)).message!.body).toBe('Acme: Still interested?\nReply STOP to stop.');
  });

  it('the first message says how to stop in the language of the campaign', async () => {
    const { enrollmentId, campaign } = await createEnrollment();
    await server.admin(UpdateCampaignDocument, { id: campaign.id, input: { language: 'es' } });
    expect((await claim(enrollmentId)).message!.body).toBe('Hi Ann from Acme\nResponda STOP para cancelar.');
  });

  it('a message that is too long is truncated, but never its opt-out line', async () => {
    const client = await createClient(server, { businessName: 'Acme' });
    const campaign = await createCampaign(server, client.id);
    await createSequence(server, client.id, campaign.id, {
      steps: [{ delayMinutes: 0, message: `${'😀'.repeat(400)} You wrote: {{notes}}` }],
    });
    const { id } = await createLead(server, client, campaign, { notes: 'x'.repeat(5_000) });
    const { enrollments } = (await client.call(LeadDocument, { id })).lead;
    const { body } = (await claim(enrollments.nodes[0]!.id)).message!;
    // Ten segments of 67 characters.
    expect(body.length).toBeGreaterThan(660);
    expect(body.length).toBeLessThanOrEqual(670);
    expect(body).toMatch(/^Acme: 😀+\.\.\.\nReply STOP to stop\.$/u);
  });

  it('a second claim reports that the first may have reached the provider, and a send is recorded once', async () => {
    const { enrollmentId, client } = await createEnrollment();
    const first = await claim(enrollmentId);
    const again = await claim(enrollmentId);
    expect(again.message).toEqual({ ...first.message, attemptedBefore: true });
    const state = await recordSent(first.message!.id);
    expect(await recordSent(first.message!.id)).toEqual(state);
    expect(
      await server.dataSource.query(`SELECT used FROM usage_counters WHERE client_id = $1 AND kind = 'sms'`, [
        client.id,
      ]),
    ).toEqual([{ used: 1 }]);
  });

  it('one of many concurrent workers claims a step', async () => {
    const { enrollmentId } = await createEnrollment();
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim(enrollmentId)));
    expect(claims.filter(({ message }) => message?.attemptedBefore === false)).toHaveLength(1);
    expect(new Set(claims.map(({ message }) => message?.id)).size).toBe(1);
  });

  it.each(['sequence', 'client', 'SMS auto-reply'] as const)(
    'an enrollment is held while its %s is inactive, and resumes when it is active again',
    async (setting) => {
      const { enrollmentId, client, sequence } = await createEnrollment();
      const setEnabled = (isOn: boolean): Promise<unknown> => {
        const status = isOn ? 'active' : 'inactive';
        if (setting === 'sequence') return server.admin(UpdateSequenceDocument, { id: sequence.id, input: { status } });
        return server.admin(UpdateClientDocument, {
          id: client.id,
          input: setting === 'client' ? { status } : { smsAutoReplyEnabled: isOn },
        });
      };
      await setEnabled(false);
      expect(await claim(enrollmentId)).toMatchObject({ decision: 'hold', message: null, dueAt: null });
      await server.dataSource.query('DELETE FROM outbox');
      await setEnabled(true);
      expect(await outbox(enrollmentId)).toEqual([{ kind: 'signal' }]);
      expect(await claim(enrollmentId)).toMatchObject({ decision: 'send' });
    },
  );

  it('an enrollment is held at the monthly limit and resumes when the limit is raised', async () => {
    const { enrollmentId, client } = await createEnrollment();
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlySMSLimit: 0 } });
    const held = await claim(enrollmentId);
    expect(held).toMatchObject({ decision: 'hold', reason: 'sms_limit' });
    expect(Date.parse(held.dueAt!)).toBeGreaterThan(Date.now());
    expect((await client.call(SmsMessagesDocument, { clientId: client.id })).client.messages.nodes).toMatchObject([
      { status: 'held' },
    ]);
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlySMSLimit: 1 } });
    const claimed = await claim(enrollmentId);
    expect(claimed).toMatchObject({ decision: 'send', message: { attemptedBefore: false } });
    expect(await recordSent(claimed.message!.id)).toMatchObject({ decision: 'wait' });
  });

  it('a message is held if its segments exceed the monthly limit, and its rejection returns them', async () => {
    const message = `{{fullName}} ${'x'.repeat(200)}`;
    const { enrollmentId, client } = await createEnrollment({
      steps: [0, 0].map((delayMinutes) => ({ delayMinutes, message })),
    });
    const setLimit = (monthlySegmentLimit: number) =>
      server.admin(UpdateClientDocument, { id: client.id, input: { monthlySegmentLimit } });
    const readUsage = async () => (await client.call(ClientUsageDocument, { id: client.id })).client.usage;
    await setLimit(1);
    expect(await claim(enrollmentId)).toMatchObject({ decision: 'hold', reason: 'sms_limit' });
    await setLimit(3);
    const first = await claim(enrollmentId);
    expect(await readUsage()).toMatchObject({ smsThisMonth: 1, segmentsThisMonth: 2 });
    await server.service(RecordSendResultDocument, {
      outcome: { messageId: first.message!.id, status: 'failed', reason: 'carrier_refused' },
    });
    expect(await readUsage()).toMatchObject({ smsThisMonth: 0, segmentsThisMonth: 0 });
    await setLimit(2);
    const second = await claim(enrollmentId, 1);
    await recordSent(second.message!.id);
    expect(await readUsage()).toMatchObject({ smsThisMonth: 1, segmentsThisMonth: 2 });
  });

  it('the metric of exceeded limits counts a message once, also if something else held it before', async () => {
    const exceeded = async () =>
      (await metrics.getSingleMetric('dripline_quota_exceeded_total')!.get()).values.find(
        ({ labels }) => labels['quota'] === 'sms',
      )!.value;
    const { enrollmentId, client } = await createEnrollment();
    const { message } = await claim(enrollmentId);
    await server.service(CancelSendAttemptDocument, { messageId: message!.id, attempts: 1 });
    await server.admin(UpdateClientDocument, { id: client.id, input: { smsAutoReplyEnabled: false } });
    expect(await claim(enrollmentId)).toMatchObject({ reason: 'messages_off' });
    await server.admin(UpdateClientDocument, {
      id: client.id,
      input: { smsAutoReplyEnabled: true, monthlySMSLimit: 0 },
    });
    const before = await exceeded();
    for (let n = 0; n < 2; n += 1) expect(await claim(enrollmentId)).toMatchObject({ reason: 'sms_limit' });
    expect(await exceeded()).toBe(before + 1);
  });

  it('a claim without a position claims whichever step is due', async () => {
    const { enrollmentId } = await createEnrollment();
    const claimNext = async () => (await server.service(ClaimStepDocument, { enrollmentId })).claimStep;
    const first = await claimNext();
    expect(first).toMatchObject({ decision: 'send', position: 0, message: { attemptedBefore: false } });
    expect(await claimNext()).toMatchObject({ decision: 'send', position: 0, message: { attemptedBefore: true } });
    await recordSent(first.message!.id);
    expect(await claimNext()).toMatchObject({ decision: 'wait', position: 1, message: null });
  });

  it('an enrollment finishes early when its lead is converted or deleted', async () => {
    const { enrollmentId, client, leadId } = await createEnrollment();
    await client.call(UpdateLeadDocument, { id: leadId, input: { status: 'converted' } });
    expect((await outbox(enrollmentId)).map(({ kind }) => kind)).toEqual(['start', 'signal']);
    expect(await claim(enrollmentId)).toMatchObject({ decision: 'finish', reason: 'converted' });
    await server.dataSource.query('DELETE FROM leads WHERE id = $1', [leadId]);
    expect(await claim(enrollmentId)).toMatchObject({ decision: 'finish', reason: 'deleted' });
  });

  it('an enrollment keeps its steps when the sequence is edited', async () => {
    const { enrollmentId, sequence } = await createEnrollment();
    await server.admin(UpdateSequenceDocument, {
      id: sequence.id,
      input: { steps: [{ delayMinutes: 5, message: 'Changed' }] },
    });
    expect((await claim(enrollmentId)).message!.body).toBe('Hi Ann from Acme\nReply STOP to stop.');
  });

  it('a lead with an unusable number, a disabled sequence or a duplicate number is enrolled as cancelled with the reason', async () => {
    const { client, campaign, sequence } = await createEnrollment();
    const firstStatus = async (formData: object) => {
      const { id } = await createLead(server, client, campaign, { ...formData });
      const [enrollment] = (await server.admin(LeadDocument, { id })).lead.enrollments.nodes;
      return enrollment?.reason ?? enrollment?.status;
    };
    expect(await firstStatus({ phone: '12345' })).toBe('bad_number');
    expect(await firstStatus({ phone: '(415) 555-2672' })).toBe('active');
    expect(await firstStatus({ phone: '+1 613 555 2672' })).toBe('active');
    // Jamaica shares the +1 prefix, at many times the price.
    expect(await firstStatus({ phone: '+1 876 555 2672' })).toBe('other_country');
    expect(await firstStatus({ phone: '+44 7400 123456' })).toBe('other_country');
    expect(await firstStatus({ phone: '+1 415 555 2672' })).toBe('same_number');
    await server.admin(UpdateSequenceDocument, { id: sequence.id, input: { status: 'inactive' } });
    expect(await firstStatus({ phone: '(415) 555-2673' })).toBe('sequence_off');
    await server.admin(UpdateSequenceDocument, { id: sequence.id, input: { status: 'active' } });
    await server.admin(UpdateClientDocument, { id: client.id, input: { smsAutoReplyEnabled: false } });
    expect(await firstStatus({ phone: '(415) 555-2674' })).toBe('messages_off');
  });

  it('a flood from one address creates leads but sends them no messages', async () => {
    const { client, campaign } = await createEnrollment();
    const firstStatus = async (phone: string) => {
      const { id } = await createLead(server, client, campaign, { phone });
      return (await server.admin(LeadDocument, { id })).lead.enrollments.nodes.map(
        ({ status, reason }) => reason ?? status,
      );
    };
    expect(await firstStatus('(628) 555-2680')).toEqual(['active']);
    const setPoints = (key: string, points: number) =>
      server.dataSource.query<[unknown[], number]>(
        'UPDATE rate_limits SET points = $2 WHERE key LIKE $1 RETURNING key',
        [key, points],
      );
    const fromOneAddress = async (phone: string) => {
      const variables = { client: client.handle, slug: campaign.slug, formData: { fullName: 'Bo', phone } };
      const { submitLead } = await server.visitor(SubmitLeadDocument, variables, { 'x-forwarded-for': '10.1.0.1' });
      return (await server.admin(LeadDocument, { id: submitLead.id })).lead.enrollments.nodes.map(
        ({ status, reason }) => reason ?? status,
      );
    };
    expect(await fromOneAddress('(650) 555-2681')).toEqual(['active']);
    expect(
      (await setPoints(`messages-per-address:${client.id}:${addressKey({ settings, ipAddress: '10.1.0.1' })}`, 100))[1],
    ).toBe(1);
    expect(await fromOneAddress('(650) 555-2682')).toEqual(['flood']);
  });

  it('processSms is limited to ten requests a minute for each client', async () => {
    const [limited, other] = [await createClient(server), await createClient(server)];
    const process = ({ id, call }: typeof limited) => call(ProcessSmsDocument, { clientId: id });
    for (let n = 0; n < 10; n += 1) expect((await process(limited)).processSms.processed).toBe(0);
    await expect(process(limited)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect((await process(other)).processSms.processed).toBe(0);
  });

  it('processSms sends overdue messages and returns how many were sent', async () => {
    const { enrollmentId, client } = await createEnrollment();
    const processing = client.call(ProcessSmsDocument, {});
    const kinds = async () => (await outbox(enrollmentId)).map(({ kind }) => kind);
    await eventually(async () => expect(await kinds()).toEqual(['start', 'signal']));
    const { message } = await claim(enrollmentId);
    await server.service(StoreLoggedMessageDocument, { id: message!.id, to: message!.to, body: message!.body });
    await recordSent(message!.id);
    expect((await processing).processSms).toEqual({ message: 'Sent 1 message', processed: 1 });
    expect((await client.call(ProcessSmsDocument, {})).processSms).toEqual({
      message: 'No messages were due',
      processed: 0,
    });
    await expect(server.visitor(ProcessSmsDocument, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
