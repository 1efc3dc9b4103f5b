import {
  ClaimDeliveryDocument,
  ClaimStepDocument,
  RecordDeliveryDocument,
  RecordSendResultDocument,
} from '../testing/internal-operations/generated';
import {
  CreateWebhookDocument,
  DeleteLeadDocument,
  DeleteWebhookDocument,
  ReplayWebhookDeliveryDocument,
  RestoreSpamLeadDocument,
  RotateWebhookSecretDocument,
  SubmitLeadDocument,
  TestWebhookDocument,
  LeadDocument,
  UpdateClientDocument,
  UpdateLeadDocument,
  UpdateWebhookDocument,
  WebhookDeliveriesDocument,
  WebhookDeliveryDocument,
  WebhooksDocument,
} from '../testing/operations/generated';
import { WEBHOOK_EVENTS } from '@dripline/contract/webhooks';
import { Webhook as Verifier } from 'standardwebhooks';
import { handleReply } from '../replies/handle-reply';
import { recordReceipt } from '../provider/record-receipt';
import { createCampaign, createClient, createLead, createSequence } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';
import { DISABLE_AFTER_MS, RETRY_DELAYS_MS } from './record-delivery';
import { type JobDependencies, periodicJobs } from '../jobs/periodic-jobs';
import { rotateSecretEncryption } from './webhook-secrets';

const HOUR = 60 * 60_000;
const url = 'https://hooks.example.com/in';

describe('webhooks', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  /** Creates a client with webhooks enabled, and a campaign. */
  async function makeOwner(input = {}) {
    const client = await createClient(server);
    await server.admin(UpdateClientDocument, { id: client.id, input: { webhooksEnabled: true, ...input } });
    return { client, campaign: await createCampaign(server, client.id) };
  }
  type Owner = Awaited<ReturnType<typeof makeOwner>>;
  const createWebhook = async ({ client }: Pick<Owner, 'client'>, events: string[] = [...WEBHOOK_EVENTS]) =>
    (await client.call(CreateWebhookDocument, { clientId: client.id, input: { url, events } })).createWebhook;
  const logOf = async (webhookId: string) =>
    (await server.admin(WebhookDeliveriesDocument, { webhookId })).webhook.deliveries.nodes;
  const typesOf = async (webhookId: string) => (await logOf(webhookId)).map(({ type }) => type).reverse();
  const payloadOf = async (id: string) =>
    JSON.parse((await server.admin(WebhookDeliveryDocument, { id })).webhookDelivery.payload) as {
      type: string;
      timestamp: string;
      data: Record<string, unknown>;
    };
  const claim = async (id: string) => (await server.service(ClaimDeliveryDocument, { id })).claimDelivery;
  const record = async (deliveryId: string, outcome: object = { responseCode: 200 }, attempt = 1) =>
    (await server.service(RecordDeliveryDocument, { outcome: { deliveryId, attempt, durationMs: 12, ...outcome } }))
      .recordDelivery;
  const makeDue = (id: string) =>
    server.dataSource.query('UPDATE webhook_deliveries SET next_attempt_at = now() WHERE id = $1', [id]);
  /** Creates a webhook and one lead. Returns the delivery of its event. */
  async function createDelivery(events?: string[]) {
    const owner = await makeOwner();
    const webhook = await createWebhook(owner, events);
    const lead = await createLead(server, owner.client, owner.campaign);
    const [delivery] = await logOf(webhook.id);
    return { ...owner, webhook, lead, delivery: delivery! };
  }

  describe('events', () => {
    it('a new lead is delivered once to each subscribed webhook, with its form data', async () => {
      const owner = await makeOwner();
      const [all, replies] = [await createWebhook(owner), await createWebhook(owner, ['sms.replied'])];
      await server.dataSource.query('DELETE FROM outbox');
      const { id } = await createLead(server, owner.client, owner.campaign, { fullName: 'Ann Lee' });
      const [delivery, ...more] = await logOf(all.id);
      expect([delivery, more]).toEqual([
        expect.objectContaining({
          type: 'lead.created',
          status: 'pending',
          attempts: 0,
          eventId: expect.stringMatching(/^msg_[0-9a-f-]{36}$/) as string,
        }),
        [],
      ]);
      expect(await payloadOf(delivery!.id)).toEqual({
        type: 'lead.created',
        timestamp: expect.any(String) as string,
        data: expect.objectContaining({
          id,
          campaignId: owner.campaign.id,
          campaignName: owner.campaign.name,
          status: 'new',
          fullName: 'Ann Lee',
          formData: { fullName: 'Ann Lee', phone: '(415) 555-2671' },
        }) as object,
      });
      expect(await typesOf(replies.id)).toEqual([]);
      expect(await server.dataSource.query(`SELECT subject_id FROM outbox WHERE kind = 'webhook'`)).toEqual([
        { subject_id: delivery!.id },
      ]);
    });

    it('two webhooks receive the same event id', async () => {
      const owner = await makeOwner();
      const [one, other] = [await createWebhook(owner), await createWebhook(owner)];
      await createLead(server, owner.client, owner.campaign);
      expect((await logOf(one.id))[0]!.eventId).toBe((await logOf(other.id))[0]!.eventId);
    });

    it('a held lead is delivered when it is released, not when it is updated before', async () => {
      const owner = await makeOwner({ monthlyLeadLimit: 0 });
      const webhook = await createWebhook(owner);
      const { id } = await createLead(server, owner.client, owner.campaign);
      await server.admin(UpdateLeadDocument, { id, input: { status: 'contacted' } });
      expect(await typesOf(webhook.id)).toEqual([]);
      await server.admin(UpdateClientDocument, { id: owner.client.id, input: { monthlyLeadLimit: 10 } });
      expect(await typesOf(webhook.id)).toEqual(['lead.created']);
    });

    it('spam is delivered when it is restored', async () => {
      const owner = await makeOwner();
      const webhook = await createWebhook(owner);
      const { submitLead } = await server.visitor(SubmitLeadDocument, {
        client: owner.client.handle,
        slug: owner.campaign.slug,
        formData: { fullName: 'Ann', phone: '4155552671' },
        honeypotFilled: true,
      });
      expect(await typesOf(webhook.id)).toEqual([]);
      await owner.client.call(RestoreSpamLeadDocument, { id: submitLead.id });
      expect(await typesOf(webhook.id)).toEqual(['lead.created']);
    });

    it('an updated lead is delivered, but not an update without changes', async () => {
      const { client, lead, webhook } = await createDelivery();
      await client.call(UpdateLeadDocument, { id: lead.id, input: { status: 'qualified' } });
      await client.call(UpdateLeadDocument, {
        id: lead.id,
        input: { status: 'qualified', formData: { fullName: 'Ann Lee', phone: '(415) 555-2671' } },
      });
      expect(await typesOf(webhook.id)).toEqual(['lead.created', 'lead.updated']);
      expect((await payloadOf((await logOf(webhook.id))[0]!.id)).data).toMatchObject({
        id: lead.id,
        status: 'qualified',
      });
    });

    it('sent, failed and undelivered messages and replies are delivered', async () => {
      const owner = await makeOwner();
      const webhook = await createWebhook(owner, ['sms.sent', 'sms.failed', 'sms.replied']);
      await createSequence(server, owner.client.id, owner.campaign.id);
      const send = async (phone: string, outcome: object) => {
        const { id } = await createLead(server, owner.client, owner.campaign, { phone });
        const [enrollment] = (await owner.client.call(LeadDocument, { id })).lead.enrollments.nodes;
        const { message } = (await server.service(ClaimStepDocument, { enrollmentId: enrollment!.id, position: 0 }))
          .claimStep;
        const recordedSend = { outcome: { messageId: message!.id, status: 'sent' as const, ...outcome } };
        await server.service(RecordSendResultDocument, recordedSend);
        await server.service(RecordSendResultDocument, recordedSend);
        return message!;
      };
      const sent = await send('4155552001', { providerId: 'SM-hook-1' });
      await send('4155552002', { status: 'failed', reason: 'carrier_30006' });
      expect(await typesOf(webhook.id)).toEqual(['sms.sent', 'sms.failed']);
      for (const status of ['delivered', 'sent'])
        await recordReceipt(server.dataSource, {
          providerId: 'SM-hook-1',
          messageId: sent.id,
          status,
          errorCode: null,
        });
      const lost = await send('4155552003', { providerId: 'SM-hook-3' });
      for (let n = 0; n < 2; n += 1)
        await recordReceipt(server.dataSource, {
          providerId: 'SM-hook-3',
          messageId: lost.id,
          status: 'undelivered',
          errorCode: '30003',
        });
      for (let n = 0; n < 2; n += 1)
        await handleReply(server.dataSource, { providerId: 'SM-in-1', from: '+14155552001', body: 'Call me' });
      expect(await typesOf(webhook.id)).toEqual(['sms.sent', 'sms.failed', 'sms.sent', 'sms.failed', 'sms.replied']);
      const payloads = await Promise.all((await logOf(webhook.id)).reverse().map(({ id }) => payloadOf(id)));
      expect(payloads.map(({ data }) => data)).toEqual([
        expect.objectContaining({ id: sent.id, status: 'sent', body: sent.body, reason: null }),
        expect.objectContaining({ status: 'failed', reason: 'carrier_30006' }),
        expect.objectContaining({ id: lost.id, status: 'sent' }),
        expect.objectContaining({
          id: lost.id,
          status: 'sent',
          deliveryStatus: 'undelivered',
          reason: 'carrier_30003',
        }),
        expect.objectContaining({ body: 'Call me', intent: 'reply' }),
      ]);
    });

    it('a disabled webhook, a disabled client and another client’s webhook receive nothing', async () => {
      const owner = await makeOwner();
      const webhook = await createWebhook(owner);
      const stranger = await makeOwner();
      await createLead(server, stranger.client, stranger.campaign);
      await owner.client.call(UpdateWebhookDocument, { id: webhook.id, input: { enabled: false } });
      await createLead(server, owner.client, owner.campaign);
      await owner.client.call(UpdateWebhookDocument, { id: webhook.id, input: { enabled: true } });
      await server.admin(UpdateClientDocument, { id: owner.client.id, input: { webhooksEnabled: false } });
      await createLead(server, owner.client, owner.campaign);
      expect(await typesOf(webhook.id)).toEqual([]);
    });
  });

  describe('deliveries', () => {
    it('each attempt is signed and has the same event id, and none follows a success', async () => {
      const { delivery, webhook } = await createDelivery();
      const [one, again] = [await claim(delivery.id), await claim(delivery.id)];
      for (const { request } of [one, again]) {
        const { url: to, eventId, timestamp, signature, body } = request!;
        expect([to, eventId]).toEqual([url, delivery.eventId]);
        const headers = { 'webhook-id': eventId, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
        expect(new Verifier(webhook.secret).verify(body, headers)).toMatchObject({ type: 'lead.created' });
        expect(() => new Verifier(webhook.secret).verify(`${body} `, headers)).toThrow();
      }
      expect([one.request!.attempt, again.request!.attempt]).toEqual([1, 2]);
      expect(await record(delivery.id, { responseCode: 204, responseBody: 'thanks' }, 2)).toEqual({ dueAt: null });
      expect(await claim(delivery.id)).toEqual({ dueAt: null, request: null });
      expect((await server.admin(WebhookDeliveryDocument, { id: delivery.id })).webhookDelivery).toMatchObject({
        status: 'delivered',
        attempts: 2,
        responseCode: 204,
        responseBody: 'thanks',
        durationMs: 12,
        nextAttemptAt: null,
        reason: null,
      });
    });

    it('both secrets sign for a day after a rotation, and no secret is stored in plain text or returned again', async () => {
      const { client, delivery, webhook } = await createDelivery();
      const { rotateWebhookSecret: rotated } = await client.call(RotateWebhookSecretDocument, { id: webhook.id });
      expect(Date.parse(rotated.previousSecretUntil!) - Date.now()).toBeGreaterThan(23 * HOUR);
      const verifies = ({ request }: Awaited<ReturnType<typeof claim>>, secret: string) => {
        const { eventId, timestamp, signature, body } = request!;
        try {
          return Boolean(
            new Verifier(secret).verify(body, {
              'webhook-id': eventId,
              'webhook-timestamp': timestamp,
              'webhook-signature': signature,
            }),
          );
        } catch {
          return false;
        }
      };
      const both = await claim(delivery.id);
      expect([webhook.secret, rotated.secret].map((secret) => verifies(both, secret))).toEqual([true, true]);
      await server.dataSource.query(`UPDATE webhooks SET previous_secret_until = now() WHERE id = $1`, [webhook.id]);
      const later = await claim(delivery.id);
      expect([webhook.secret, rotated.secret].map((secret) => verifies(later, secret))).toEqual([false, true]);
      await rotateSecretEncryption(server.dataSource, {
        sessionSecret: 'session-secret-of-the-tests',
        previousSessionSecret: null,
      });
      const rows = JSON.stringify(await server.dataSource.query('SELECT * FROM webhooks WHERE id = $1', [webhook.id]));
      expect(rows).toContain('"encrypted_previous_secret":null');
      for (const secret of [webhook.secret, rotated.secret]) expect(rows).not.toContain(secret.slice('whsec_'.length));
      expect(JSON.stringify(await client.call(WebhooksDocument, { clientId: client.id }))).not.toContain('whsec_');
    });

    it('deliveries survive a rotation of the session secret that names the previous one', async () => {
      const { delivery, webhook } = await createDelivery();
      await rotateSecretEncryption(server.dataSource, {
        sessionSecret: 'another-secret-of-the-tests',
        previousSessionSecret: 'session-secret-of-the-tests',
      });
      // The secret is encrypted with the new key, which this server does not have.
      expect(await claim(delivery.id)).toEqual({ dueAt: null, request: null });
      expect((await logOf(webhook.id))[0]).toMatchObject({ status: 'failed', reason: 'secret' });
      await rotateSecretEncryption(server.dataSource, {
        sessionSecret: 'session-secret-of-the-tests',
        previousSessionSecret: 'another-secret-of-the-tests',
      });
      await server.admin(ReplayWebhookDeliveryDocument, { id: delivery.id });
      expect((await claim(delivery.id)).request).toMatchObject({ eventId: delivery.eventId });
    });

    it('a failed delivery is retried with the delays of Standard Webhooks', async () => {
      const { delivery, webhook } = await createDelivery();
      const waits: number[] = [];
      for (let attempt = 1; ; attempt += 1) {
        expect((await claim(delivery.id)).request?.attempt).toBe(attempt);
        const { dueAt } = await record(delivery.id, { responseCode: 500 }, attempt);
        if (dueAt === null) break;
        waits.push(Date.parse(dueAt) - Date.now());
        expect(await claim(delivery.id)).toEqual({ dueAt, request: null });
        await makeDue(delivery.id);
      }
      expect(waits).toHaveLength(RETRY_DELAYS_MS.length);
      for (const [index, wait] of waits.entries())
        expect(Math.abs(wait - RETRY_DELAYS_MS[index]!)).toBeLessThan(RETRY_DELAYS_MS[index]! * 0.11 + 3_000);
      expect((await logOf(webhook.id))[0]).toMatchObject({
        status: 'failed',
        reason: 'status',
        responseCode: 500,
        attempts: 10,
        nextAttemptAt: null,
      });
      expect(
        (await server.admin(WebhooksDocument, { clientId: webhook.clientId })).client.webhooks.nodes[0],
      ).toMatchObject({
        enabled: true,
        failingSince: expect.any(String) as string,
      });
    });

    it('a retry honors Retry-After, up to a day', async () => {
      const { delivery } = await createDelivery();
      await claim(delivery.id);
      const { dueAt } = await record(delivery.id, { responseCode: 503, retryAfter: 3_600 });
      expect(Date.parse(dueAt!) - Date.now()).toBeGreaterThan(HOUR - 10_000);
      await makeDue(delivery.id);
      await claim(delivery.id);
      const later = await record(delivery.id, { responseCode: 429, retryAfter: 10_000_000 }, 2);
      expect(Date.parse(later.dueAt!) - Date.now()).toBeLessThan(25 * HOUR);
    });

    it.each([
      [{ responseCode: 301 }, 'redirect'],
      [{ responseCode: 404 }, 'status'],
      [{ reason: 'timeout' }, 'timeout'],
      [{ reason: 'address' }, 'address'],
      [{}, 'connect'],
    ])('the outcome %j counts as a failure', async (outcome, reason) => {
      const { delivery, webhook } = await createDelivery();
      await claim(delivery.id);
      expect((await record(delivery.id, outcome)).dueAt).not.toBeNull();
      expect((await logOf(webhook.id))[0]).toMatchObject({ status: 'pending', reason });
    });

    it('a 410 response disables the webhook and drops its pending deliveries', async () => {
      const { client, campaign, delivery, webhook } = await createDelivery();
      await createLead(server, client, campaign);
      await claim(delivery.id);
      expect(await record(delivery.id, { responseCode: 410 })).toEqual({ dueAt: null });
      await server.doBulkWork();
      expect((await client.call(WebhooksDocument, { clientId: client.id })).client.webhooks.nodes[0]).toMatchObject({
        enabled: false,
        disabledReason: 'gone',
      });
      expect((await logOf(webhook.id)).map(({ status, reason }) => [status, reason])).toEqual([
        ['cancelled', 'webhook_off'],
        ['failed', 'gone'],
      ]);
      const { updateWebhook } = await client.call(UpdateWebhookDocument, { id: webhook.id, input: { enabled: true } });
      expect(updateWebhook).toMatchObject({ enabled: true, disabledReason: null, failingSince: null });
    });

    it('a webhook is disabled after five days without a success, and a success resets the count', async () => {
      const { client, campaign, delivery, webhook } = await createDelivery();
      const failedSince = (ms: number) =>
        server.dataSource.query('UPDATE webhooks SET failing_since = $2 WHERE id = $1', [
          webhook.id,
          new Date(Date.now() - ms),
        ]);
      await claim(delivery.id);
      await failedSince(DISABLE_AFTER_MS - HOUR);
      const unchanged = await client.call(UpdateWebhookDocument, { id: webhook.id, input: { enabled: true } });
      expect(unchanged.updateWebhook.failingSince).not.toBeNull();
      expect((await record(delivery.id, { responseCode: 500 })).dueAt).not.toBeNull();
      await createLead(server, client, campaign);
      const [arriving] = await logOf(webhook.id);
      await claim(arriving!.id);
      await record(arriving!.id);
      expect((await client.call(WebhooksDocument, { clientId: client.id })).client.webhooks.nodes[0]).toMatchObject({
        failingSince: null,
        enabled: true,
      });
      await failedSince(DISABLE_AFTER_MS);
      await makeDue(delivery.id);
      await claim(delivery.id);
      expect(await record(delivery.id, { responseCode: 500 }, 2)).toEqual({ dueAt: null });
      expect((await client.call(WebhooksDocument, { clientId: client.id })).client.webhooks.nodes[0]).toMatchObject({
        enabled: false,
        disabledReason: 'failing',
      });
    });

    it('disabling a webhook or the client drops pending deliveries, with the reason in the log', async () => {
      const { client, campaign, delivery, webhook } = await createDelivery();
      await client.call(UpdateWebhookDocument, { id: webhook.id, input: { enabled: false } });
      expect(await claim(delivery.id)).toEqual({ dueAt: null, request: null });
      await client.call(UpdateWebhookDocument, { id: webhook.id, input: { enabled: true } });
      await createLead(server, client, campaign);
      await server.admin(UpdateClientDocument, { id: client.id, input: { webhooksEnabled: false } });
      expect((await logOf(webhook.id)).map(({ status, reason }) => [status, reason])).toEqual([
        ['cancelled', 'webhooks_off'],
        ['cancelled', 'webhook_off'],
      ]);
    });

    it('a delivery is dropped if webhooks were disabled while its event was committed', async () => {
      const { client, delivery, webhook } = await createDelivery();
      await server.dataSource.query('UPDATE clients SET webhooks_enabled = false WHERE id = $1', [client.id]);
      expect(await claim(delivery.id)).toEqual({ dueAt: null, request: null });
      expect((await logOf(webhook.id))[0]).toMatchObject({ status: 'cancelled', reason: 'webhooks_off' });
    });

    it('a replay posts the same event id and body, with retry delays from the start', async () => {
      const { client, delivery, lead, webhook } = await createDelivery();
      const { request: first } = await claim(delivery.id);
      await record(delivery.id);
      await client.call(UpdateLeadDocument, { id: lead.id, input: { status: 'converted' } });
      const { replayWebhookDelivery: replayed } = await client.call(ReplayWebhookDeliveryDocument, { id: delivery.id });
      expect(replayed).toMatchObject({ id: delivery.id, eventId: delivery.eventId, status: 'pending' });
      const { request } = await claim(delivery.id);
      expect(request).toMatchObject({ eventId: first!.eventId, body: first!.body, attempt: 2 });
      const { dueAt } = await record(delivery.id, { responseCode: 500 }, 2);
      expect(Date.parse(dueAt!) - Date.now()).toBeLessThan(RETRY_DELAYS_MS[1]!);
      expect(await logOf(webhook.id)).toHaveLength(2);
    });

    it('a test event is delivered whatever the webhook subscribes to', async () => {
      const owner = await makeOwner();
      const webhook = await createWebhook(owner, ['sms.replied']);
      const { testWebhook } = await owner.client.call(TestWebhookDocument, { id: webhook.id });
      expect(await payloadOf(testWebhook.id)).toMatchObject({ type: 'webhook.test', data: { webhookId: webhook.id } });
      expect((await claim(testWebhook.id)).request).not.toBeNull();
    });

    it('a late or repeated outcome changes nothing', async () => {
      const { delivery, webhook } = await createDelivery();
      await claim(delivery.id);
      await claim(delivery.id);
      await record(delivery.id, { responseCode: 500 }, 1);
      expect((await logOf(webhook.id))[0]).toMatchObject({ status: 'pending', reason: null });
      await record(delivery.id, { responseCode: 200 }, 2);
      await record(delivery.id, { responseCode: 500 }, 2);
      expect((await logOf(webhook.id))[0]).toMatchObject({ status: 'delivered' });
    });
  });

  describe('management', () => {
    it.each([
      [{ url: 'http://example.com' }, 'url'],
      [{ url: 'https://127.0.0.1/x' }, 'url'],
      [{ url: 'https://169.254.169.254/latest/meta-data' }, 'url'],
      [{ url: 'https://user:x@example.com' }, 'url'],
      [{ url: 'http://localhost:8080/api' }, 'url'],
      [{ url: '' }, 'url'],
      [{ events: [] }, 'events'],
      [{ events: ['lead.deleted'] }, 'events'],
      [{ events: Array.from({ length: WEBHOOK_EVENTS.length + 1 }, () => 'lead.created') }, 'events'],
      [{ description: 'x'.repeat(201) }, 'description'],
    ])('the input %j is rejected', async (invalid, field) => {
      const { client } = await makeOwner();
      const input = { url, events: ['lead.created'], ...invalid };
      await expect(client.call(CreateWebhookDocument, { clientId: client.id, input })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { [field]: expect.any(String) as string },
      });
    });

    it('a client can have at most five webhooks, even with concurrent requests', async () => {
      const owner = await makeOwner();
      const results = await Promise.allSettled(Array.from({ length: 8 }, () => createWebhook(owner)));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
      await expect(createWebhook(owner)).rejects.toMatchObject({ code: 'LIMIT_REACHED' });
    });

    it('webhooks require that the client’s setting is on', async () => {
      const client = await createClient(server);
      await expect(createWebhook({ client })).rejects.toMatchObject({ code: 'FORBIDDEN' });
      const { client: owner, delivery, webhook } = await createDelivery();
      await server.admin(UpdateClientDocument, { id: owner.id, input: { webhooksEnabled: false } });
      await expect(owner.call(TestWebhookDocument, { id: webhook.id })).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(owner.call(ReplayWebhookDeliveryDocument, { id: delivery.id })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
    });

    it('only their client and administrators may use webhooks, not another client or a visitor of an open dashboard', async () => {
      const { client, delivery, webhook } = await createDelivery();
      const stranger = await createClient(server);
      await server.admin(UpdateClientDocument, { id: client.id, input: { authEnabled: false } });
      for (const [call, code] of [
        [stranger.call, 'NOT_FOUND'],
        [server.visitor, 'UNAUTHENTICATED'],
      ] as const) {
        const calls = [
          () => call(WebhooksDocument, { clientId: client.id }),
          () => call(CreateWebhookDocument, { clientId: client.id, input: { url, events: ['lead.created'] } }),
          () => call(UpdateWebhookDocument, { id: webhook.id, input: { url: 'https://evil.example' } }),
          () => call(DeleteWebhookDocument, { id: webhook.id }),
          () => call(RotateWebhookSecretDocument, { id: webhook.id }),
          () => call(TestWebhookDocument, { id: webhook.id }),
          () => call(WebhookDeliveriesDocument, { webhookId: webhook.id }),
          () => call(WebhookDeliveryDocument, { id: delivery.id }),
          () => call(ReplayWebhookDeliveryDocument, { id: delivery.id }),
        ];
        if (code === 'NOT_FOUND')
          await server.admin(UpdateClientDocument, { id: client.id, input: { authEnabled: true } });
        for (const request of calls) await expect(request()).rejects.toMatchObject({ code });
        await server.admin(UpdateClientDocument, { id: client.id, input: { authEnabled: false } });
      }
    });

    it('the log has pages and is kept for 30 days, and pending deliveries are never deleted', async () => {
      const { client, campaign, webhook } = await createDelivery();
      for (let n = 0; n < 4; n += 1) await createLead(server, client, campaign);
      const page = (await client.call(WebhookDeliveriesDocument, { webhookId: webhook.id, first: 2, offset: 2 }))
        .webhook.deliveries;
      expect([page.nodes.length, page.totalCount]).toEqual([2, 5]);
      const [one, two] = await logOf(webhook.id);
      await claim(one!.id);
      await record(one!.id);
      await server.dataSource.query(
        `UPDATE webhook_deliveries SET created_at = now() - interval '31 days' WHERE id = ANY($1)`,
        [[one!.id, two!.id]],
      );
      const jobs = periodicJobs(server as unknown as JobDependencies);
      await jobs.find(({ name }) => name === 'deliveries')!.run(new AbortController().signal);
      const remaining = await logOf(webhook.id);
      expect([
        remaining.length,
        remaining.some(({ id }) => id === one!.id),
        remaining.some(({ id }) => id === two!.id),
      ]).toEqual([4, false, true]);
    });

    it('deleting a lead deletes its deliveries, and deleting a webhook deletes its log', async () => {
      const { client, campaign, delivery, lead, webhook } = await createDelivery();
      await client.call(DeleteLeadDocument, { id: lead.id });
      expect(await logOf(webhook.id)).toEqual([]);
      expect(await claim(delivery.id)).toEqual({ dueAt: null, request: null });
      expect(await record(delivery.id)).toEqual({ dueAt: null });
      const { id } = await createLead(server, client, campaign);
      await client.call(DeleteWebhookDocument, { id: webhook.id });
      expect(await server.dataSource.query('SELECT id FROM webhook_deliveries WHERE lead_id = $1', [id])).toEqual([]);
    });

    it('test events are rate limited', async () => {
      const owner = await makeOwner();
      const webhook = await createWebhook(owner);
      const results = await Promise.allSettled(
        Array.from({ length: 31 }, () => owner.client.call(TestWebhookDocument, { id: webhook.id })),
      );
      expect(
        results
          .filter(({ status }) => status === 'rejected')
          .map((result) => ((result as PromiseRejectedResult).reason as { code: string }).code),
      ).toEqual(['RATE_LIMITED']);
    });
  });

  it('a webhook that is deleted while a lead arrives never makes the submission fail', async () => {
    const owner = await makeOwner();
    for (let n = 0; n < 10; n += 1) {
      const webhook = await createWebhook(owner);
      const [lead] = await Promise.all([
        createLead(server, owner.client, owner.campaign),
        owner.client.call(DeleteWebhookDocument, { id: webhook.id }),
      ]);
      expect(lead.id).toBeTruthy();
    }
  });
});
