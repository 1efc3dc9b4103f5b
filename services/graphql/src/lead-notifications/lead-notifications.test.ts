import {
  ClaimAlertDocument,
  DeleteLeadDocument,
  LeadDocument,
  RecordSendDocument,
  ReportTroubleDocument,
  RetryTextDocument,
  SmsMessagesDocument,
  UpdateClientDocument,
  WithdrawAttemptDocument,
} from '../testing/operations/generated';
import { makeCampaign, makeClient, makeLead } from '../testing/make';
import { startTestServer, type TestServer } from '../testing/test-server';

describe('an alert', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  // Each business has a phone of its own: what is on its way to another's must not be waited for.
  let businesses = 1_000;
  async function newLead(client: Parameters<typeof makeClient>[1] = {}, formData: Record<string, unknown> = {}) {
    const notificationPhone = `(415) 555-${(businesses += 1)}`;
    const owner = await makeClient(server, { notificationPhone, ...client });
    const campaign = await makeCampaign(server, owner.id, { name: 'Spring offer' });
    const { id } = await makeLead(server, owner, campaign, formData);
    return { id, client: owner, campaign };
  }
  const claim = async (leadId: string) => (await server.service(ClaimAlertDocument, { leadId })).claimAlert;
  const word = (id: string) =>
    server.dataSource.query<{ kind: string }[]>('SELECT kind FROM outbox WHERE subject_id = $1', [id]);
  const sent = (messageId: string, providerId = `p-${messageId}`) =>
    server.service(RecordSendDocument, { outcome: { messageId, providerId, status: 'sent' } });
  const status = async (id: string) =>
    (
      await server.dataSource.query<{ status: string; reason: string | null }[]>(
        'SELECT status, reason FROM alerts WHERE lead_id = $1',
        [id],
      )
    )[0];

  it('is left word of with its lead, names lead and campaign and nothing more, and is no text of the client’s', async () => {
    const { id, client } = await newLead({ notificationPhone: '(415) 555-0142' });
    expect(await word(id)).toEqual([{ kind: 'alert' }]);
    const claimed = await claim(id);
    expect(claimed).toMatchObject({
      decision: 'send',
      text: { id, to: '+14155550142', body: 'New lead: Ann Lee, Spring offer', attemptedBefore: false },
    });
    expect((await claim(id)).text).toEqual({ ...claimed.text, attemptedBefore: true });
    expect((await sent(id)).recordSend).toMatchObject({ decision: 'finish' });
    expect(await claim(id)).toMatchObject({ decision: 'finish', text: null });
    expect((await client.call(SmsMessagesDocument, { clientId: client.id })).smsMessages).toEqual([]);
    expect(
      await server.dataSource.query(`SELECT FROM usage_counters WHERE client_id = $1 AND kind = 'sms' AND used > 0`, [
        client.id,
      ]),
    ).toEqual([]);
    expect((await client.call(LeadDocument, { id })).lead.timeline.map(({ kind }) => kind)).toEqual(['form']);
  });

  it('is claimed by one of many workers at once, tried twice at most, and not taken for another in the same words', async () => {
    const { id, client, campaign } = await newLead();
    const claims = await Promise.all(Array.from({ length: 8 }, () => claim(id)));
    expect(claims.filter(({ text }) => text?.attemptedBefore === false)).toHaveLength(1);
    const { id: other } = await makeLead(server, client, campaign, { fullName: 'Bob Lee' });
    await claim(other);
    await sent(other, 'SM-other');
    await expect(sent(id, 'SM-other')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await server.service(RetryTextDocument, { messageId: id, attempts: 1 })).retryText).toMatchObject({
      decision: 'send',
      text: { attempts: 2 },
    });
    expect((await server.service(RetryTextDocument, { messageId: id, attempts: 1 })).retryText).toMatchObject({
      decision: 'wait',
    });
    expect((await server.service(RetryTextDocument, { messageId: id, attempts: 2 })).retryText).toMatchObject({
      decision: 'finish',
    });
    expect(await status(id)).toEqual({ status: 'failed', reason: 'unknown' });
  });

  it('waits while another in the same words to the same phone is with the provider', async () => {
    const { id, client, campaign } = await newLead();
    const { id: same } = await makeLead(server, client, campaign);
    const claims = await Promise.all([id, same].map(claim));
    expect(claims.map(({ decision }) => decision).sort()).toEqual(['send', 'wait']);
    const [first, second] = claims[0]!.decision === 'send' ? [id, same] : [same, id];
    expect(await claim(second)).toMatchObject({ decision: 'wait', dueAt: expect.any(String) as string });
    await sent(first);
    expect(await claim(second)).toMatchObject({ decision: 'send', text: { attemptedBefore: false } });
  });

  it('goes again where it certainly was not taken, and waits while the provider is in trouble', async () => {
    const { id } = await newLead();
    await claim(id);
    expect((await server.service(WithdrawAttemptDocument, { messageId: id, attempts: 1 })).withdrawAttempt).toBe(true);
    const { reportTrouble } = await server.service(ReportTroubleDocument, { messageId: id, reason: 'twilio_20003' });
    expect(reportTrouble).toMatchObject({ decision: 'hold', reason: 'provider_trouble' });
    expect(await claim(id)).toMatchObject({ decision: 'hold', dueAt: reportTrouble.dueAt });
    await server.dataSource.query('DELETE FROM provider_troubles');
    expect(await claim(id)).toMatchObject({ decision: 'send', text: { attemptedBefore: false } });
  });

  it.each(['opted_out', 'bad_number', 'carrier_refused'])(
    'ends the provider’s trouble where it is answered, be it by %s',
    async (reason) => {
      const { id } = await newLead();
      await claim(id);
      await server.service(ReportTroubleDocument, { messageId: id, reason: 'twilio_20003' });
      await server.service(RecordSendDocument, { outcome: { messageId: id, status: 'failed', reason } });
      expect(await server.dataSource.query('SELECT FROM provider_troubles')).toEqual([]);
    },
  );

  it('comes when a held lead is released, and not before', async () => {
    const client = await makeClient(server, { notificationPhone: '(415) 555-0142' });
    const campaign = await makeCampaign(server, client.id);
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlyLeadLimit: 0 } });
    const { id } = await makeLead(server, client, campaign);
    expect(await word(id)).toEqual([]);
    expect(await claim(id)).toMatchObject({ decision: 'finish' });
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlyLeadLimit: 1 } });
    expect(await word(id)).toEqual([{ kind: 'alert' }]);
    expect(await claim(id)).toMatchObject({ decision: 'send' });
  });

  it('ends quietly where the number takes no texts, opted out, the client is inactive or the lead is gone', async () => {
    const bad = await newLead({ notificationPhone: 'call the office' });
    expect(await word(bad.id)).toEqual([]);
    expect(await claim(bad.id)).toMatchObject({ decision: 'finish' });
    expect(await status(bad.id)).toBeUndefined();
    const out = await newLead({ notificationPhone: '(415) 555-0142' });
    await server.dataSource.query(`INSERT INTO opt_outs (client_id, phone_e164) VALUES ($1, '+14155550142')`, [
      out.client.id,
    ]);
    expect(await claim(out.id)).toMatchObject({ decision: 'finish', reason: 'opted_out' });
    expect(await status(out.id)).toEqual({ status: 'skipped', reason: 'opted_out' });
    const off = await newLead();
    await server.admin(UpdateClientDocument, { id: off.client.id, input: { status: 'inactive' } });
    expect(await claim(off.id)).toMatchObject({ decision: 'finish', reason: 'client_inactive' });
    const gone = await newLead();
    await claim(gone.id);
    await server.admin(DeleteLeadDocument, { id: gone.id });
    expect(await claim(gone.id)).toMatchObject({ decision: 'finish', reason: 'deleted' });
    expect((await sent(gone.id)).recordSend).toMatchObject({ decision: 'finish' });
  });

  it('is no news a day after its lead came, whenever a worker first asks', async () => {
    const { id, client } = await newLead();
    const [row] = await server.dataSource.query<{ isSame: boolean }[]>(
      'SELECT a.created_at = l.created_at AS "isSame" FROM alerts a JOIN leads l ON l.id = a.lead_id WHERE l.id = $1',
      [id],
    );
    expect(row).toEqual({ isSame: true });
    await server.dataSource.query(
      `UPDATE alerts SET created_at = now() - interval '24 hours 1 second' WHERE lead_id = $1`,
      [id],
    );
    expect(await claim(id)).toMatchObject({ decision: 'finish', reason: 'expired' });
    expect(await status(id)).toEqual({ status: 'skipped', reason: 'expired' });
    const late = await makeLead(server, client, await makeCampaign(server, client.id));
    await server.dataSource.query('DELETE FROM alerts WHERE lead_id = $1', [late.id]);
    expect(await claim(late.id)).toMatchObject({
      decision: 'send',
      text: { body: expect.stringContaining('New lead: Ann Lee') },
    });
  });

  it('opts the number out where the provider says that it did, and is moved by the service alone', async () => {
    const { id, client } = await newLead({ notificationPhone: '(415) 555-0142' });
    await claim(id);
    await server.service(RecordSendDocument, { outcome: { messageId: id, status: 'failed', reason: 'opted_out' } });
    expect(await server.dataSource.query('SELECT phone_e164 FROM opt_outs WHERE client_id = $1', [client.id])).toEqual([
      { phone_e164: '+14155550142' },
    ]);
    await expect(server.admin(ClaimAlertDocument, { leadId: id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('is short whatever its lead is called', async () => {
    const { id } = await newLead({}, { fullName: 'x'.repeat(400) });
    const { body } = (await claim(id)).text!;
    expect(body).toMatch(/^New lead: x{47}\.\.\., Spring offer$/);
  });
});
