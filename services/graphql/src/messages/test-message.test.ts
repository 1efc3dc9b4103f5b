import {
  AdminStatsDocument,
  ClaimAlertDocument,
  ClaimTestTextDocument,
  RecordSendDocument,
  RecordTestTextDocument,
  SendTestTextDocument,
  SmsMessagesDocument,
  type TestTextInput,
  UpdateClientDocument,
} from '../testing/operations/generated';
import { randomUUID } from 'node:crypto';
import { makeCampaign, makeClient, makeLead } from '../testing/make';
import { startTestServer, type TestServer } from '../testing/test-server';

describe('a test text', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  async function stage() {
    const client = await makeClient(server, { businessName: 'Acme', notificationPhone: '(415) 555-0100' });
    const campaign = await makeCampaign(server, client.id);
    const send = async (input: Partial<TestTextInput> = {}, call = client.call) =>
      (
        await call(SendTestTextDocument, {
          clientId: client.id,
          input: {
            campaignId: campaign.id,
            message: 'Hi {{firstName}} from {{businessName}} ',
            key: randomUUID(),
            ...input,
          },
        })
      ).sendTestText;
    return { client, campaign, send };
  }
  const asked = async (clientId: string) => {
    for (;;) {
      const rows = await server.dataSource.query<{ id: string }[]>(
        'SELECT t.id FROM test_texts t JOIN outbox o ON o.subject_id = t.id WHERE o.kind = $2 AND client_id = $1',
        [clientId, 'test'],
      );
      if (rows.length > 0) return rows.map(({ id }) => id);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const claim = async (id: string) => (await server.service(ClaimTestTextDocument, { id })).claimTestText;
  const record = async (messageId: string, outcome: object) =>
    (await server.service(RecordTestTextDocument, { outcome: { messageId, ...outcome } as never })).recordTestText;

  it('goes to the client’s own phone, rendered as for an example lead, and into no list and no count', async () => {
    const { client, send } = await stage();
    const sending = send();
    const [id] = await asked(client.id);
    expect(await claim(id!)).toMatchObject({
      id,
      to: '+14155550100',
      body: 'Hi Jane from Acme',
      attemptedBefore: false,
    });
    expect(await record(id!, { status: 'sent', providerId: `p-${id}` })).toBe(true);
    expect(await sending).toMatchObject({
      id,
      status: 'sent',
      body: 'Hi Jane from Acme',
      words: 'The text service took it',
    });
    expect((await client.call(SmsMessagesDocument, { clientId: client.id })).smsMessages).toEqual([]);
    expect(
      await server.dataSource.query(`SELECT 1 FROM usage_counters WHERE client_id = $1 AND kind = 'sms' AND used > 0`, [
        client.id,
      ]),
    ).toEqual([]);
    expect((await server.admin(AdminStatsDocument, {})).adminStats.totalSMSMessages).toBe(0);
  });

  it('is one for one key, however often it is asked for, and is handed over by one worker once', async () => {
    const { client, send } = await stage();
    const key = 'one';
    const sending = Promise.all([send({ key }), send({ key }), send({ key })]);
    const [id, ...more] = await asked(client.id);
    expect(more).toEqual([]);
    const claims = await Promise.all([claim(id!), claim(id!), claim(id!)]);
    expect(claims.filter((text) => text?.attemptedBefore === false)).toHaveLength(1);
    await record(id!, { status: 'sent', providerId: `p-${id}` });
    expect(new Set((await sending).map((text) => text.id))).toEqual(new Set([id]));
    expect(await claim(id!)).toBeNull();
    expect(await send({ key, message: 'Another' })).toMatchObject({ id, body: 'Hi Jane from Acme' });
    expect(await asked(client.id)).toEqual([id]);
  });

  it('says in plain words why it did not go, and what was first recorded of it stays', async () => {
    const { client, send } = await stage();
    const sending = send();
    const [id] = await asked(client.id);
    await claim(id!);
    await record(id!, { status: 'failed', reason: 'bad_number' });
    await record(id!, { status: 'sent', providerId: 'late' });
    expect(await sending).toMatchObject({
      status: 'failed',
      words: 'It was not sent: the phone number cannot receive texts',
    });
  });

  it('takes no text of another for its own', async () => {
    const one = await stage();
    const other = await stage();
    const sending = Promise.all([one.send(), other.send()]);
    const [[a], [b]] = await Promise.all([asked(one.client.id), asked(other.client.id)]);
    await Promise.all([claim(a!), claim(b!)]);
    expect(await record(a!, { status: 'sent', providerId: 'same' })).toBe(true);
    expect(await record(b!, { status: 'sent', providerId: 'same' })).toBe(false);
    await record(b!, { status: 'failed', reason: 'unknown' });
    expect((await sending).map(({ words }) => words)).toEqual([
      'The text service took it',
      'It was not sent: nobody could say whether it arrived',
    ]);
  });

  it('takes no alert’s and no lead’s text for its own, nor they its own', async () => {
    const { client, campaign, send } = await stage();
    const { id: leadId } = await makeLead(server, client, campaign);
    await server.service(ClaimAlertDocument, { leadId });
    const sending = send();
    const [id] = await asked(client.id);
    await claim(id!);
    await server.service(RecordSendDocument, {
      outcome: { messageId: leadId, providerId: 'the alert’s', status: 'sent' },
    });
    expect(await record(id!, { status: 'sent', providerId: 'the alert’s' })).toBe(false);
    expect(await record(id!, { status: 'sent', providerId: 'the test’s' })).toBe(true);
    const { id: next } = await makeLead(server, client, campaign);
    await server.service(ClaimAlertDocument, { leadId: next });
    await expect(
      server.service(RecordSendDocument, { outcome: { messageId: next, providerId: 'the test’s', status: 'sent' } }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await sending).toMatchObject({ status: 'sent' });
  });

  it.each([
    [{ status: 'sent', providerId: 'an answer' }, 0],
    [{ status: 'failed', reason: 'bad_number' }, 0],
    [{ status: 'failed', reason: 'not_reachable' }, 1],
  ])('ends the provider’s trouble where it is answered: %o', async (outcome, troubles) => {
    const { client, send } = await stage();
    const sending = send();
    const [id] = await asked(client.id);
    await claim(id!);
    await server.dataSource.query(
      `INSERT INTO provider_troubles (reason, times, until) VALUES ('twilio_20003', 1, now() + interval '1 minute')`,
    );
    await record(id!, outcome);
    expect(await server.dataSource.query('SELECT 1 FROM provider_troubles')).toHaveLength(troubles);
    await server.dataSource.query('DELETE FROM provider_troubles');
    await sending;
  });

  it('is not handed over once nobody waits for it any more', async () => {
    const { client, send } = await stage();
    const sending = send();
    const [id] = await asked(client.id);
    await server.dataSource.query(`UPDATE test_texts SET created_at = now() - interval '11 minutes' WHERE id = $1`, [
      id,
    ]);
    expect(await claim(id!)).toBeNull();
    expect(await sending).toMatchObject({
      status: 'failed',
      words: 'It was not sent: nothing could take it for ten minutes',
    });
  });

  it('is refused to a phone that cannot be texted or opted out, to strangers, and after ten in an hour', async () => {
    const { client, campaign, send } = await stage();
    await expect(send({}, server.visitor)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(send({}, (await stage()).client.call)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(send({ message: ' ' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await expect(send({ campaignId: randomUUID() })).rejects.toMatchObject({
      fields: { campaignId: 'Choose a campaign of this client' },
    });
    await expect(client.call(ClaimTestTextDocument, { id: campaign.id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await server.dataSource.query(`INSERT INTO opt_outs (client_id, phone_e164) VALUES ($1, '+14155550100')`, [
      client.id,
    ]);
    await expect(send()).rejects.toThrow('The notification phone asked for no more texts');
    await server.dataSource.query('DELETE FROM opt_outs');
    await server.dataSource.query(`UPDATE clients SET notification_phone = 'none' WHERE id = $1`, [client.id]);
    await expect(send()).rejects.toThrow('The notification phone cannot receive texts');
    await server.admin(UpdateClientDocument, { id: client.id, input: { notificationPhone: '(415) 555-0100' } });

    const sending = Array.from({ length: 10 }, () => send());
    while ((await asked(client.id)).length < 10) await new Promise((resolve) => setTimeout(resolve, 20));
    await expect(send()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    await server.dataSource.query(`UPDATE test_texts SET status = 'sent' WHERE client_id = $1`, [client.id]);
    expect((await Promise.all(sending)).every(({ status }) => status === 'sent')).toBe(true);
  });
});
