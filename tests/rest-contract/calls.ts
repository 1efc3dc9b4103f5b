import { randomUUID } from 'node:crypto';
import { until } from '../harness/until';
import { type Answer, type Call, callAs, must, type Thing } from './call';
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
  type Who,
  type World,
} from './fixture';

/** What a step stands on: the client it is about, and what its path names, made anew for each caller. */
export interface Place {
  world: World;
  client: Thing;
  thing: Thing;
  body?: object;
}

/** One call, what each caller is answered, and what it must have done where it succeeds. */
export interface Step {
  row: string;
  /** A POST that changes nothing. */
  reads?: true;
  /** What those are answered whom the access matrix lets in, where it is no success. */
  letIn?: number;
  thing?: (world: World, client: Thing) => Promise<Thing>;
  path: (place: Place) => string;
  body?: (place: Place, call: Call, who: Who) => object | Promise<object>;
  proof?: (place: Place, answer: Answer, call: Call) => Promise<void>;
}

const newCampaign = ({ admin }: World, client: Thing) => makeCampaign(admin, client);
const newLead = ({ admin }: World, client: Thing) => makeLead(admin, client);
const newSpam = ({ admin }: World, client: Thing) => makeLead(admin, client, '?honeypotFilled=true');
const newSequence = ({ admin }: World, client: Thing) => makeSequence(admin, client);
const newWebhook = ({ admin }: World, client: Thing) => makeWebhook(admin, client);
const newDelivery = async (world: World, client: Thing) => {
  const { id } = await newWebhook(world, client);
  return (await world.admin('POST', `/api/webhooks/${id}/test`)).body as Thing;
};
/** Every webhook of a client gone: it may have few. */
const emptied = async ({ admin }: World, client: Thing) => {
  await removeWebhooks(admin, client);
  return client;
};
const newFile = ({ admin, origin }: World, client: Thing) => makeFile(origin, admin, client);

const newInvitation = ({ admin }: World) => must(admin, 'POST', '/api/admin/invitations');
const answerTo = async (world: World) => {
  const { link } = await newInvitation(world);
  return { token: String(link).split('#')[1], username: `admin-${randomUUID()}`, password };
};

const read = async ({ world: { admin } }: Place, path: string) => (await admin('GET', path)).body;
const list = async (place: Place, what: string) =>
  (await read(place, `/api/clients/${place.client.id}/${what}`)) as Thing[];
const found = async (place: Place, what: string, id: unknown) =>
  (await list(place, what)).find((each) => each.id === id);
/** Views are counted a moment after the page is shown. */
const isViewed = ({ admin }: World, { id }: Thing) =>
  until(
    async () =>
      ((await admin('GET', `/api/campaigns/${id}/scan-analytics`)).body as { totalViews: number }).totalViews > 0,
  );
const about = (what: string): Pick<Step, 'path'> => ({ path: ({ client }) => `/api/clients/${client.id}${what}` });

/** They get as far as an upload of their own. */
const lettingIn: Who[] = ['admin', 'client', 'holder'];

/** Section 7 of the product spec, in its order, and what it leaves to GraphQL. */
export const walk: Step[] = [
  { row: 'GET /api/auth/user', path: () => '/api/auth/user' },
  {
    row: 'POST /api/auth/login',
    path: () => '/api/auth/login',
    body: ({ world }) => world.credentials,
    proof: async (_, { headers, body }) => {
      expect(headers.getSetCookie()).toEqual([expect.stringMatching(/^dripline_session=.+HttpOnly; SameSite=Strict/)]);
      expect(body).toEqual({ id: expect.any(String) as string, username: 'admin', role: 'admin' });
    },
  },
  {
    row: 'POST /api/auth/logout',
    path: () => '/api/auth/logout',
    proof: async (_, __, call) => expect((await call('GET', '/api/auth/user')).status).toBe(401),
  },
  {
    row: 'POST /api/auth/client/login',
    path: () => '/api/auth/client/login',
    body: () => ({ username: 'own', password }),
    proof: async ({ world }, { body }) =>
      expect(body).toMatchObject({ id: world.clients.own.id, businessName: 'Acme own' }),
  },
  {
    row: 'POST /api/auth/client/logout',
    path: () => '/api/auth/client/logout',
    proof: async ({ world }, __, call) =>
      expect((await call('GET', `/api/clients/${world.clients.own.id}`)).status).toBe(401),
  },
  {
    row: 'POST /api/auth/password',
    // A right one would end the sessions by which the walk goes on.
    letIn: 400,
    path: () => '/api/auth/password',
    body: () => ({ currentPassword: 'not the one it is', newPassword: 'another horse battery' }),
  },
  {
    row: 'GET /api/admin/admins',
    path: () => '/api/admin/admins',
    proof: async (_, { body }) => expect((body as Thing[])[0]).toMatchObject({ username: 'admin', role: 'admin' }),
  },
  {
    row: 'DELETE /api/admin/admins/{id}',
    thing: async (world) => must(callAs(world.origin), 'POST', '/api/admin/invitations/accept', await answerTo(world)),
    path: ({ thing }) => `/api/admin/admins/${thing.id}`,
    proof: async ({ world, thing }) =>
      expect((await world.admin('GET', '/api/admin/admins')).text).not.toContain(thing.id),
  },
  {
    row: 'GET /api/admin/invitations',
    thing: newInvitation,
    path: () => '/api/admin/invitations',
    proof: async ({ thing }, { body }) =>
      expect((body as Thing[])[0]).toMatchObject({ id: thing.id, invitedBy: 'admin' }),
  },
  {
    row: 'POST /api/admin/invitations',
    path: () => '/api/admin/invitations',
    proof: async (_, { body }) => expect((body as Thing)['link']).toMatch(/\/admin\/join#[\w-]{43}$/),
  },
  {
    row: 'POST /api/admin/invitations/accept',
    path: () => '/api/admin/invitations/accept',
    body: ({ world }) => answerTo(world),
    proof: async ({ world }, { body }) =>
      expect((await world.admin('GET', '/api/admin/admins')).text).toContain((body as Thing).id),
  },
  {
    row: 'DELETE /api/admin/invitations/{id}',
    thing: newInvitation,
    path: ({ thing }) => `/api/admin/invitations/${thing.id}`,
    proof: async ({ world, thing }) =>
      expect((await world.admin('GET', '/api/admin/invitations')).text).not.toContain(thing.id),
  },
  {
    row: 'GET /api/admin/audit',
    thing: newCampaign,
    path: ({ client }) => `/api/admin/audit?clientId=${client.id}&actor=admin&failed=false&limit=1&offset=0`,
    proof: async ({ thing }, { body }) =>
      expect((body as Thing[])[0]).toMatchObject({ operation: 'createCampaign', objectId: thing.id }),
  },
  {
    row: 'GET /api/admin/stats',
    path: () => '/api/admin/stats',
    proof: async (_, { body }) =>
      expect(Object.keys(body as object)).toEqual(
        expect.arrayContaining(['totalClients', 'activeCampaigns', 'totalLeads', 'totalSMSMessages']),
      ),
  },
  {
    row: 'GET /api/clients',
    path: () => '/api/clients',
    proof: async ({ client }, { body }) =>
      expect((body as Thing[]).find(({ id }) => id === client.id)).toMatchObject({
        stats: { totalCampaigns: expect.any(Number) as number },
        usage: { smsThisMonth: 0 },
      }),
  },
  {
    row: 'POST /api/clients',
    path: () => '/api/clients',
    body: () => ({
      businessName: 'New',
      contactEmail: 'new@acme.example',
      notificationPhone: '+14155550100',
      username: 'new',
      password,
      authEnabled: true,
    }),
    proof: async ({ world }, { body }) =>
      expect((await world.admin('GET', `/api/clients/${(body as Thing).id}`)).body).toMatchObject({
        businessName: 'New',
        username: 'new',
      }),
  },
  {
    row: 'PUT /api/clients/{id}',
    ...about(''),
    body: () => ({ contactEmail: 'changed@acme.example', smsAutoReplyEnabled: false }),
    proof: async (place) =>
      expect(await read(place, `/api/clients/${place.client.id}`)).toMatchObject({
        contactEmail: 'changed@acme.example',
        smsAutoReplyEnabled: false,
        businessName: 'Acme own',
      }),
  },
  {
    row: 'DELETE /api/clients/{id}',
    thing: ({ admin }) => makeClient(admin),
    path: ({ thing }) => `/api/clients/${thing.id}`,
    proof: async ({ world, thing }) => expect((await world.admin('GET', `/api/clients/${thing.id}`)).status).toBe(404),
  },
  { row: 'GET /api/clients/{id}', ...about('') },
  {
    row: 'GET /api/clients/{id}/stats',
    thing: newLead,
    ...about('/stats'),
    proof: async (place, { body }) =>
      expect(body).toMatchObject({ totalLeads: (await list(place, 'leads')).length, heldLeads: 0 }),
  },
  {
    row: 'GET /api/clients/{id}/sources',
    thing: newLead,
    ...about('/sources?days=1'),
    proof: async (place, { body }) => {
      const direct = (await list(place, 'leads')).filter(({ source }) => source === null).length;
      expect((body as Thing[]).find(({ source }) => source === 'direct')).toMatchObject({ leads: direct });
    },
  },
  {
    row: 'GET /api/clients/{id}/activity',
    thing: newCampaign,
    ...about('/activity?limit=5'),
    proof: async ({ thing }, { body }) =>
      expect((body as Thing[]).find(({ objectId }) => objectId === thing.id)).toMatchObject({
        actor: 'admin',
        operation: 'createCampaign',
      }),
  },
  {
    row: 'GET /api/clients/{id}/campaigns',
    thing: newCampaign,
    ...about('/campaigns'),
    proof: async ({ thing }, { body }) => expect((body as Thing[])[0]).toMatchObject({ id: thing.id }),
  },
  {
    row: 'GET /api/clients/{id}/leads',
    thing: newLead,
    path: ({ client }) =>
      `/api/clients/${client.id}/leads?search=ann&status=new&sort=createdAt&order=desc&limit=1&offset=0`,
    proof: async (place, { body, headers }) => {
      expect(body).toMatchObject([{ id: place.thing.id, fullName: 'Ann Lee', formData: formOf() }]);
      expect(Number(headers.get('x-total-count'))).toBe((await list(place, 'leads')).length);
    },
  },
  {
    row: 'GET /api/clients/{id}/leads.csv',
    thing: newLead,
    ...about('/leads.csv'),
    proof: async (_, { text, headers }) =>
      expect([text, headers.get('content-disposition')]).toEqual([
        expect.stringContaining('Ann Lee'),
        'attachment; filename=leads.csv',
      ]),
  },
  {
    row: 'GET /api/clients/{id}/spam-leads',
    thing: newSpam,
    path: ({ client }) => `/api/clients/${client.id}/spam-leads?limit=1&offset=0`,
    proof: async (place, { body, headers }) => {
      expect(body).toMatchObject([{ id: place.thing.id, reason: 'honeypot', formData: formOf() }]);
      expect(Number(headers.get('x-total-count'))).toBe((await list(place, 'spam-leads')).length);
      expect(await found(place, 'leads', place.thing.id)).toBeUndefined();
    },
  },
  {
    row: 'GET /api/clients/{id}/files',
    thing: newFile,
    ...about('/files'),
    proof: async ({ thing }, { body }) =>
      expect((body as Thing[])[0]).toMatchObject({ id: thing.id, originalName: 'photo.png' }),
  },
  {
    row: 'GET /api/clients/{id}/sms-sequences',
    thing: newSequence,
    ...about('/sms-sequences'),
    proof: async ({ thing }, { body }) =>
      expect((body as Thing[])[0]).toMatchObject({ id: thing.id, messages: [{ delayMinutes: 60 }] }),
  },
  { row: 'GET /api/clients/{id}/sms-messages', ...about('/sms-messages') },
  {
    row: 'GET /api/campaigns/{id}/scan-analytics',
    thing: async (world, client) => {
      const campaign = await newCampaign(world, client);
      await world.admin('GET', `/api/landing/${client.handle}/${campaign.slug}?source=qr`);
      await isViewed(world, campaign);
      return campaign;
    },
    path: ({ thing }) => `/api/campaigns/${thing.id}/scan-analytics`,
    proof: async (_, { body }) =>
      expect(body).toMatchObject({ totalScans: 1, totalViews: 1, bySource: [{ source: 'qr', views: 1 }] }),
  },
  {
    row: 'GET /api/campaigns/{id}',
    thing: newCampaign,
    path: ({ thing }) => `/api/campaigns/${thing.id}`,
    proof: async ({ thing }, { body }) => expect(body).toEqual(thing),
  },
  {
    row: 'POST /api/clients/{id}/campaigns',
    ...about('/campaigns'),
    body: () => ({ name: 'A new one', headline: 'Hello', formFields: [{ type: 'email', label: 'Email' }] }),
    proof: async (place, { body }) =>
      expect(await found(place, 'campaigns', (body as Thing).id)).toMatchObject({
        headline: 'Hello',
        formFields: [{ id: 'email', required: true }],
      }),
  },
  {
    row: 'PUT /api/campaigns/{id}',
    thing: newCampaign,
    path: ({ thing }) => `/api/campaigns/${thing.id}`,
    body: () => ({ headline: 'Changed' }),
    proof: async (place) =>
      expect(await found(place, 'campaigns', place.thing.id)).toMatchObject({
        headline: 'Changed',
        name: place.thing['name'],
      }),
  },
  {
    row: 'GET /api/campaigns/{id}/qrcode',
    thing: newCampaign,
    path: ({ thing }) => `/api/campaigns/${thing.id}/qrcode`,
    proof: async ({ thing }, { headers }) =>
      expect(headers.get('content-disposition')).toBe(`attachment; filename=${thing.slug}-qrcode.png`),
  },
  {
    row: 'GET /api/landing/{client}/{slug}',
    thing: newCampaign,
    path: ({ client, thing }) => `/api/landing/${client.handle}/${thing.slug}?source=qr`,
    proof: async (place, { body, text }) => {
      expect(body).toMatchObject({ clientHandle: place.client.handle, slug: place.thing.slug });
      expect(text).not.toContain(place.client.id);
      await isViewed(place.world, place.thing);
      expect(await read(place, `/api/campaigns/${place.thing.id}/scan-analytics`)).toMatchObject({
        totalViews: 1,
        totalScans: 1,
      });
    },
  },
  {
    row: 'POST /api/campaigns/{client}/{slug}/leads',
    thing: newCampaign,
    path: ({ client, thing }) => `/api/campaigns/${client.handle}/${thing.slug}/leads?source=flyer`,
    body: () => ({ ...formOf(), hobby: 'chess' }),
    proof: async (place, { body }) =>
      expect(await found(place, 'leads', (body as Thing).id)).toMatchObject({
        campaignId: place.thing.id,
        source: 'flyer',
        status: 'new',
        formData: { ...formOf(), hobby: 'chess' },
      }),
  },
  {
    row: 'PUT /api/leads/{id}',
    thing: newLead,
    path: ({ thing }) => `/api/leads/${thing.id}`,
    body: () => ({ status: 'contacted', formData: { fullName: 'Ann Other' } }),
    proof: async (place) =>
      expect(await found(place, 'leads', place.thing.id)).toMatchObject({
        status: 'contacted',
        fullName: 'Ann Other',
        formData: { fullName: 'Ann Other' },
      }),
  },
  {
    row: 'DELETE /api/leads/{id}',
    thing: newLead,
    path: ({ thing }) => `/api/leads/${thing.id}`,
    proof: async (place) => expect(await found(place, 'leads', place.thing.id)).toBeUndefined(),
  },
  {
    row: 'POST /api/spam-leads/{id}/restore',
    thing: newSpam,
    path: ({ thing }) => `/api/spam-leads/${thing.id}/restore`,
    proof: async (place, { body }) => {
      expect(body).toEqual({ id: place.thing.id, held: false });
      expect(await found(place, 'leads', place.thing.id)).toMatchObject({ status: 'new', formData: formOf() });
      expect(await found(place, 'spam-leads', place.thing.id)).toBeUndefined();
    },
  },
  {
    row: 'DELETE /api/spam-leads/{id}',
    thing: newSpam,
    path: ({ thing }) => `/api/spam-leads/${thing.id}`,
    proof: async (place) => expect(await found(place, 'spam-leads', place.thing.id)).toBeUndefined(),
  },
  {
    row: 'POST /api/clients/{id}/person',
    reads: true,
    thing: newLead,
    ...about('/person'),
    body: () => ({ phone: formOf().phone }),
    proof: async ({ thing }, { body }) => {
      const { leads } = body as { leads: Thing[] };
      expect(leads.find(({ id }) => id === thing.id)).toMatchObject({
        formData: formOf(),
        consent: { via: 'api' },
        texts: [],
        replies: [],
      });
    },
  },
  {
    row: 'POST /api/clients/{id}/person/erase',
    thing: newLead,
    ...about('/person/erase'),
    body: () => ({ phone: formOf().phone }),
    proof: async (place, { body }) => {
      expect((body as { leads: number }).leads).toBeGreaterThan(0);
      expect(await found(place, 'leads', place.thing.id)).toBeUndefined();
    },
  },
  {
    row: 'GET /api/clients/{id}/retention',
    ...about('/retention'),
    proof: async (_, { body }) => expect(body).toEqual({ leadDays: null }),
  },
  {
    row: 'PUT /api/clients/{id}/retention',
    ...about('/retention'),
    body: () => ({ leadDays: 365 }),
    proof: async (place, { body }) => {
      expect(body).toEqual({ leadDays: 365 });
      await place.world.admin('PUT', `/api/clients/${place.client.id}/retention`, { leadDays: null });
    },
  },
  {
    row: 'POST /api/clients/{id}/sms-sequences',
    thing: newCampaign,
    ...about('/sms-sequences'),
    body: ({ thing }) => sequenceOf(thing.id),
    proof: async (place, { body }) =>
      expect(await found(place, 'sms-sequences', (body as Thing).id)).toMatchObject({
        campaignId: place.thing.id,
        messages: [{ delayMinutes: 60, message: 'Hi {{firstName}}' }],
      }),
  },
  {
    row: 'PUT /api/sms-sequences/{id}',
    thing: newSequence,
    path: ({ thing }) => `/api/sms-sequences/${thing.id}`,
    body: () => ({ name: 'Changed', status: 'inactive' }),
    proof: async (place) =>
      expect(await found(place, 'sms-sequences', place.thing.id)).toMatchObject({
        name: 'Changed',
        status: 'inactive',
        triggerEvent: 'lead_created',
      }),
  },
  {
    row: 'DELETE /api/sms-sequences/{id}',
    thing: newSequence,
    path: ({ thing }) => `/api/sms-sequences/${thing.id}`,
    proof: async (place) => expect(await found(place, 'sms-sequences', place.thing.id)).toBeUndefined(),
  },
  {
    row: 'POST /api/sms/process',
    path: () => '/api/sms/process',
    body: ({ client }) => ({ clientId: client.id }),
    proof: async (_, { body }) => expect(body).toEqual({ message: 'No messages were due', processed: 0 }),
  },
  { row: 'POST /api/clients/{id}/files/upload', ...about('/files/upload') },
  { row: 'POST /api/objects/upload', path: () => '/api/objects/upload' },
  {
    row: 'PUT /api/objects/set-path',
    path: () => '/api/objects/set-path',
    body: ({ world, client }, call, who) => putFile(world.origin, lettingIn.includes(who) ? call : world.admin, client),
    proof: async (place, { body }) => {
      const { objectPath } = body as { objectPath: string };
      expect((await list(place, 'files'))[0]).toMatchObject({
        objectPath,
        originalName: 'photo.png',
        mimeType: 'image/png',
      });
      expect((await place.world.admin('GET', objectPath)).headers.get('content-type')).toBe('image/png');
    },
  },
  {
    row: 'PUT /api/files/{id}',
    thing: newFile,
    path: ({ thing }) => `/api/files/${thing.id}`,
    body: () => ({ fileName: 'renamed.png' }),
    proof: async (place) =>
      expect(await found(place, 'files', place.thing.id)).toMatchObject({
        originalName: 'renamed.png',
        objectPath: place.thing['objectPath'],
      }),
  },
  {
    row: 'DELETE /api/files/{id}',
    thing: newFile,
    path: ({ thing }) => `/api/files/${thing.id}`,
    proof: async (place) => {
      expect(await found(place, 'files', place.thing.id)).toBeUndefined();
      expect((await place.world.admin('GET', String(place.thing['objectPath']))).status).toBe(404);
    },
  },
  {
    row: 'GET /api/clients/{id}/webhooks',
    thing: newWebhook,
    ...about('/webhooks'),
    proof: async ({ thing }, { body, text }) => {
      expect((body as Thing[])[0]).toMatchObject({ id: thing.id, url: thing['url'], enabled: true });
      expect(text).not.toContain('whsec_');
    },
  },
  {
    row: 'POST /api/clients/{id}/webhooks',
    thing: emptied,
    ...about('/webhooks'),
    body: () => webhookOf(),
    proof: async (place, { body }) => {
      expect(body).toMatchObject({ ...webhookOf(), secret: expect.stringMatching(/^whsec_/) as string });
      expect(await found(place, 'webhooks', (body as Thing).id)).toMatchObject(webhookOf());
    },
  },
  {
    row: 'PUT /api/webhooks/{id}',
    thing: newWebhook,
    path: ({ thing }) => `/api/webhooks/${thing.id}`,
    body: () => ({ events: ['sms.replied'], enabled: false }),
    proof: async (place) =>
      expect(await found(place, 'webhooks', place.thing.id)).toMatchObject({
        events: ['sms.replied'],
        enabled: false,
        url: place.thing['url'],
      }),
  },
  {
    row: 'DELETE /api/webhooks/{id}',
    thing: newWebhook,
    path: ({ thing }) => `/api/webhooks/${thing.id}`,
    proof: async (place) => expect(await found(place, 'webhooks', place.thing.id)).toBeUndefined(),
  },
  {
    row: 'POST /api/webhooks/{id}/secret',
    thing: newWebhook,
    path: ({ thing }) => `/api/webhooks/${thing.id}/secret`,
    proof: async ({ thing }, { body }) => {
      expect((body as Thing)['secret']).not.toBe(thing['secret']);
      expect((body as Thing)['previousSecretUntil']).not.toBeNull();
    },
  },
  {
    row: 'POST /api/webhooks/{id}/test',
    thing: newWebhook,
    path: ({ thing }) => `/api/webhooks/${thing.id}/test`,
    proof: async (place, { body }) =>
      expect(await read(place, `/api/webhook-deliveries/${(body as Thing).id}`)).toMatchObject({
        type: 'webhook.test',
        webhookId: place.thing.id,
      }),
  },
  {
    row: 'GET /api/webhooks/{id}/deliveries',
    thing: newDelivery,
    path: ({ thing }) => `/api/webhooks/${String(thing['webhookId'])}/deliveries?limit=5&offset=0`,
    proof: async ({ thing }, { body, headers }) => {
      expect((body as Thing[])[0]).toMatchObject({ id: thing.id, type: 'webhook.test' });
      expect(headers.get('x-total-count')).toBe('1');
    },
  },
  {
    row: 'GET /api/webhook-deliveries/{id}',
    thing: newDelivery,
    path: ({ thing }) => `/api/webhook-deliveries/${thing.id}`,
    proof: async ({ thing }, { body }) =>
      expect(body).toMatchObject({
        id: thing.id,
        eventId: thing['eventId'],
        payload: expect.stringContaining('webhook.test') as string,
      }),
  },
  {
    row: 'POST /api/webhook-deliveries/{id}/replay',
    thing: newDelivery,
    path: ({ thing }) => `/api/webhook-deliveries/${thing.id}/replay`,
    proof: async ({ thing }, { body }) =>
      expect(body).toMatchObject({ id: thing.id, eventId: thing['eventId'], status: 'pending' }),
  },
];
