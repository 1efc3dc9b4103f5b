import {
  ClaimStepDocument,
  FollowUpDocument,
  LeadDocument,
  LogTextDocument,
  ProcessSmsDocument,
  RecordSendDocument,
  SmsMessagesDocument,
  SubmitLeadDocument,
  UpdateClientDocument,
  UpdateLeadDocument,
  UpdateSequenceDocument,
} from '../testing/operations/generated';
import { makeCampaign, makeClient, makeLead, makeSequence } from '../testing/make';
import { startTestServer, type TestServer } from '../testing/test-server';

describe('a follow-up', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  async function enrolled(input: Parameters<typeof makeSequence>[3] = {}) {
    const client = await makeClient(server, { businessName: 'Acme' });
    const campaign = await makeCampaign(server, client.id);
    const sequence = await makeSequence(server, client.id, campaign.id, input);
    const { id: leadId } = await makeLead(server, client, campaign);
    const { lead } = await client.call(LeadDocument, { id: leadId });
    return { client, campaign, sequence, leadId, enrollmentId: lead.enrollments[0]!.id };
  }
  const claim = async (enrollmentId: string, position = 0) =>
    (await server.service(ClaimStepDocument, { enrollmentId, position })).claimStep;
  const sent = async (messageId: string) =>
    (await server.service(RecordSendDocument, { outcome: { messageId, providerId: `p-${messageId}`, status: 'sent' } }))
      .recordSend;
  const outbox = (enrollmentId: string) =>
    server.dataSource.query<{ kind: string }[]>('SELECT kind FROM outbox WHERE subject_id = $1 ORDER BY id', [
      enrollmentId,
    ]);

  it('is committed with its lead, and what Temporal must hear of it', async () => {
    const before = server.nudges();
    const { enrollmentId } = await enrolled();
    expect(await outbox(enrollmentId)).toEqual([{ kind: 'start' }]);
    expect(server.nudges()).toBeGreaterThan(before);
  });

  it('goes from step to step, each delay counted from the step before it', async () => {
    const { enrollmentId, client } = await enrolled();
    const first = await claim(enrollmentId);
    expect(first).toMatchObject({
      decision: 'send',
      text: { to: '+14155552671', body: 'Hi Ann from Acme\nReply STOP to stop.', attemptedBefore: false },
    });
    const state = await sent(first.text!.id);
    expect(state).toMatchObject({ decision: 'wait', position: 1 });
    const { smsMessages } = await client.call(SmsMessagesDocument, { clientId: client.id });
    expect(smsMessages).toMatchObject([{ status: 'sent', step: 0, body: 'Hi Ann from Acme\nReply STOP to stop.' }]);
    expect(Date.parse(state.dueAt!) - Date.parse(smsMessages[0]!.sentAt!)).toBe(60_000);
    expect(await claim(enrollmentId, 1)).toMatchObject({ decision: 'wait', position: 1, dueAt: state.dueAt });
    await server.dataSource.query('UPDATE enrollments SET next_due_at = now() WHERE id = $1', [enrollmentId]);
    const second = await claim(enrollmentId, 1);
    expect(second.text!.body).toBe('Still interested?');
    expect(await sent(second.text!.id)).toMatchObject({ decision: 'finish' });
    expect(await claim(enrollmentId, 1)).toMatchObject({ decision: 'finish', text: null });
  });

  it('names the business and how to stop in the first text that goes, be it the second of the sequence', async () => {
    const { enrollmentId } = await enrolled();
    const { text } = await claim(enrollmentId);
    await server.service(RecordSendDocument, {
      outcome: { messageId: text!.id, status: 'failed', reason: 'carrier_refused' },
    });
    await server.dataSource.query('UPDATE enrollments SET next_due_at = now() WHERE id = $1', [enrollmentId]);
    expect((await claim(enrollmentId, 1)).text!.body).toBe('Acme: Still interested?\nReply STOP to stop.');
  });

  it('cuts what answers make too long, and not the line that says how to stop', async () => {
    const client = await makeClient(server, { businessName: 'Acme' });
    const campaign = await makeCampaign(server, client.id);
    await makeSequence(server, client.id, campaign.id, {
      steps: [{ delayMinutes: 0, message: 'You wrote: {{notes}}' }],
    });
    const { id } = await makeLead(server, client, campaign, { notes: 'x'.repeat(5_000) });
    const { enrollments } = (await client.call(LeadDocument, { id })).lead;
    const { body } = (await claim(enrollments[0]!.id)).text!;
    expect(body).toHaveLength(1_600);
    expect(body).toMatch(/^Acme: You wrote: x+\.\.\.\nReply STOP to stop\.$/);
  });

  it('tells a second attempt that the first may have reached the provider, and records one send once', async () => {
    const { enrollmentId, client } = await enrolled();
    const first = await claim(enrollmentId);
    const again = await claim(enrollmentId);
    expect(again.text).toEqual({ ...first.text, attemptedBefore: true });
    const state = await sent(first.text!.id);
    expect(await sent(first.text!.id)).toEqual(state);
    expect(
      await server.dataSource.query(`SELECT used FROM usage_counters WHERE client_id = $1 AND kind = 'sms'`, [
        client.id,
      ]),
    ).toEqual([{ used: 1 }]);
  });

  it('is claimed by one of many workers at once', async () => {
    const { enrollmentId } = await enrolled();
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim(enrollmentId)));
    expect(claims.filter(({ text }) => text?.attemptedBefore === false)).toHaveLength(1);
    expect(new Set(claims.map(({ text }) => text?.id)).size).toBe(1);
  });

  it.each(['sequence', 'client', 'texts'] as const)(
    'is held while its %s is off, and goes on when it is on again',
    async (what) => {
      const { enrollmentId, client, sequence } = await enrolled();
      const turn = (isOn: boolean): Promise<unknown> => {
        const status = isOn ? 'active' : 'inactive';
        if (what === 'sequence') return server.admin(UpdateSequenceDocument, { id: sequence.id, input: { status } });
        return server.admin(UpdateClientDocument, {
          id: client.id,
          input: what === 'client' ? { status } : { smsAutoReplyEnabled: isOn },
        });
      };
      await turn(false);
      expect(await claim(enrollmentId)).toMatchObject({ decision: 'hold', text: null, dueAt: null });
      await server.dataSource.query('DELETE FROM outbox');
      await turn(true);
      expect(await outbox(enrollmentId)).toEqual([{ kind: 'signal' }]);
      expect(await claim(enrollmentId)).toMatchObject({ decision: 'send' });
    },
  );

  it('waits over the monthly limit and goes on when there is room', async () => {
    const { enrollmentId, client } = await enrolled();
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlySMSLimit: 0 } });
    const held = await claim(enrollmentId);
    expect(held).toMatchObject({ decision: 'hold', reason: 'sms_limit' });
    expect(Date.parse(held.dueAt!)).toBeGreaterThan(Date.now());
    expect((await client.call(SmsMessagesDocument, { clientId: client.id })).smsMessages).toMatchObject([
      { status: 'held' },
    ]);
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlySMSLimit: 1 } });
    const claimed = await claim(enrollmentId);
    expect(claimed).toMatchObject({ decision: 'send', text: { attemptedBefore: false } });
    expect(await sent(claimed.text!.id)).toMatchObject({ decision: 'wait' });
  });

  it('finishes early when its lead is converted, and when it is gone', async () => {
    const { enrollmentId, client, leadId } = await enrolled();
    await client.call(UpdateLeadDocument, { id: leadId, input: { status: 'converted' } });
    expect((await outbox(enrollmentId)).map(({ kind }) => kind)).toEqual(['start', 'signal']);
    expect(await claim(enrollmentId)).toMatchObject({ decision: 'finish', reason: 'converted' });
    await server.dataSource.query('DELETE FROM leads WHERE id = $1', [leadId]);
    expect((await server.service(FollowUpDocument, { enrollmentId })).followUp).toMatchObject({
      decision: 'finish',
      reason: 'deleted',
    });
  });

  it('keeps the steps it started with when its sequence is edited', async () => {
    const { enrollmentId, sequence } = await enrolled();
    await server.admin(UpdateSequenceDocument, {
      id: sequence.id,
      input: { steps: [{ delayMinutes: 5, message: 'Changed' }] },
    });
    expect((await claim(enrollmentId)).text!.body).toBe('Hi Ann from Acme\nReply STOP to stop.');
  });

  it('begins only with a usable number, for an active sequence of a client that texts, once for each number; else its enrollment says why not', async () => {
    const { client, campaign, sequence } = await enrolled();
    const begins = async (formData: object) => {
      const { id } = await makeLead(server, client, campaign, { ...formData });
      const [enrollment] = (await server.admin(LeadDocument, { id })).lead.enrollments;
      return enrollment?.reason ?? enrollment?.status;
    };
    expect(await begins({ phone: '12345' })).toBe('bad_number');
    expect(await begins({ phone: '(415) 555-2672' })).toBe('active');
    expect(await begins({ phone: '+1 613 555 2672' })).toBe('active');
    // The same prefix, and many times the price.
    expect(await begins({ phone: '+1 876 555 2672' })).toBe('other_country');
    expect(await begins({ phone: '+44 7400 123456' })).toBe('other_country');
    expect(await begins({ phone: '+1 415 555 2672' })).toBe('same_number');
    await server.admin(UpdateSequenceDocument, { id: sequence.id, input: { status: 'inactive' } });
    expect(await begins({ phone: '(415) 555-2673' })).toBe('sequence_off');
    await server.admin(UpdateSequenceDocument, { id: sequence.id, input: { status: 'active' } });
    await server.admin(UpdateClientDocument, { id: client.id, input: { smsAutoReplyEnabled: false } });
    expect(await begins({ phone: '(415) 555-2674' })).toBe('texts_off');
  });

  it('does not begin where numbers of one block, or forms from one address, come by the dozen: the lead is kept', async () => {
    const { client, campaign } = await enrolled();
    const begins = async (phone: string) => {
      const { id } = await makeLead(server, client, campaign, { phone });
      return (await server.admin(LeadDocument, { id })).lead.enrollments.map(({ status, reason }) => reason ?? status);
    };
    expect(await begins('(628) 555-2680')).toEqual(['active']);
    const spend = (key: string, points: number) =>
      server.dataSource.query<[unknown[], number]>('UPDATE throttles SET points = $2 WHERE key LIKE $1 RETURNING key', [
        key,
        points,
      ]);
    expect((await spend(`texts-to:${client.id}:+1628555`, 30))[1]).toBe(1);
    expect(await begins('(628) 555-2681')).toEqual(['too_many']);
    expect(await begins('(628) 556-2681')).toEqual(['active']);
    const fromOneAddress = async (phone: string) => {
      const variables = { client: client.handle, slug: campaign.slug, formData: { fullName: 'Bo', phone } };
      const { submitLead } = await server.visitor(SubmitLeadDocument, variables, { 'x-forwarded-for': '10.1.0.1' });
      return (await server.admin(LeadDocument, { id: submitLead.id })).lead.enrollments.map(
        ({ status, reason }) => reason ?? status,
      );
    };
    expect(await fromOneAddress('(650) 555-2681')).toEqual(['active']);
    expect((await spend(`texts-from:${client.id}:10.1.0.1`, 100))[1]).toBe(1);
    expect(await fromOneAddress('(650) 555-2682')).toEqual(['too_many']);
  });

  it('is moved by the service alone', async () => {
    const { enrollmentId, client } = await enrolled();
    const variables = { enrollmentId, position: 0 };
    await expect(server.admin(ClaimStepDocument, variables)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(client.call(ClaimStepDocument, variables)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(server.visitor(ClaimStepDocument, variables)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(server.visitor(ClaimStepDocument, variables, { authorization: 'Bearer wrong' })).rejects.toMatchObject(
      { code: 'UNAUTHENTICATED' },
    );
  });

  it('is processed now where it is overdue, and what went is counted', async () => {
    const { enrollmentId, client } = await enrolled();
    const processing = client.call(ProcessSmsDocument, {});
    const { text } = await claim(enrollmentId);
    await server.service(LogTextDocument, { id: text!.id, to: text!.to, body: text!.body });
    await sent(text!.id);
    expect((await processing).processSms).toEqual({ message: 'Sent 1 message', processed: 1 });
    expect((await outbox(enrollmentId)).map(({ kind }) => kind)).toEqual(['start', 'signal']);
    expect((await client.call(ProcessSmsDocument, {})).processSms).toEqual({
      message: 'No messages were due',
      processed: 0,
    });
    await expect(server.visitor(ProcessSmsDocument, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
