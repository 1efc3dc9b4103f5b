import { type SmtpEmulator, startSmtpEmulator } from '@dripline/runtime/testing/smtp-emulator';
import type { ContractError } from '@dripline/runtime/http/request';
import { asSystem } from '../../access/scope';
import { createCampaign, createClient, createLead } from '../../testing/fixtures';
import {
  CreateLeadNoteDocument,
  CreateMemberDocument,
  EmailNotificationsDocument,
  MuteNotificationsDocument,
  SetEmailNotificationsDocument,
  SetLeadNotificationsDocument,
  UpdateClientDocument,
  UpdateMemberDocument,
} from '../../testing/operations/generated';
import { type Caller, settings, startTestServer, type TestServer } from '../../testing/test-server';
import type { NotificationKind } from '../notification.entity';
import { createMailer, type Mailer } from './mailer';
import { sendEmails } from './send-emails';

describe('emails of notifications', () => {
  let server: TestServer;
  let smtp: SmtpEmulator;
  let mailer: Mailer;
  beforeAll(async () => {
    smtp = await startSmtpEmulator();
    mailer = createMailer({ SMTP_URL: smtp.url, EMAIL_FROM: 'leads@agency.example' })!;
    server = await startTestServer({ rateLimits: false });
  });
  beforeEach(() => smtp.behave('accept'));
  afterAll(async () => {
    mailer.close();
    await smtp.stop();
    await server.stop();
  });

  let last = 0;
  async function setUp(changes: Parameters<typeof createClient>[1] = {}) {
    const contactEmail = `business-${(last += 1)}@example.com`;
    const client = await createClient(server, { businessName: `Blue <b>& Sons ${last}`, contactEmail, ...changes });
    const campaign = await createCampaign(server, client.id);
    const addMember = async (name: string, email?: string) => {
      const input = {
        name,
        username: `emailed-${(last += 1)}`,
        password: 'green apples on tuesday',
        role: 'staff',
      } as const;
      const { createMember } = await client.call(CreateMemberDocument, {
        clientId: client.id,
        input: { ...input, ...(email !== undefined && { email }) },
      });
      return { id: createMember.id, call: await server.signInClient(input.username, input.password) };
    };
    const choose = (call: Caller, ...kinds: `${NotificationKind}`[]) =>
      call(SetEmailNotificationsDocument, { clientId: client.id, kinds: kinds as NotificationKind[] });
    const submit = async (fullName: string) => (await createLead(server, client, campaign, { fullName })).id;
    const state = async (call: Caller) => (await call(EmailNotificationsDocument, { clientId: client.id })).client;
    const subjects = (address = contactEmail) => smtp.emailsTo(address).map(({ subject }) => subject);
    /** Lets time pass for what concerns the emails of the client. */
    const pass = (seconds: number) =>
      server.dataSource.query(
        `WITH aged AS (UPDATE notifications SET created_at = created_at - make_interval(secs => $2) WHERE client_id = $1)
         UPDATE notification_settings SET next_email_at = next_email_at - make_interval(secs => $2),
           emailed_until = emailed_until - make_interval(secs => $2), emailing_until = emailing_until - make_interval(secs => $2) WHERE client_id = $1`,
        [client.id, seconds],
      );
    return { client, campaign, contactEmail, addMember, choose, submit, state, subjects, pass };
  }
  const send = (by = mailer) =>
    asSystem(() => sendEmails({ dataSource: server.scopedDataSource, settings, mailer: by }));
  const codeOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'OK',
      (error: ContractError) => error.code,
    );

  it('about a complete A/B test name the campaign and lead to its tests', async () => {
    const { client, campaign, contactEmail, choose, subjects, pass } = await setUp();
    await choose(client.call, 'ab_test');
    await pass(60);
    await server.dataSource.query(
      `INSERT INTO notifications (client_id, kind, campaign_id) VALUES ($1, 'ab_test', $2)`,
      [client.id, campaign.id],
    );
    await pass(30);
    await send();
    expect(subjects()).toEqual([`The A/B test of ${campaign.name} is complete`]);
    expect(smtp.emailsTo(contactEmail)[0]!.text).toContain(`?tab=campaigns&dialog=ab-tests&id=${campaign.id}\n`);
  });

  it('are sent for the chosen kinds from then on, at most once every five minutes, and each once', async () => {
    const { client, contactEmail, choose, submit, subjects, pass, state } = await setUp();
    await submit('Before');
    expect((await state(client.call)).emailNotifications).toEqual({ address: contactEmail, kinds: [], failedAt: null });
    await choose(client.call, 'new_lead');
    await pass(60);
    await send();
    expect(subjects()).toEqual([]);
    const lead = await submit('Ann <Lee>\r\nBcc: other@example.com');
    // A transaction that began before may still commit.
    await send();
    expect(subjects()).toEqual([]);
    await pass(30);
    await send();
    expect(subjects()).toEqual(['New lead: Ann <Lee> Bcc: other@example.com']);
    const [email] = smtp.emailsTo(contactEmail);
    expect(email).toMatchObject({
      from: { name: 'Dripline', address: 'leads@agency.example' },
      to: [contactEmail],
      text: expect.stringContaining(
        `http://localhost:8080/client/dashboard/${client.id}?tab=leads&dialog=view&id=${lead}`,
      ),
      html: expect.stringContaining('New lead: Ann &#60;Lee&#62; Bcc: other@example.com</a>'),
      headers: { 'auto-submitted': 'auto-generated' },
    });
    expect(email!.headers).not.toHaveProperty('bcc');
    await submit('Bo');
    await submit('Cy');
    await pass(60);
    await send();
    expect(subjects()).toHaveLength(1);
    await pass(240);
    await Promise.all([send(), send(), send()]);
    expect(subjects()[1]).toMatch(/^2 notifications for Blue <b>& Sons/);
    await pass(600);
    await send();
    expect(subjects()).toHaveLength(2);
  });

  it('list the newest 20, and count the others', async () => {
    const { client, contactEmail, choose, pass } = await setUp();
    await choose(client.call, 'new_lead');
    await server.dataSource.query(
      `INSERT INTO notifications (client_id, kind, created_at) SELECT $1, 'new_lead', now() + n * interval '1 ms' FROM generate_series(1, 25) n`,
      [client.id],
    );
    await pass(30);
    await send();
    const { subject, text, html } = smtp.emailsTo(contactEmail)[0]!;
    expect(subject).toMatch(/^25 notifications for/);
    expect(text.match(/^New lead$/gm)).toHaveLength(20);
    expect(text).toContain('5 more');
    expect(html.match(/New lead</g)).toHaveLength(20);
  });

  it('go to members with an address, about what concerns them, muted or not', async () => {
    const { client, addMember, choose, submit, subjects, pass, state } = await setUp();
    const [ann, bo] = [await addMember('Ann', 'ann@example.com'), await addMember('Bo')];
    expect(await codeOf(choose(bo.call, 'mention'))).toBe('CONFLICT');
    expect((await state(bo.call)).emailNotifications!.address).toBeNull();
    await client.call(UpdateMemberDocument, { id: bo.id, input: { email: 'bo@example.com' } });
    await choose(ann.call, 'mention', 'assignment');
    await choose(bo.call, 'new_lead', 'mention', 'assignment');
    await ann.call(MuteNotificationsDocument, { clientId: client.id, kinds: ['mention' as NotificationKind] });
    const leadId = await submit('Lee');
    await client.call(CreateLeadNoteDocument, { leadId, body: '@Ann please call' });
    await pass(30);
    await send();
    expect(subjects('ann@example.com')).toEqual([expect.stringMatching(/ mentioned you in a note on Lee$/)]);
    expect(subjects('bo@example.com')).toEqual(['New lead: Lee']);
    expect(subjects()).toEqual([]);
    // Without an address there are no emails, and neither are there after the removal or while the login is closed.
    await client.call(UpdateMemberDocument, { id: bo.id, input: { email: '' } });
    await submit('Mo');
    await pass(600);
    await send();
    await client.call(UpdateMemberDocument, { id: bo.id, input: { email: 'bo@example.com' } });
    await server.admin(UpdateClientDocument, { id: client.id, input: { status: 'inactive' } });
    await send();
    expect(subjects('bo@example.com')).toHaveLength(1);
    await server.admin(UpdateClientDocument, { id: client.id, input: { status: 'active' } });
    await send();
    expect(subjects('bo@example.com')).toEqual(['New lead: Lee', 'New lead: Mo']);
  });

  it('are sent again after a failure, which the account sees, and are left out after a day', async () => {
    const { client, choose, submit, subjects, pass, state } = await setUp();
    await choose(client.call, 'new_lead');
    const failedAt = async () => (await state(client.call)).emailNotifications!.failedAt;
    for (const behaviour of ['reject', 'defer'] as const) {
      smtp.behave(behaviour);
      await submit(`Ann ${behaviour}`);
      await pass(300);
      await expect(send()).rejects.toThrow('no email was accepted');
      expect(await failedAt()).not.toBeNull();
    }
    smtp.behave('accept');
    await send();
    expect(subjects()).toEqual([]);
    // After the second failure the pause is an hour.
    await pass(600);
    await send();
    expect(subjects()).toEqual([]);
    await pass(3_600);
    await send();
    expect(subjects()).toEqual([expect.stringMatching(/^2 notifications for/)]);
    expect(await failedAt()).toBeNull();
    await submit('Old');
    await pass(90_000);
    await send();
    expect(subjects()).toHaveLength(1);
  });

  it('keep their ID and contents when the answer of the server was lost or the process ended', async () => {
    const { client, choose, submit, contactEmail, pass } = await setUp();
    await choose(client.call, 'new_lead');
    /** Ends the pause, without changing which period is emailed. */
    const due = () =>
      server.dataSource.query(`UPDATE notification_settings SET next_email_at = now() WHERE client_id = $1`, [
        client.id,
      ]);
    await submit('Ann');
    await pass(30);
    smtp.behave('accept then disconnect');
    await expect(send()).rejects.toThrow('no email was accepted');
    smtp.behave('accept');
    await submit('Bo');
    await due();
    // The process ends while it sends.
    await new Promise<void>((resolve) => {
      const dying = () => new Promise<void>(() => resolve());
      void send({ send: dying, close: () => undefined });
    });
    await send();
    expect(smtp.emailsTo(contactEmail)).toHaveLength(1);
    await due();
    await send();
    const [first, second, ...others] = smtp.emailsTo(contactEmail);
    const { headers: _, ...contents } = first!;
    expect(second).toMatchObject(contents);
    expect(others).toEqual([]);
    await pass(330);
    await send();
    expect(smtp.emailsTo(contactEmail).map(({ subject }) => subject)).toEqual([
      'New lead: Ann',
      'New lead: Ann',
      'New lead: Bo',
    ]);
    expect(new Set(smtp.emailsTo(contactEmail).map(({ messageId }) => messageId)).size).toBe(2);
  });

  it('name the business in place of the product with white label, and link to the client’s domain', async () => {
    const { client, contactEmail, choose, submit, pass } = await setUp();
    const input = { whiteLabelEnabled: true, domain: `${client.handle}.mail.example` };
    await server.admin(UpdateClientDocument, { id: client.id, input });
    await choose(client.call, 'new_lead');
    await submit('Ann');
    await pass(30);
    await send();
    const [email] = smtp.emailsTo(contactEmail);
    expect(email!.from.name).toBe(client.businessName);
    expect(JSON.stringify(email)).not.toMatch(/dripline/i);
    for (const part of [email!.text, email!.html]) {
      expect(part).toContain(`http://${client.handle}.mail.example:8080/client/dashboard/${client.id}?tab=settings`);
      expect(part).not.toContain('localhost');
    }
  });

  it('are not available to administrators, nor without a server', async () => {
    const { client, choose, state } = await setUp();
    expect((await state(server.admin)).emailNotifications).toBeNull();
    expect(await codeOf(choose(server.admin, 'new_lead'))).toBe('CONFLICT');
    expect(createMailer({})).toBeNull();
    await expect(choose(client.call, 'reply', 'reply')).rejects.toMatchObject({ fields: { kinds: expect.anything() } });
  });

  it('need TLS in production, unless the URL says otherwise', async () => {
    const from = { EMAIL_FROM: 'leads@agency.example', NODE_ENV: 'production' };
    const email = { from: 'TLS', to: 'tls@example.com', subject: 'TLS', text: 'TLS', html: 'TLS', messageId: 'tls' };
    const strict = createMailer({ SMTP_URL: smtp.url, ...from })!;
    await expect(strict.send(email)).rejects.toMatchObject({ code: 'ETLS' });
    const relaxed = createMailer({ SMTP_URL: `${smtp.url}/?requireTLS=false`, ...from })!;
    await relaxed.send(email);
    const wrong = createMailer({
      SMTP_URL: smtp.url.replace('password-of-the-tests', 'wrong'),
      ...from,
      NODE_ENV: 'test',
    })!;
    await expect(wrong.send(email)).rejects.toMatchObject({ code: 'EAUTH' });
    expect(smtp.emailsTo('tls@example.com')).toHaveLength(1);
    for (const each of [strict, relaxed, wrong]) each.close();
  });

  it('leave the text message of a new lead on, unless it is switched off', async () => {
    const { client, addMember, submit, state } = await setUp();
    const texts = async () => {
      const [{ count }] = await server.dataSource.query<[{ count: number }]>(
        'SELECT count(*)::int AS count FROM lead_notifications WHERE client_id = $1',
        [client.id],
      );
      return count;
    };
    await submit('Ann');
    expect(await texts()).toBe(1);
    const ann = await addMember('Ann');
    expect(await codeOf(ann.call(SetLeadNotificationsDocument, { clientId: client.id, enabled: false }))).toBe(
      'FORBIDDEN',
    );
    await client.call(SetLeadNotificationsDocument, { clientId: client.id, enabled: false });
    expect((await state(client.call)).leadNotificationsEnabled).toBe(false);
    await submit('Bo');
    expect(await texts()).toBe(1);
    await server.admin(SetLeadNotificationsDocument, { clientId: client.id, enabled: true });
    await submit('Cy');
    expect(await texts()).toBe(2);
  });
});
