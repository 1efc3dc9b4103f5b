import { randomUUID } from 'node:crypto';
import { waitUntil } from '../harness/wait-until';
import { type ApiResponse, type Call, callAs, callOrThrow, type Resource } from './call';
import {
  formOf,
  makeCampaign,
  makeClient,
  makeFile,
  makeLead,
  makeSequence,
  makeWebhook,
  password,
  putFile,
  removeWebhooks,
  sequenceOf,
  webhookOf,
  type Caller,
  type Fixture,
} from './fixture';

/** What a call refers to: the client, and a resource that is created for each caller. */
export interface CallContext {
  fixture: Fixture;
  client: Resource;
  resource: Resource;
  body?: object;
}

/** A call of the REST API and how its effect is verified. */
export interface ContractCall {
  operation: string;
  /** A POST that changes no data. */
  isRead?: true;
  /** Status for callers with access, if it is not the success status. */
  allowedStatus?: number;
  resource?: (fixture: Fixture, client: Resource) => Promise<Resource>;
  path: (context: CallContext) => string;
  body?: (context: CallContext, call: Call, caller: Caller) => object | Promise<object>;
  verify?: (context: CallContext, answer: ApiResponse, call: Call) => Promise<void>;
}

const newCampaign = ({ admin }: Fixture, client: Resource) => makeCampaign(admin, client);
const newLead = ({ admin }: Fixture, client: Resource) => makeLead(admin, client);
const newSpam = ({ admin }: Fixture, client: Resource) => makeLead(admin, client, '?honeypotFilled=true');
const newSequence = ({ admin }: Fixture, client: Resource) => makeSequence(admin, client);
const newWebhook = ({ admin }: Fixture, client: Resource) => makeWebhook(admin, client);
const newDelivery = async (fixture: Fixture, client: Resource) => {
  const { id } = await newWebhook(fixture, client);
  return (await fixture.admin('POST', `/api/webhooks/${id}/test`)).body as Resource;
};
/** Deletes all webhooks of the client because their number is limited. */
const withoutWebhooks = async ({ admin }: Fixture, client: Resource) => {
  await removeWebhooks(admin, client);
  return client;
};
const newFile = ({ admin, origin }: Fixture, client: Resource) => makeFile(origin, admin, client);

const newInvitation = ({ admin }: Fixture) => callOrThrow(admin, 'POST', '/api/admin/invitations');
const acceptInvitationBody = async (fixture: Fixture) => {
  const { link } = await newInvitation(fixture);
  return { token: String(link).split('#')[1], username: `admin-${randomUUID()}`, password };
};

const read = async ({ fixture: { admin } }: CallContext, path: string) => (await admin('GET', path)).body;
const list = async (context: CallContext, collection: string) =>
  (await read(context, `/api/clients/${context.client.id}/${collection}`)) as Resource[];
const findIn = async (context: CallContext, collection: string, id: unknown) =>
  (await list(context, collection)).find((item) => item.id === id);
/** Waits for a view, because views are counted a moment after the response. */
const untilViewed = ({ admin }: Fixture, { id }: Resource) =>
  waitUntil(
    async () =>
      ((await admin('GET', `/api/campaigns/${id}/scan-analytics`)).body as { totalViews: number }).totalViews > 0,
  );
const clientPath = (path: string): Pick<ContractCall, 'path'> => ({
  path: ({ client }) => `/api/clients/${client.id}${path}`,
});

/** Callers who may upload files. */
const uploaders: Caller[] = ['admin', 'client', 'holder'];

/** A call of each REST operation, in the order of section 7 of the product specification. */
export const contractCalls: ContractCall[] = [
  { operation: 'GET /api/auth/user', path: () => '/api/auth/user' },
  {
    operation: 'POST /api/auth/login',
    path: () => '/api/auth/login',
    body: ({ fixture }) => fixture.credentials,
    verify: async (_, { headers, body }) => {
      expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^dripline_session=.+HttpOnly; SameSite=Strict/)]);
      expect(body).toEqual({ id: expect.any(String) as string, username: 'admin', role: 'admin' });
    },
  },
  {
    operation: 'POST /api/auth/logout',
    path: () => '/api/auth/logout',
    verify: async (_, __, call) => expect((await call('GET', '/api/auth/user')).status).toBe(401),
  },
  {
    operation: 'POST /api/auth/client/login',
    path: () => '/api/auth/client/login',
    body: () => ({ username: 'own', password }),
    verify: async ({ fixture }, { body }) =>
      expect(body).toMatchObject({ id: fixture.clients.own.id, businessName: 'Acme own' }),
  },
  {
    operation: 'POST /api/auth/client/logout',
    path: () => '/api/auth/client/logout',
    verify: async ({ fixture }, __, call) =>
      expect((await call('GET', `/api/clients/${fixture.clients.own.id}`)).status).toBe(401),
  },
  {
    operation: 'POST /api/auth/password',
    // The correct password would end the sessions that later calls use.
    allowedStatus: 400,
    path: () => '/api/auth/password',
    body: () => ({ currentPassword: 'not the one it is', newPassword: 'another horse battery' }),
  },
  {
    operation: 'GET /api/admin/admins',
    path: () => '/api/admin/admins',
    verify: async (_, { body }) => expect((body as Resource[])[0]).toMatchObject({ username: 'admin', role: 'admin' }),
  },
  {
    operation: 'DELETE /api/admin/admins/{id}',
    resource: async (fixture) =>
      callOrThrow(callAs(fixture.origin), 'POST', '/api/admin/invitations/accept', await acceptInvitationBody(fixture)),
    path: ({ resource }) => `/api/admin/admins/${resource.id}`,
    verify: async ({ fixture, resource }) =>
      expect((await fixture.admin('GET', '/api/admin/admins')).text).not.toContain(resource.id),
  },
  {
    operation: 'GET /api/admin/invitations',
    resource: newInvitation,
    path: () => '/api/admin/invitations',
    verify: async ({ resource }, { body }) =>
      expect((body as Resource[])[0]).toMatchObject({ id: resource.id, invitedBy: 'admin' }),
  },
  {
    operation: 'POST /api/admin/invitations',
    path: () => '/api/admin/invitations',
    verify: async (_, { body }) => expect((body as Resource)['link']).toMatch(/\/admin\/join#[\w-]{43}$/),
  },
  {
    operation: 'POST /api/admin/invitations/accept',
    path: () => '/api/admin/invitations/accept',
    body: ({ fixture }) => acceptInvitationBody(fixture),
    verify: async ({ fixture }, { body }) =>
      expect((await fixture.admin('GET', '/api/admin/admins')).text).toContain((body as Resource).id),
  },
  {
    operation: 'DELETE /api/admin/invitations/{id}',
    resource: newInvitation,
    path: ({ resource }) => `/api/admin/invitations/${resource.id}`,
    verify: async ({ fixture, resource }) =>
      expect((await fixture.admin('GET', '/api/admin/invitations')).text).not.toContain(resource.id),
  },
  {
    operation: 'GET /api/admin/audit',
    resource: newCampaign,
    path: ({ client }) => `/api/admin/audit?clientId=${client.id}&actor=admin&failed=false&limit=1&offset=0`,
    verify: async ({ resource }, { body }) =>
      expect((body as Resource[])[0]).toMatchObject({ operation: 'createCampaign', objectId: resource.id }),
  },
  {
    operation: 'GET /api/admin/stats',
    path: () => '/api/admin/stats',
    verify: async (_, { body }) =>
      expect(Object.keys(body as object)).toEqual(
        expect.arrayContaining(['totalClients', 'activeCampaigns', 'totalLeads', 'totalSMSMessages']),
      ),
  },
  {
    operation: 'GET /api/clients',
    path: () => '/api/clients',
    verify: async ({ client }, { body }) =>
      expect((body as Resource[]).find(({ id }) => id === client.id)).toMatchObject({
        stats: { totalCampaigns: expect.any(Number) as number },
        usage: { smsThisMonth: 0 },
      }),
  },
  {
    operation: 'POST /api/clients',
    path: () => '/api/clients',
    body: () => ({
      businessName: 'New',
      contactEmail: 'new@acme.example',
      notificationPhone: '+14155550100',
      username: 'new',
      password,
      authEnabled: true,
    }),
    verify: async ({ fixture }, { body }) =>
      expect((await fixture.admin('GET', `/api/clients/${(body as Resource).id}`)).body).toMatchObject({
        businessName: 'New',
        username: 'new',
      }),
  },
  {
    operation: 'PUT /api/clients/{id}',
    ...clientPath(''),
    body: () => ({ contactEmail: 'changed@acme.example', smsAutoReplyEnabled: false }),
    verify: async (context) =>
      expect(await read(context, `/api/clients/${context.client.id}`)).toMatchObject({
        contactEmail: 'changed@acme.example',
        smsAutoReplyEnabled: false,
        businessName: 'Acme own',
      }),
  },
  {
    operation: 'DELETE /api/clients/{id}',
    resource: ({ admin }) => makeClient(admin),
    path: ({ resource }) => `/api/clients/${resource.id}`,
    verify: async ({ fixture, resource }) =>
      expect((await fixture.admin('GET', `/api/clients/${resource.id}`)).status).toBe(404),
  },
  { operation: 'GET /api/clients/{id}', ...clientPath('') },
  {
    operation: 'GET /api/clients/{id}/stats',
    resource: newLead,
    ...clientPath('/stats'),
    verify: async (context, { body }) =>
      expect(body).toMatchObject({ totalLeads: (await list(context, 'leads')).length, heldLeads: 0 }),
  },
  {
    operation: 'GET /api/clients/{id}/sources',
    resource: newLead,
    ...clientPath('/sources?days=1'),
    verify: async (context, { body }) => {
      const direct = (await list(context, 'leads')).filter(({ source }) => source === null).length;
      expect((body as Resource[]).find(({ source }) => source === 'direct')).toMatchObject({ leads: direct });
    },
  },
  {
    operation: 'GET /api/clients/{id}/activity',
    resource: newCampaign,
    ...clientPath('/activity?limit=5'),
    verify: async ({ resource }, { body }) =>
      expect((body as Resource[]).find(({ objectId }) => objectId === resource.id)).toMatchObject({
        actor: 'admin',
        operation: 'createCampaign',
      }),
  },
  {
    operation: 'GET /api/clients/{id}/campaigns',
    resource: newCampaign,
    ...clientPath('/campaigns'),
    verify: async ({ resource }, { body }) => expect((body as Resource[])[0]).toMatchObject({ id: resource.id }),
  },
  {
    operation: 'GET /api/clients/{id}/leads',
    resource: newLead,
    path: ({ client }) =>
      `/api/clients/${client.id}/leads?search=ann&status=new&sort=createdAt&order=desc&limit=1&offset=0`,
    verify: async (context, { body, headers }) => {
      expect(body).toMatchObject([{ id: context.resource.id, fullName: 'Ann Lee', formData: formOf() }]);
      expect(Number(headers.get('x-total-count'))).toBe((await list(context, 'leads')).length);
    },
  },
  {
    operation: 'GET /api/clients/{id}/leads.csv',
    resource: newLead,
    ...clientPath('/leads.csv'),
    verify: async (_, { text, headers }) =>
      expect([text, headers.get('content-disposition')]).toEqual([
        expect.stringContaining('Ann Lee'),
        'attachment; filename=leads.csv',
      ]),
  },
  {
    operation: 'GET /api/clients/{id}/spam-leads',
    resource: newSpam,
    path: ({ client }) => `/api/clients/${client.id}/spam-leads?limit=1&offset=0`,
    verify: async (context, { body, headers }) => {
      expect(body).toMatchObject([{ id: context.resource.id, reason: 'honeypot', formData: formOf() }]);
      expect(Number(headers.get('x-total-count'))).toBe((await list(context, 'spam-leads')).length);
      expect(await findIn(context, 'leads', context.resource.id)).toBeUndefined();
    },
  },
  {
    operation: 'GET /api/clients/{id}/files',
    resource: newFile,
    ...clientPath('/files'),
    verify: async ({ resource }, { body }) =>
      expect((body as Resource[])[0]).toMatchObject({ id: resource.id, originalName: 'photo.png' }),
  },
  {
    operation: 'GET /api/clients/{id}/sms-sequences',
    resource: newSequence,
    ...clientPath('/sms-sequences'),
    verify: async ({ resource }, { body }) =>
      expect((body as Resource[])[0]).toMatchObject({ id: resource.id, messages: [{ delayMinutes: 60 }] }),
  },
  { operation: 'GET /api/clients/{id}/sms-messages', ...clientPath('/sms-messages') },
  {
    operation: 'GET /api/campaigns/{id}/scan-analytics',
    resource: async (fixture, client) => {
      const campaign = await newCampaign(fixture, client);
      await fixture.admin('GET', `/api/landing/${client.handle}/${campaign.slug}?source=qr`);
      await untilViewed(fixture, campaign);
      return campaign;
    },
    path: ({ resource }) => `/api/campaigns/${resource.id}/scan-analytics`,
    verify: async (_, { body }) =>
      expect(body).toMatchObject({ totalScans: 1, totalViews: 1, bySource: [{ source: 'qr', views: 1 }] }),
  },
  {
    operation: 'GET /api/campaigns/{id}',
    resource: newCampaign,
    path: ({ resource }) => `/api/campaigns/${resource.id}`,
    verify: async ({ resource }, { body }) => expect(body).toEqual(resource),
  },
  {
    operation: 'POST /api/clients/{id}/campaigns',
    ...clientPath('/campaigns'),
    body: () => ({ name: 'A new one', headline: 'Hello', formFields: [{ type: 'email', label: 'Email' }] }),
    verify: async (context, { body }) =>
      expect(await findIn(context, 'campaigns', (body as Resource).id)).toMatchObject({
        headline: 'Hello',
        formFields: [{ id: 'email', required: true }],
      }),
  },
  {
    operation: 'PUT /api/campaigns/{id}',
    resource: newCampaign,
    path: ({ resource }) => `/api/campaigns/${resource.id}`,
    body: () => ({ headline: 'Changed' }),
    verify: async (context) =>
      expect(await findIn(context, 'campaigns', context.resource.id)).toMatchObject({
        headline: 'Changed',
        name: context.resource['name'],
      }),
  },
  {
    operation: 'GET /api/campaigns/{id}/qrcode',
    resource: newCampaign,
    path: ({ resource }) => `/api/campaigns/${resource.id}/qrcode`,
    verify: async ({ resource }, { headers }) =>
      expect(headers.get('content-disposition')).toBe(`attachment; filename=${resource.slug}-qrcode.png`),
  },
  {
    operation: 'GET /api/landing/{client}/{slug}',
    resource: newCampaign,
    path: ({ client, resource }) => `/api/landing/${client.handle}/${resource.slug}?source=qr`,
    verify: async (context, { body, text }) => {
      expect(body).toMatchObject({ clientHandle: context.client.handle, slug: context.resource.slug });
      expect(text).not.toContain(context.client.id);
      await untilViewed(context.fixture, context.resource);
      expect(await read(context, `/api/campaigns/${context.resource.id}/scan-analytics`)).toMatchObject({
        totalViews: 1,
        totalScans: 1,
      });
    },
  },
  {
    operation: 'POST /api/campaigns/{client}/{slug}/leads',
    resource: newCampaign,
    path: ({ client, resource }) => `/api/campaigns/${client.handle}/${resource.slug}/leads?source=flyer`,
    body: () => ({ ...formOf(), hobby: 'chess' }),
    verify: async (context, { body }) =>
      expect(await findIn(context, 'leads', (body as Resource).id)).toMatchObject({
        campaignId: context.resource.id,
        source: 'flyer',
        status: 'new',
        formData: { ...formOf(), hobby: 'chess' },
      }),
  },
  {
    operation: 'PUT /api/leads/{id}',
    resource: newLead,
    path: ({ resource }) => `/api/leads/${resource.id}`,
    body: () => ({ status: 'contacted', formData: { fullName: 'Ann Other' } }),
    verify: async (context) =>
      expect(await findIn(context, 'leads', context.resource.id)).toMatchObject({
        status: 'contacted',
        fullName: 'Ann Other',
        formData: { fullName: 'Ann Other' },
      }),
  },
  {
    operation: 'DELETE /api/leads/{id}',
    resource: newLead,
    path: ({ resource }) => `/api/leads/${resource.id}`,
    verify: async (context) => expect(await findIn(context, 'leads', context.resource.id)).toBeUndefined(),
  },
  {
    operation: 'POST /api/spam-leads/{id}/restore',
    resource: newSpam,
    path: ({ resource }) => `/api/spam-leads/${resource.id}/restore`,
    verify: async (context, { body }) => {
      expect(body).toEqual({ id: context.resource.id, held: false });
      expect(await findIn(context, 'leads', context.resource.id)).toMatchObject({ status: 'new', formData: formOf() });
      expect(await findIn(context, 'spam-leads', context.resource.id)).toBeUndefined();
    },
  },
  {
    operation: 'DELETE /api/spam-leads/{id}',
    resource: newSpam,
    path: ({ resource }) => `/api/spam-leads/${resource.id}`,
    verify: async (context) => expect(await findIn(context, 'spam-leads', context.resource.id)).toBeUndefined(),
  },
  {
    operation: 'POST /api/clients/{id}/person',
    isRead: true,
    resource: newLead,
    ...clientPath('/person'),
    body: () => ({ phone: formOf().phone }),
    verify: async ({ resource }, { body }) => {
      const { leads } = body as { leads: Resource[] };
      expect(leads.find(({ id }) => id === resource.id)).toMatchObject({
        formData: formOf(),
        consent: { via: 'api' },
        messages: [],
        replies: [],
      });
    },
  },
  {
    operation: 'POST /api/clients/{id}/person/erase',
    resource: newLead,
    ...clientPath('/person/erase'),
    body: () => ({ phone: formOf().phone }),
    verify: async (context, { body }) => {
      expect((body as { leads: number }).leads).toBeGreaterThan(0);
      expect(await findIn(context, 'leads', context.resource.id)).toBeUndefined();
    },
  },
  {
    operation: 'GET /api/clients/{id}/retention',
    ...clientPath('/retention'),
    verify: async (_, { body }) => expect(body).toEqual({ leadDays: null }),
  },
  {
    operation: 'PUT /api/clients/{id}/retention',
    ...clientPath('/retention'),
    body: () => ({ leadDays: 365 }),
    verify: async (context, { body }) => {
      expect(body).toEqual({ leadDays: 365 });
      await context.fixture.admin('PUT', `/api/clients/${context.client.id}/retention`, { leadDays: null });
    },
  },
  {
    operation: 'POST /api/clients/{id}/sms-sequences',
    resource: newCampaign,
    ...clientPath('/sms-sequences'),
    body: ({ resource }) => sequenceOf(resource.id),
    verify: async (context, { body }) =>
      expect(await findIn(context, 'sms-sequences', (body as Resource).id)).toMatchObject({
        campaignId: context.resource.id,
        messages: [{ delayMinutes: 60, message: 'Hi {{firstName}}' }],
      }),
  },
  {
    operation: 'PUT /api/sms-sequences/{id}',
    resource: newSequence,
    path: ({ resource }) => `/api/sms-sequences/${resource.id}`,
    body: () => ({ name: 'Changed', status: 'inactive' }),
    verify: async (context) =>
      expect(await findIn(context, 'sms-sequences', context.resource.id)).toMatchObject({
        name: 'Changed',
        status: 'inactive',
        triggerEvent: 'lead_created',
      }),
  },
  {
    operation: 'DELETE /api/sms-sequences/{id}',
    resource: newSequence,
    path: ({ resource }) => `/api/sms-sequences/${resource.id}`,
    verify: async (context) => expect(await findIn(context, 'sms-sequences', context.resource.id)).toBeUndefined(),
  },
  {
    operation: 'POST /api/sms/process',
    path: () => '/api/sms/process',
    body: ({ client }) => ({ clientId: client.id }),
    verify: async (_, { body }) => expect(body).toEqual({ message: 'No messages were due', processed: 0 }),
  },
  { operation: 'POST /api/clients/{id}/files/upload', ...clientPath('/files/upload') },
  { operation: 'POST /api/objects/upload', path: () => '/api/objects/upload' },
  {
    operation: 'PUT /api/objects/set-path',
    path: () => '/api/objects/set-path',
    body: ({ fixture, client }, call, caller) =>
      putFile(fixture.origin, uploaders.includes(caller) ? call : fixture.admin, client),
    verify: async (context, { body }) => {
      const { objectPath } = body as { objectPath: string };
      expect((await list(context, 'files'))[0]).toMatchObject({
        objectPath,
        originalName: 'photo.png',
        mimeType: 'image/png',
      });
      expect((await context.fixture.admin('GET', objectPath)).headers.get('content-type')).toBe('image/png');
    },
  },
  {
    operation: 'PUT /api/files/{id}',
    resource: newFile,
    path: ({ resource }) => `/api/files/${resource.id}`,
    body: () => ({ fileName: 'renamed.png' }),
    verify: async (context) =>
      expect(await findIn(context, 'files', context.resource.id)).toMatchObject({
        originalName: 'renamed.png',
        objectPath: context.resource['objectPath'],
      }),
  },
  {
    operation: 'DELETE /api/files/{id}',
    resource: newFile,
    path: ({ resource }) => `/api/files/${resource.id}`,
    verify: async (context) => {
      expect(await findIn(context, 'files', context.resource.id)).toBeUndefined();
      expect((await context.fixture.admin('GET', String(context.resource['objectPath']))).status).toBe(404);
    },
  },
  {
    operation: 'GET /api/clients/{id}/webhooks',
    resource: newWebhook,
    ...clientPath('/webhooks'),
    verify: async ({ resource }, { body, text }) => {
      expect((body as Resource[])[0]).toMatchObject({ id: resource.id, url: resource['url'], enabled: true });
      expect(text).not.toContain('whsec_');
    },
  },
  {
    operation: 'POST /api/clients/{id}/webhooks',
    resource: withoutWebhooks,
    ...clientPath('/webhooks'),
    body: () => webhookOf(),
    verify: async (context, { body }) => {
      expect(body).toMatchObject({ ...webhookOf(), secret: expect.stringMatching(/^whsec_/) as string });
      expect(await findIn(context, 'webhooks', (body as Resource).id)).toMatchObject(webhookOf());
    },
  },
  {
    operation: 'PUT /api/webhooks/{id}',
    resource: newWebhook,
    path: ({ resource }) => `/api/webhooks/${resource.id}`,
    body: () => ({ events: ['sms.replied'], enabled: false }),
    verify: async (context) =>
      expect(await findIn(context, 'webhooks', context.resource.id)).toMatchObject({
        events: ['sms.replied'],
        enabled: false,
        url: context.resource['url'],
      }),
  },
  {
    operation: 'DELETE /api/webhooks/{id}',
    resource: newWebhook,
    path: ({ resource }) => `/api/webhooks/${resource.id}`,
    verify: async (context) => expect(await findIn(context, 'webhooks', context.resource.id)).toBeUndefined(),
  },
  {
    operation: 'POST /api/webhooks/{id}/secret',
    resource: newWebhook,
    path: ({ resource }) => `/api/webhooks/${resource.id}/secret`,
    verify: async ({ resource }, { body }) => {
      expect((body as Resource)['secret']).not.toBe(resource['secret']);
      expect((body as Resource)['previousSecretUntil']).not.toBeNull();
    },
  },
  {
    operation: 'POST /api/webhooks/{id}/test',
    resource: newWebhook,
    path: ({ resource }) => `/api/webhooks/${resource.id}/test`,
    verify: async (context, { body }) =>
      expect(await read(context, `/api/webhook-deliveries/${(body as Resource).id}`)).toMatchObject({
        type: 'webhook.test',
        webhookId: context.resource.id,
      }),
  },
  {
    operation: 'GET /api/webhooks/{id}/deliveries',
    resource: newDelivery,
    path: ({ resource }) => `/api/webhooks/${String(resource['webhookId'])}/deliveries?limit=5&offset=0`,
    verify: async ({ resource }, { body, headers }) => {
      expect((body as Resource[])[0]).toMatchObject({ id: resource.id, type: 'webhook.test' });
      expect(headers.get('x-total-count')).toBe('1');
    },
  },
  {
    operation: 'GET /api/webhook-deliveries/{id}',
    resource: newDelivery,
    path: ({ resource }) => `/api/webhook-deliveries/${resource.id}`,
    verify: async ({ resource }, { body }) =>
      expect(body).toMatchObject({
        id: resource.id,
        eventId: resource['eventId'],
        payload: expect.stringContaining('webhook.test') as string,
      }),
  },
  {
    operation: 'POST /api/webhook-deliveries/{id}/replay',
    resource: newDelivery,
    path: ({ resource }) => `/api/webhook-deliveries/${resource.id}/replay`,
    verify: async ({ resource }, { body }) =>
      expect(body).toMatchObject({ id: resource.id, eventId: resource['eventId'], status: 'pending' }),
  },
];
