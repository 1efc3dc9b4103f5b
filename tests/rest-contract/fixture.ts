import type { Actor } from '@dripline/contract/access-matrix';
import { randomUUID } from 'node:crypto';
import { readSecrets } from '@dripline/launcher/secrets';
import { type Call, callAs, callOrThrow, signInCookie, signInCall, type Resource } from './call';

/**
 * The callers of the tests, with their actor in the access matrix.
 * - `holder`: an anonymous caller who knows the id of a client without login.
 * - `inactive`: a client that was deactivated while signed in.
 * - `expired`, `forged`: an ended and a made-up session.
 * - `service`: a service token, which the facade does not pass on.
 */
export const actorOf = {
  admin: 'admin',
  client: 'owner',
  other: 'otherClient',
  anonymous: 'anonymous',
  holder: 'link',
  inactive: 'inactive',
  expired: 'expired',
  forged: 'forged',
  service: 'anonymous',
} as const satisfies Record<string, Actor>;
export type Caller = keyof typeof actorOf;
export const callers = Object.keys(actorOf) as Caller[];

export const password = 'correct horse battery';

/** Personal data and passwords of the fixture. They must not appear in logs. */
export const fixtureValues = [password, '@acme.example', '4155550100', '4155550123'];

/** A running stack with four clients: the caller's own, another one, one without login, and a deactivated one. */
export interface Fixture {
  origin: string;
  credentials: { username: string; password: string };
  admin: Call;
  clients: Record<'own' | 'other' | 'open' | 'closed', Resource>;
  /** Returns a Call with a new session because calls may end it. `target` replaces the public origin. */
  callAs(caller: Caller, target?: string): Promise<Call>;
  /** Returns the client that this caller tries to access. A deactivated client has no public pages. */
  targetOf(caller: Caller, isPublic: boolean): Resource;
}

export async function createFixture(
  origin: string,
  credentials: Fixture['credentials'],
  dataDir: string,
): Promise<Fixture> {
  const signIn = (path: string, login: object) => signInCookie(origin, path, login);
  const admin = await signInCall(origin, '/api/auth/login', credentials);
  const clients = {
    own: await makeClient(admin, 'own'),
    other: await makeClient(admin, 'other'),
    open: await makeClient(admin),
    closed: await makeClient(admin, 'closed'),
  };
  const inactive = await signIn('/api/auth/client/login', { username: 'closed', password });
  await callOrThrow(admin, 'PUT', `/api/clients/${clients.closed.id}`, { status: 'inactive' });
  const expired = await signIn('/api/auth/client/login', { username: 'own', password });
  await callAs(origin, expired)('POST', '/api/auth/client/logout');
  const { serviceToken } = readSecrets({ DATA_DIR: dataDir });
  const headersOf: Record<Caller, () => Promise<Record<string, string>>> = {
    admin: async () => ({ cookie: await signIn('/api/auth/login', credentials) }),
    client: async () => ({ cookie: await signIn('/api/auth/client/login', { username: 'own', password }) }),
    other: async () => ({ cookie: await signIn('/api/auth/client/login', { username: 'other', password }) }),
    anonymous: () => Promise.resolve({}),
    holder: () => Promise.resolve({}),
    inactive: () => Promise.resolve({ cookie: inactive }),
    expired: () => Promise.resolve({ cookie: expired }),
    forged: () => Promise.resolve({ cookie: `dripline_session=${'A'.repeat(43)}` }),
    service: () => Promise.resolve({ authorization: `Bearer ${serviceToken}` }),
  };
  return {
    origin,
    credentials,
    admin,
    clients,
    callAs: async (caller, target = origin) => callAs(target, await headersOf[caller]()),
    targetOf: (caller, isPublic) =>
      caller === 'holder' ? clients.open : caller === 'inactive' && !isPublic ? clients.closed : clients.own,
  };
}

export async function makeClient(admin: Call, username?: string): Promise<Resource> {
  const login = username ? { authEnabled: true, username, password } : {};
  const client = await callOrThrow(admin, 'POST', '/api/clients', {
    businessName: `Acme ${username ?? ''}`,
    contactEmail: 'owner@acme.example',
    notificationPhone: '+14155550100',
    ...login,
  });
  // The tests create more campaigns than the default limit allows.
  return callOrThrow(admin, 'PUT', `/api/clients/${client.id}`, {
    monthlyCampaignLimit: 10_000,
    webhooksEnabled: true,
  });
}

export const makeCampaign = (call: Call, client: Resource) =>
  callOrThrow(call, 'POST', `/api/clients/${client.id}/campaigns`, {
    name: `Spring ${randomUUID()}`,
    formFields: [
      { id: 'fullName', type: 'text', label: 'Full Name' },
      { id: 'phone', type: 'tel', label: 'Phone' },
    ],
  });

export const formOf = () => ({ fullName: 'Ann Lee', phone: '+14155550123' });

export async function makeLead(call: Call, client: Resource, query = ''): Promise<Resource> {
  const { slug } = await makeCampaign(call, client);
  return callOrThrow(call, 'POST', `/api/campaigns/${client.handle}/${slug}/leads${query}`, formOf());
}

export const sequenceOf = (campaignId: unknown) => ({
  name: 'Welcome',
  description: 'For new leads',
  campaignId,
  triggerEvent: 'lead_created',
  steps: [{ delayMinutes: 60, message: 'Hi {{firstName}}' }],
  status: 'active',
});

export async function makeSequence(call: Call, client: Resource): Promise<Resource> {
  const { id } = await makeCampaign(call, client);
  return callOrThrow(call, 'POST', `/api/clients/${client.id}/sms-sequences`, sequenceOf(id));
}

/** Uploads a small PNG. Returns the body for set-path. */
export async function putFile(origin: string, call: Call, client: Resource): Promise<object> {
  const { uploadURL } = await callOrThrow(call, 'POST', `/api/clients/${client.id}/files/upload`);
  const body = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(100)]);
  const { pathname, search } = new URL(uploadURL, origin);
  const upload = await fetch(`${origin}${pathname}${search}`, {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(body),
  });
  if (!upload.ok) throw new Error(`The upload failed with status ${upload.status}`);
  return {
    objectURL: uploadURL,
    fileName: 'photo.png',
    fileSize: body.length,
    mimeType: 'image/png',
    clientId: client.id,
  };
}

export const makeFile = async (origin: string, call: Call, client: Resource) =>
  callOrThrow(call, 'PUT', '/api/objects/set-path', await putFile(origin, call, client));

export const webhookOf = () => ({
  url: 'https://crm.acme.example/hooks',
  description: 'Our CRM',
  events: ['lead.created', 'sms.replied'],
});

/** Creates a webhook. Deletes existing ones first because their number is limited. */
export async function makeWebhook(call: Call, client: Resource): Promise<Resource> {
  await removeWebhooks(call, client);
  return callOrThrow(call, 'POST', `/api/clients/${client.id}/webhooks`, webhookOf());
}

export async function removeWebhooks(call: Call, client: Resource): Promise<void> {
  for (const { id } of (await call('GET', `/api/clients/${client.id}/webhooks`)).body as Resource[])
    await call('DELETE', `/api/webhooks/${id}`);
}

/** Returns all data of a client that a call might change, as text. */
export async function snapshotOf(admin: Call, client: Resource): Promise<string> {
  const paths = ['', '/stats', '/campaigns', '/leads', '/files', '/sms-sequences', '/sms-messages', '/webhooks'].map(
    (path) => `/api/clients/${client.id}${path}`,
  );
  const responses = await Promise.all([...paths, '/api/clients', '/api/admin/stats'].map((path) => admin('GET', path)));
  // Webhook deliveries fail in the background, which changes these fields.
  return responses
    .map(({ text }) =>
      text
        .replace(/"failingSince":[^}]*"createdAt":/g, '"createdAt":')
        .replace(/("disabledReason".*?)"updatedAt":"[^"]*"/g, '$1'),
    )
    .join('\n');
}
