import { randomUUID } from 'node:crypto';
import { eventually } from '@dripline/runtime/testing/eventually';
import { type ApiResponse, type Call, callAs, callOrThrow, type Resource } from './call';
import {
  type Caller,
  apiKeyOf,
  type Fixture,
  formOf,
  makeApiKey,
  makeCampaign,
  makeClient,
  makeDelivery,
  makeFile,
  makeLead,
  makeSequence,
  makeSpam,
  makeWebhook,
  password,
  putFile,
  sequenceOf,
  webhookOf,
  withoutWebhooks,
} from './fixture';

/** The fixture, the resource that a call refers to, and the Call that sends it. */
export interface CallContext {
  fixture: Fixture;
  resource: Resource;
  call: Call;
}

/** A response whose body has the fields of a resource. Lists are in `items`. */
interface Answer extends Omit<ApiResponse, 'body'> {
  body: Resource;
  items: Resource[];
}

/** A call of the REST API and how its effect is verified. */
export interface ContractCall {
  operation: string;
  query?: string;
  /** The caller, if it is not the least privileged one with access. */
  as?: Caller;
  /** The expected status, if it is not the success status. */
  status?: number;
  /** The resource in the path. Defaults to the caller's own client. */
  resource?: (fixture: Fixture) => Promise<Resource>;
  body?: (context: CallContext) => object | Promise<object>;
  verify?: (context: CallContext, answer: Answer) => void | Promise<void>;
}

/** Returns the path of an operation with the ids of the client and the resource. */
export function pathOf(operation: string, own: Resource, resource: Resource): string {
  const path = operation.split(' ')[1]!;
  const id = path.startsWith('/api/clients/{id}/') ? own.id : resource.id;
  return path.replace('{id}', id).replace('{client}', own.handle).replace('{slug}', resource.slug);
}

const newInvitation = ({ admin }: Fixture) => callOrThrow(admin, 'POST', '/api/admin/invitations');
const acceptInvitationBody = async (fixture: Fixture) => {
  const { link } = await newInvitation(fixture);
  return { token: String(link).split('#')[1], username: `admin-${randomUUID()}`, password };
};

/** Sends a GET request with an API key instead of a session. */
const callWithKey = ({ origin }: Fixture, { token }: Resource, path: string) =>
  callAs(origin)('GET', path, undefined, { authorization: `Bearer ${String(token)}` });
const expectKeyOpens = async (fixture: Fixture, key: Resource, path: string) =>
  expect((await callWithKey(fixture, key, path)).status).toBe(200);

const read = async ({ fixture: { admin } }: CallContext, path: string) => (await admin('GET', path)).body as Resource;
const list = async (context: CallContext, collection: string) =>
  (await read(context, `/api/clients/${context.fixture.own.id}/${collection}`)) as unknown as Resource[];
/** Expects the resource with this id, or the resource of the call, in a list of the client, with these fields. */
const expectIn = async (context: CallContext, collection: string, fields: object, id = context.resource.id) =>
  expect((await list(context, collection)).find((item) => item.id === id)).toMatchObject(fields);
const expectGone = async (context: CallContext, collection: string) =>
  expect((await list(context, collection)).map(({ id }) => id)).not.toContain(context.resource.id);
const expectStatus = async (call: Call, path: string, status: number) =>
  expect((await call('GET', path)).status).toBe(status);
/** Waits for a view, because views are counted a moment after the response. */
const expectView = ({ admin }: Fixture, { id }: Resource) =>
  eventually(async () =>
    expect((await admin('GET', `/api/campaigns/${id}/scan-analytics`)).body).toMatchObject({
      totalViews: 1,
      totalScans: 1,
      bySource: [{ source: 'qr', views: 1 }],
    }),
  );

/** A call of each REST operation except PATCH, in the order of section 7 of the product specification. */
const calls: ContractCall[] = [
  { operation: 'GET /api/auth/user', verify: (_, { body }) => expect(body['username']).toBe('admin') },
  {
    operation: 'POST /api/auth/login',
    body: ({ fixture }) => fixture.credentials,
    verify: (_, { headers, body }) => {
      expect(headers.getSetCookie()).toEqual([
        expect.stringMatching(/^admin_session=.+HttpOnly; SameSite=Strict/),
        expect.stringMatching(/^device=.+HttpOnly; SameSite=Strict/),
      ]);
      expect(body).toEqual({ id: expect.any(String) as string, username: 'admin', role: 'admin' });
    },
  },
  {
    operation: 'POST /api/auth/logout',
    as: 'admin',
    verify: ({ call }) => expectStatus(call, '/api/auth/user', 401),
  },
  {
    operation: 'POST /api/auth/client/login',
    body: () => ({ username: 'own', password }),
    verify: ({ fixture }, { body }) => expect(body).toMatchObject({ id: fixture.own.id, businessName: 'Acme own' }),
  },
  {
    operation: 'POST /api/auth/client/logout',
    as: 'owner',
    verify: ({ fixture, call }) => expectStatus(call, `/api/clients/${fixture.own.id}`, 401),
  },
  {
    operation: 'POST /api/auth/second-factor',
    status: 401,
    body: () => ({ challenge: 'x'.repeat(43), code: '000000' }),
  },
  {
    operation: 'POST /api/auth/password',
    // The correct password would end the sessions that later calls use.
    status: 400,
    body: () => ({ currentPassword: 'not the one it is', newPassword: 'another horse battery' }),
  },
  {
    operation: 'GET /api/admin/admins',
    verify: (_, { items }) => expect(items[0]).toMatchObject({ username: 'admin', role: 'admin' }),
  },
  {
    operation: 'DELETE /api/admin/admins/{id}',
    resource: async (fixture) =>
      callOrThrow(callAs(fixture.origin), 'POST', '/api/admin/invitations/accept', await acceptInvitationBody(fixture)),
    verify: async (context) =>
      expect(JSON.stringify(await read(context, '/api/admin/admins'))).not.toContain(context.resource.id),
  },
  {
    operation: 'GET /api/admin/invitations',
    resource: newInvitation,
    verify: ({ resource }, { items }) => expect(items[0]).toMatchObject({ id: resource.id, invitedBy: 'admin' }),
  },
  {
    operation: 'POST /api/admin/invitations',
    verify: (_, { body }) => expect(body['link']).toMatch(/\/admin\/join#[\w-]{43}$/),
  },
  {
    operation: 'POST /api/admin/invitations/accept',
    body: ({ fixture }) => acceptInvitationBody(fixture),
    verify: async (context, { body }) =>
      expect(JSON.stringify(await read(context, '/api/admin/admins'))).toContain(body.id),
  },
  {
    operation: 'DELETE /api/admin/invitations/{id}',
    resource: newInvitation,
    verify: async (context) =>
      expect(JSON.stringify(await read(context, '/api/admin/invitations'))).not.toContain(context.resource.id),
  },
  {
    operation: 'GET /api/admin/audit',
    query: 'actor=admin&failed=false&limit=1&offset=0',
    resource: makeCampaign,
    verify: ({ resource }, { items }) =>
      expect(items[0]).toMatchObject({ operation: 'createCampaign', objectId: resource.id }),
  },
  {
    operation: 'GET /api/admin/stats',
    verify: (_, { body }) =>
      expect(Object.keys(body)).toEqual(
        expect.arrayContaining(['totalClients', 'activeCampaigns', 'totalLeads', 'totalSMSMessages']),
      ),
  },
  {
    operation: 'GET /api/clients',
    verify: ({ fixture: { own } }, { items }) =>
      expect(items.find(({ id }) => id === own.id)).toMatchObject({
        stats: { totalCampaigns: expect.any(Number) as number },
        usage: { smsThisMonth: 0 },
      }),
  },
  {
    operation: 'POST /api/clients',
    body: () => ({
      businessName: 'New',
      contactEmail: 'new@acme.example',
      notificationPhone: '+14155550100',
      username: `new-${randomUUID()}`,
      password,
      authEnabled: true,
    }),
    verify: async (context, { body }) =>
      expect(await read(context, `/api/clients/${body.id}`)).toMatchObject({
        businessName: 'New',
        username: expect.stringMatching(/^new-/) as string,
      }),
  },
  {
    operation: 'PUT /api/clients/{id}',
    body: () => ({ contactEmail: 'changed@acme.example', smsAutoReplyEnabled: false }),
    verify: async (context) =>
      expect(await read(context, `/api/clients/${context.fixture.own.id}`)).toMatchObject({
        contactEmail: 'changed@acme.example',
        smsAutoReplyEnabled: false,
        businessName: 'Acme own',
      }),
  },
  {
    operation: 'DELETE /api/clients/{id}',
    resource: ({ admin }) => makeClient(admin),
    verify: ({ fixture, resource }) => expectStatus(fixture.admin, `/api/clients/${resource.id}`, 404),
  },
  { operation: 'GET /api/clients/{id}' },
  {
    operation: 'GET /api/clients/{id}/stats',
    resource: makeLead,
    verify: async (context, { body }) =>
      expect(body).toMatchObject({ totalLeads: (await list(context, 'leads')).length, heldLeads: 0 }),
  },
  {
    operation: 'GET /api/clients/{id}/sources',
    query: 'days=1',
    resource: makeLead,
    verify: async (context, { items }) => {
      const direct = (await list(context, 'leads')).filter(({ source }) => source === null).length;
      expect(items.find(({ source }) => source === 'direct')).toMatchObject({ leads: direct });
    },
  },
  {
    operation: 'GET /api/clients/{id}/activity',
    query: 'limit=5',
    resource: makeCampaign,
    verify: ({ resource }, { items }) =>
      expect(items.find(({ objectId }) => objectId === resource.id)).toMatchObject({
        actor: 'admin',
        operation: 'createCampaign',
      }),
  },
  {
    operation: 'GET /api/clients/{id}/campaigns',
    resource: makeCampaign,
    verify: ({ resource }, { items }) => expect(items[0]!.id).toBe(resource.id),
  },
  {
    operation: 'GET /api/clients/{id}/leads',
    query: 'search=ann&status=new&sort=createdAt&order=desc&limit=1&offset=0',
    resource: makeLead,
    verify: async (context, { items, headers }) => {
      expect(items).toMatchObject([{ id: context.resource.id, fullName: 'Ann Lee', formData: formOf() }]);
      expect(Number(headers.get('x-total-count'))).toBe((await list(context, 'leads')).length);
    },
  },
  {
    operation: 'GET /api/clients/{id}/leads.csv',
    resource: makeLead,
    verify: (_, { text, headers }) => {
      expect(text).toContain('Ann Lee');
      expect(headers.get('content-disposition')).toBe('attachment; filename=leads.csv');
    },
  },
  {
    operation: 'GET /api/clients/{id}/spam-leads',
    query: 'limit=1&offset=0',
    resource: makeSpam,
    verify: async (context, { items, headers }) => {
      expect(items).toMatchObject([{ id: context.resource.id, reason: 'honeypot', formData: formOf() }]);
      expect(Number(headers.get('x-total-count'))).toBe((await list(context, 'spam-leads')).length);
      await expectGone(context, 'leads');
    },
  },
  {
    operation: 'GET /api/clients/{id}/files',
    resource: makeFile,
    verify: ({ resource }, { items }) => expect(items[0]).toMatchObject({ id: resource.id, originalName: 'photo.png' }),
  },
  {
    operation: 'GET /api/clients/{id}/sms-sequences',
    resource: makeSequence,
    verify: ({ resource }, { items }) =>
      expect(items[0]).toMatchObject({ id: resource.id, messages: [{ delayMinutes: 60 }] }),
  },
  { operation: 'GET /api/clients/{id}/sms-messages' },
  {
    operation: 'GET /api/campaigns/{id}/scan-analytics',
    resource: makeCampaign,
    verify: (_, { body }) => expect(body).toMatchObject({ totalScans: 0, totalViews: 0, bySource: [] }),
  },
  {
    operation: 'GET /api/campaigns/{id}',
    resource: makeCampaign,
    verify: ({ resource }, { body }) => expect(body).toEqual(resource),
  },
  {
    operation: 'POST /api/clients/{id}/campaigns',
    body: () => ({ name: 'A new one', headline: 'Hello', formFields: [{ type: 'email', label: 'Email' }] }),
    verify: (context, { body }) =>
      expectIn(context, 'campaigns', { headline: 'Hello', formFields: [{ id: 'email', required: true }] }, body.id),
  },
  {
    operation: 'PUT /api/campaigns/{id}',
    resource: makeCampaign,
    body: () => ({ headline: 'Changed' }),
    verify: (context) => expectIn(context, 'campaigns', { headline: 'Changed', name: context.resource['name'] }),
  },
  {
    operation: 'GET /api/campaigns/{id}/qrcode',
    resource: makeCampaign,
    verify: ({ resource }, { headers }) =>
      expect(headers.get('content-disposition')).toBe(`attachment; filename=${resource.slug}-qrcode.png`),
  },
  {
    operation: 'GET /api/landing/{client}/{slug}',
    query: 'source=qr',
    resource: makeCampaign,
    verify: async ({ fixture, resource }, { body, text }) => {
      expect(body).toMatchObject({ clientHandle: fixture.own.handle, slug: resource.slug });
      expect(text).not.toContain(fixture.own.id);
      await expectView(fixture, resource);
    },
  },
  {
    operation: 'POST /api/campaigns/{client}/{slug}/leads',
    query: 'source=flyer',
    resource: makeCampaign,
    body: () => ({ ...formOf(), hobby: 'chess' }),
    verify: (context, { body }) =>
      expectIn(
        context,
        'leads',
        {
          campaignId: context.resource.id,
          source: 'flyer',
          status: 'new',
          formData: { ...formOf(), hobby: 'chess' },
        },
        body.id,
      ),
  },
  {
    operation: 'GET /api/leads/{id}',
    resource: makeLead,
    verify: ({ resource }, { body }) => expect(body).toMatchObject({ id: resource.id, formData: formOf() }),
  },
  {
    operation: 'PUT /api/leads/{id}',
    resource: makeLead,
    body: () => ({ status: 'contacted', formData: { fullName: 'Ann Other' } }),
    verify: (context) =>
      expectIn(context, 'leads', {
        status: 'contacted',
        fullName: 'Ann Other',
        formData: { fullName: 'Ann Other' },
      }),
  },
  { operation: 'DELETE /api/leads/{id}', resource: makeLead, verify: (context) => expectGone(context, 'leads') },
  {
    operation: 'POST /api/spam-leads/{id}/restore',
    resource: makeSpam,
    verify: async (context, { body }) => {
      expect(body).toEqual({ id: context.resource.id, held: false });
      await expectIn(context, 'leads', { status: 'new', formData: formOf() });
      await expectGone(context, 'spam-leads');
    },
  },
  {
    operation: 'DELETE /api/spam-leads/{id}',
    resource: makeSpam,
    verify: (context) => expectGone(context, 'spam-leads'),
  },
  {
    operation: 'POST /api/clients/{id}/person',
    resource: makeLead,
    body: () => ({ phone: formOf().phone }),
    verify: ({ resource }, { body }) =>
      expect((body['leads'] as Resource[]).find(({ id }) => id === resource.id)).toMatchObject({
        formData: formOf(),
        consents: [{ via: 'api' }],
        messages: [],
        replies: [],
      }),
  },
  {
    operation: 'POST /api/clients/{id}/person/erase',
    resource: makeLead,
    body: () => ({ phone: formOf().phone }),
    verify: async (context, { body }) => {
      expect(body['leads']).toBeGreaterThan(0);
      await expectGone(context, 'leads');
    },
  },
  {
    operation: 'GET /api/clients/{id}/retention',
    verify: (_, { body }) => expect(body).toEqual({ leadDays: null, version: 0 }),
  },
  {
    operation: 'PUT /api/clients/{id}/retention',
    body: () => ({ leadDays: 365 }),
    verify: (_, { body }) => expect(body).toEqual({ leadDays: 365, version: 1 }),
  },
  {
    operation: 'POST /api/clients/{id}/sms-sequences',
    resource: makeCampaign,
    body: ({ resource }) => sequenceOf(resource.id),
    verify: (context, { body }) =>
      expectIn(
        context,
        'sms-sequences',
        { campaignId: context.resource.id, messages: [{ delayMinutes: 60, message: 'Hi {{firstName}}' }] },
        body.id,
      ),
  },
  {
    operation: 'GET /api/sms-sequences/{id}',
    resource: makeSequence,
    verify: ({ resource }, { body }) => expect(body).toEqual(resource),
  },
  {
    operation: 'PUT /api/sms-sequences/{id}',
    resource: makeSequence,
    body: () => ({ name: 'Changed', status: 'inactive' }),
    verify: (context) =>
      expectIn(context, 'sms-sequences', { name: 'Changed', status: 'inactive', triggerEvent: 'lead_created' }),
  },
  {
    operation: 'DELETE /api/sms-sequences/{id}',
    resource: makeSequence,
    verify: (context) => expectGone(context, 'sms-sequences'),
  },
  {
    operation: 'POST /api/sms/process',
    body: ({ fixture }) => ({ clientId: fixture.own.id }),
    verify: (_, { body }) => expect(body).toEqual({ message: 'No messages were due', processed: 0 }),
  },
  { operation: 'POST /api/clients/{id}/files/upload' },
  { operation: 'POST /api/objects/upload' },
  {
    operation: 'PUT /api/objects/set-path',
    // Only the uploader may publish an upload.
    body: async ({ fixture }) => putFile(fixture, await fixture.callAs('owner')),
    verify: async (context, { body }) => {
      const { objectPath } = body;
      expect((await list(context, 'files'))[0]).toMatchObject({
        objectPath,
        originalName: 'photo.png',
        mimeType: 'image/png',
      });
      const { headers } = await context.fixture.admin('GET', String(objectPath));
      expect(headers.get('content-type')).toBe('image/png');
    },
  },
  {
    operation: 'GET /api/files/{id}',
    resource: makeFile,
    verify: ({ resource }, { body }) => expect(body).toEqual(resource),
  },
  {
    operation: 'PUT /api/files/{id}',
    resource: makeFile,
    body: () => ({ fileName: 'renamed.png' }),
    verify: (context) =>
      expectIn(context, 'files', { originalName: 'renamed.png', objectPath: context.resource['objectPath'] }),
  },
  {
    operation: 'DELETE /api/files/{id}',
    resource: makeFile,
    verify: async (context) => {
      await expectGone(context, 'files');
      await expectStatus(context.fixture.admin, String(context.resource['objectPath']), 404);
    },
  },
  {
    operation: 'GET /api/clients/{id}/api-keys',
    resource: makeApiKey,
    verify: ({ resource }, { items, text }) => {
      expect(items.find(({ id }) => id === resource.id)).toMatchObject({ name: 'CRM', scopes: ['read_leads'] });
      expect(text).not.toContain(resource['token']);
    },
  },
  {
    operation: 'POST /api/clients/{id}/api-keys',
    body: () => apiKeyOf(),
    verify: ({ fixture }, { body }) => expectKeyOpens(fixture, body, `/api/clients/${fixture.own.id}/leads`),
  },
  {
    operation: 'GET /api/admin/api-keys',
    verify: (_, { items }) => expect(items.every((key) => key['clientId'] === null)).toBe(true),
  },
  {
    operation: 'POST /api/admin/api-keys',
    body: () => apiKeyOf(),
    verify: ({ fixture }, { body }) => expectKeyOpens(fixture, body, `/api/clients/${fixture.own.id}/leads`),
  },
  {
    operation: 'DELETE /api/api-keys/{id}',
    resource: makeApiKey,
    verify: async ({ fixture, resource }) =>
      expect((await callWithKey(fixture, resource, `/api/clients/${fixture.own.id}/leads`)).status).toBe(401),
  },
  {
    operation: 'GET /api/clients/{id}/webhooks',
    resource: makeWebhook,
    verify: ({ resource }, { items, text }) => {
      expect(items[0]).toMatchObject({ id: resource.id, url: resource['url'], enabled: true });
      expect(text).not.toContain('whsec_');
    },
  },
  {
    operation: 'POST /api/clients/{id}/webhooks',
    resource: withoutWebhooks,
    body: () => webhookOf(),
    verify: async (context, { body }) => {
      expect(body).toMatchObject({ ...webhookOf(), secret: expect.stringMatching(/^whsec_/) as string });
      await expectIn(context, 'webhooks', webhookOf(), body.id);
    },
  },
  {
    operation: 'GET /api/webhooks/{id}',
    resource: makeWebhook,
    verify: ({ resource: { secret: _, ...webhook } }, { body }) => expect(body).toEqual(webhook),
  },
  {
    operation: 'PUT /api/webhooks/{id}',
    resource: makeWebhook,
    body: () => ({ events: ['sms.replied'], enabled: false }),
    verify: (context) =>
      expectIn(context, 'webhooks', { events: ['sms.replied'], enabled: false, url: context.resource['url'] }),
  },
  {
    operation: 'DELETE /api/webhooks/{id}',
    resource: makeWebhook,
    verify: (context) => expectGone(context, 'webhooks'),
  },
  {
    operation: 'POST /api/webhooks/{id}/secret',
    resource: makeWebhook,
    verify: ({ resource }, { body }) => {
      expect(body['secret']).not.toBe(resource['secret']);
      expect(body['previousSecretUntil']).not.toBeNull();
    },
  },
  {
    operation: 'POST /api/webhooks/{id}/test',
    resource: makeWebhook,
    verify: async (context, { body }) =>
      expect(await read(context, `/api/webhook-deliveries/${body.id}`)).toMatchObject({
        type: 'webhook.test',
        webhookId: context.resource.id,
      }),
  },
  {
    operation: 'GET /api/webhooks/{id}/deliveries',
    query: 'limit=5&offset=0',
    resource: async (fixture) => ({ id: (await makeDelivery(fixture))['webhookId'] }) as Resource,
    verify: (_, { items, headers }) => {
      expect(items).toMatchObject([{ type: 'webhook.test' }]);
      expect(headers.get('x-total-count')).toBe('1');
    },
  },
  {
    operation: 'GET /api/webhook-deliveries/{id}',
    resource: makeDelivery,
    verify: ({ resource }, { body }) =>
      expect(body).toMatchObject({
        id: resource.id,
        eventId: resource['eventId'],
        payload: expect.stringContaining('webhook.test') as string,
      }),
  },
  {
    operation: 'POST /api/webhook-deliveries/{id}/replay',
    resource: makeDelivery,
    verify: ({ resource }, { body }) =>
      expect(body).toMatchObject({ id: resource.id, eventId: resource['eventId'], status: 'pending' }),
  },
];

/** Updates, which PATCH does as PUT. */
const patches = calls
  .filter(({ operation }) => operation.startsWith('PUT ') && operation !== 'PUT /api/objects/set-path')
  .map((call) => ({ ...call, operation: call.operation.replace('PUT', 'PATCH') }));

/** A call of each REST operation. */
export const contractCalls: ContractCall[] = [...calls, ...patches];
