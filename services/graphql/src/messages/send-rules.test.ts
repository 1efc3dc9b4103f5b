import { createCampaign, createClient, createLead, createSequence } from '../testing/fixtures';
import { ClaimStepDocument, RecordSendResultDocument } from '../testing/internal-operations/generated';
import {
  DeleteClientDocument,
  DeleteLeadDocument,
  ErasePersonDocument,
  LeadDocument,
  RecordConsentDocument,
  UpdateClientDocument,
  UpdateLeadDocument,
} from '../testing/operations/generated';
import { startTestServer, type TestServer } from '../testing/test-server';
import { handleReply } from '../replies/handle-reply';
import { NUMBER_LIMITS } from './number-limits';

describe('send rules', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer({ numberLimits: NUMBER_LIMITS })));
  afterAll(() => server.stop());

  let lastNumber = 5_550_000;
  const nextNumber = (areaCode = '415') => `+1${areaCode}${(lastNumber += 10_000)}`;
  let replies = 0;
  const reply = (from: string, body: string) =>
    handleReply(server.dataSource, { providerId: `SM-reply-${(replies += 1)}`, from, body });

  async function createBusiness(steps = 2, triggerEvent: 'lead_created' | 'lead_contacted' = 'lead_created') {
    const client = await createClient(server);
    await server.admin(UpdateClientDocument, {
      id: client.id,
      input: { quietHours: { enabled: false, start: '21:00', end: '08:00' } },
    });
    const campaign = await createCampaign(server, client.id);
    await createSequence(server, client.id, campaign.id, {
      triggerEvent,
      steps: Array.from({ length: steps }, (_, step) => ({ delayMinutes: 0, message: `Step ${step}` })),
    });
    const submit = async (phone: string) => {
      const { id } = await createLead(server, client, campaign, { phone });
      return { leadId: id, ...(await enrollmentOf(id)) };
    };
    return { client, campaign, submit };
  }

  async function enrollmentOf(leadId: string) {
    const [row] = await server.dataSource.query<{ id: string; status: string; reason: string | null }[]>(
      'SELECT id, status, reason FROM enrollments WHERE lead_id = $1',
      [leadId],
    );
    return { enrollmentId: row?.id ?? '', status: row?.status, reason: row?.reason };
  }

  /** Claims and records messages until none is due. Returns the numbers that they were sent to. */
  async function sendAll(enrollmentId: string): Promise<string[]> {
    const sent: string[] = [];
    for (;;) {
      const { message } = (await server.service(ClaimStepDocument, { enrollmentId })).claimStep;
      if (!message) return sent;
      sent.push(message.to);
      await server.service(RecordSendResultDocument, {
        outcome: { messageId: message.id, status: 'sent', providerId: `SM-${message.id}` },
      });
    }
  }
  const claim = async (enrollmentId: string) => (await server.service(ClaimStepDocument, { enrollmentId })).claimStep;

  it.each(['+14155559999', '+88161234567', '+37120123456'])(
    'A1: a lead whose number is changed to %s gets nothing there, and its sequence ends',
    async (other) => {
      const { client, submit } = await createBusiness();
      const { leadId, enrollmentId } = await submit(nextNumber());
      await client.call(UpdateLeadDocument, { id: leadId, input: { formData: { fullName: 'Ann', phone: other } } });
      expect(await sendAll(enrollmentId)).toEqual([]);
      expect(await enrollmentOf(leadId)).toMatchObject({ status: 'cancelled', reason: 'number_changed' });
    },
  );

  it('a changed number is messaged only after its consent is recorded by a signed-in account', async () => {
    const { client, submit } = await createBusiness(1, 'lead_contacted');
    const [first, second] = [nextNumber(), nextNumber()];
    const contact = (id: string) => client.call(UpdateLeadDocument, { id, input: { status: 'contacted' } });
    const change = (id: string, phone: string) =>
      client.call(UpdateLeadDocument, { id, input: { formData: { fullName: 'Ann', phone } } });
    const without = await submit(first);
    await change(without.leadId, second);
    await contact(without.leadId);
    expect(await enrollmentOf(without.leadId)).toMatchObject({ status: 'cancelled', reason: 'no_consent' });

    const third = nextNumber();
    const agreed = await submit(nextNumber());
    await change(agreed.leadId, third);
    await expect(
      server.visitor(RecordConsentDocument, { id: agreed.leadId, howObtained: 'By phone' }),
    ).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(client.call(RecordConsentDocument, { id: agreed.leadId, howObtained: ' ' })).rejects.toThrow(
      'howObtained',
    );
    await server.admin(RecordConsentDocument, { id: agreed.leadId, howObtained: 'Signed at the counter on 3 May' });
    const { consent } = (await client.call(LeadDocument, { id: agreed.leadId })).lead;
    expect(consent).toMatchObject({
      via: 'manual',
      disclosure: 'Signed at the counter on 3 May',
      recordedBy: 'admin',
      phoneE164: third,
    });
    await contact(agreed.leadId);
    expect(await sendAll((await enrollmentOf(agreed.leadId)).enrollmentId)).toEqual([third]);
  });

  it('A2: first messages to one number block are limited at the claim, whatever triggers them', async () => {
    const { client, campaign } = await createBusiness(1, 'lead_contacted');
    const decisions: string[] = [];
    for (let n = 0; n < 32; n += 1) {
      const { id } = await createLead(server, client, campaign, { phone: `+1628555${1_000 + n}` });
      await server.dataSource.query('DELETE FROM rate_limits');
      await client.call(UpdateLeadDocument, { id, input: { status: 'contacted' } });
      const { enrollmentId } = await enrollmentOf(id);
      const { decision, reason, message } = await claim(enrollmentId);
      decisions.push(reason ?? decision);
      if (message)
        await server.service(RecordSendResultDocument, {
          outcome: { messageId: message.id, status: 'sent', providerId: `SM-${message.id}` },
        });
    }
    expect(decisions).toEqual([...Array<string>(30).fill('send'), 'flood', 'flood']);
  });

  it.each<
    [string, (business: Awaited<ReturnType<typeof createBusiness>>, lead: string, phone: string) => Promise<void>]
  >([
    ['before the first message', async (_business, _lead, phone) => reply(phone, 'STOP')],
    [
      'after an erasure',
      async ({ client }, _lead, phone) => {
        await client.call(ErasePersonDocument, { clientId: client.id, phone });
        await reply(phone, 'Stop.');
      },
    ],
    [
      'after the lead was deleted',
      async ({ client }, id, phone) => {
        await client.call(DeleteLeadDocument, { id });
        await reply(phone, 'please stop texting me');
      },
    ],
    [
      'and the client is deleted afterwards',
      async ({ client }, _lead, phone) => {
        await reply(phone, 'UNSUBSCRIBE');
        await server.admin(DeleteClientDocument, { id: client.id });
        await server.doBulkWork();
      },
    ],
  ])('A3: STOP %s is recorded, and no client of the sender messages the number again until START', async (_, act) => {
    const phone = nextNumber();
    const business = await createBusiness();
    const { leadId, enrollmentId } = await business.submit(phone);
    await act(business, leadId, phone);
    expect(await sendAll(enrollmentId)).toEqual([]);
    const other = await createBusiness();
    const again = await other.submit(phone);
    expect(again).toMatchObject({ status: 'cancelled', reason: 'opted_out' });
    expect(await sendAll(again.enrollmentId)).toEqual([]);
    await reply(phone, 'START');
    const third = await createBusiness(1);
    expect(await sendAll((await third.submit(phone)).enrollmentId)).toEqual([phone]);
  });

  it('A4, A5: a number gets a limited number of messages an hour, also from concurrent claims of several clients', async () => {
    const phone = nextNumber();
    const enrollments = await Promise.all(
      Array.from({ length: 3 }, async () => (await (await createBusiness(50)).submit(phone)).enrollmentId),
    );
    const sent = await Promise.all(enrollments.map(sendAll));
    expect(sent.flat()).toHaveLength(NUMBER_LIMITS.hour);
    const { decision, reason, dueAt } = await claim(enrollments[0]!);
    expect([decision, reason]).toEqual(['hold', 'number_limit']);
    expect(Date.parse(dueAt!)).toBeGreaterThan(Date.now() + 55 * 60_000);
    // An hour later the next ones are sent, up to the limit of a day.
    const later = `UPDATE sms_messages SET sent_at = sent_at - interval '61 minutes' WHERE to_e164 = $1`;
    for (const allowed of [NUMBER_LIMITS.hour, 0]) {
      await server.dataSource.query(later, [phone]);
      const more = await Promise.all(enrollments.map(sendAll));
      expect(more.flat()).toHaveLength(allowed);
    }
  });

  it('A6: a visitor’s name cannot add lines, links or control characters to a message', async () => {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    await createSequence(server, client.id, campaign.id, {
      steps: [{ delayMinutes: 0, message: 'Hi {{fullName}}!' }],
    });
    const fullName = `Ann\nhttps://evil.example \u001b\u0007\u202E${'x'.repeat(4_000)}`;
    const { id } = await createLead(server, client, campaign, { fullName, phone: nextNumber() });
    const { message } = await claim((await enrollmentOf(id)).enrollmentId);
    expect(message!.body).toMatch(/^[^\n]*: Hi Ann x{1,96}!\nReply STOP to stop\.$/);
    const [stored] = await server.dataSource.query<{ segments: number; template: string }[]>(
      'SELECT segments, template FROM sms_messages WHERE id = $1',
      [message!.id],
    );
    expect(stored).toEqual({ segments: 1, template: 'Hi {{fullName}}!' });
  });

  it('consent and sent messages of an erased person are kept as evidence without personal data', async () => {
    const phone = nextNumber();
    const { client, submit } = await createBusiness(1);
    const { enrollmentId } = await submit(phone);
    await sendAll(enrollmentId);
    await client.call(ErasePersonDocument, { clientId: client.id, phone });
    const rows = await server.dataSource.query<{ kind: string; details: object }[]>(
      'SELECT kind, client_name, details FROM evidence WHERE number_hash = number_hash($1) ORDER BY kind',
      [phone],
    );
    expect(rows).toMatchObject([
      { kind: 'consent', client_name: client.businessName, details: { via: 'api' } },
      { kind: 'message', client_name: client.businessName, details: { template: 'Step 0', step: 0, segments: 1 } },
    ]);
    const [{ hash }] = await server.dataSource.query<[{ hash: string }]>(
      `SELECT encode(number_hash($1), 'hex') AS hash`,
      [phone],
    );
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    const everything = JSON.stringify(await server.dataSource.query('SELECT * FROM evidence'));
    expect(everything).not.toContain(phone.slice(2));
    expect(everything).not.toContain('Ann');
  });
});
