import type { Actor } from '@dripline/contract/access-matrix';
import { randomUUID } from 'node:crypto';
import { readSecrets } from '@dripline/launcher/secrets';
import { type Call, callAs, must, sessionOf, signedIn, type Thing } from './call';

/**
 * Who walks, and who that is in the access matrix: an administrator, the client, another client, nobody, nobody with the link of a client without login, a client that was made inactive
 * while it was signed in, and the bearers of a session that ended and of one that never was. A worker's token says nothing here: the facade does not pass it on.
 */
export const whoIs = {
  admin: 'admin',
  client: 'owner',
  other: 'neighbour',
  nobody: 'anonymous',
  holder: 'link',
  inactive: 'inactive',
  expired: 'expired',
  forged: 'forged',
  service: 'anonymous',
} as const satisfies Record<string, Actor>;
export type Who = keyof typeof whoIs;
export const everybody = Object.keys(whoIs) as Who[];

export const password = 'correct horse battery';

/** Passwords, addresses and numbers of those whom the walk makes; in no log either. */
export const sentInPassing = [password, '@acme.example', '4155550100', '4155550123'];

/** A stack with three clients: one that walks, another one, and one whose dashboard needs no login. */
export interface World {
  origin: string;
  credentials: { username: string; password: string };
  admin: Call;
  clients: Record<'own' | 'other' | 'open' | 'closed', Thing>;
  /** A new session, or none: a step may end it. At the one origin, or at another door. */
  callAs(who: Who, at?: string): Promise<Call>;
  /** The client whose things this caller tries to reach; an inactive one has no public pages. */
  targetOf(who: Who, isPublic: boolean): Thing;
}

export async function makeWorld(origin: string, credentials: World['credentials'], dataDir: string): Promise<World> {
  const as = (path: string, login: object) => sessionOf(origin, path, login);
  const admin = await signedIn(origin, '/api/auth/login', credentials);
  const clients = {
    own: await makeClient(admin, 'own'),
    other: await makeClient(admin, 'other'),
    open: await makeClient(admin),
    closed: await makeClient(admin, 'closed'),
  };
  const inactive = await as('/api/auth/client/login', { username: 'closed', password });
  await must(admin, 'PUT', `/api/clients/${clients.closed.id}`, { status: 'inactive' });
  const expired = await as('/api/auth/client/login', { username: 'own', password });
  await callAs(origin, expired)('POST', '/api/auth/client/logout');
  const { serviceToken } = readSecrets({ DATA_DIR: dataDir });
  const headersOf: Record<Who, () => Promise<Record<string, string>>> = {
    admin: async () => ({ cookie: await as('/api/auth/login', credentials) }),
    client: async () => ({ cookie: await as('/api/auth/client/login', { username: 'own', password }) }),
    other: async () => ({ cookie: await as('/api/auth/client/login', { username: 'other', password }) }),
    nobody: () => Promise.resolve({}),
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
    callAs: async (who, at = origin) => callAs(at, await headersOf[who]()),
    targetOf: (who, isPublic) =>
      who === 'holder' ? clients.open : who === 'inactive' && !isPublic ? clients.closed : clients.own,
  };
}

export async function makeClient(admin: Call, username?: string): Promise<Thing> {
  const login = username ? { authEnabled: true, username, password } : {};
  const made = await must(admin, 'POST', '/api/clients', {
    businessName: `Acme ${username ?? ''}`,
    contactEmail: 'owner@acme.example',
    notificationPhone: '+14155550100',
    ...login,
  });
  // The walk makes more campaigns than the usual month allows.
  return must(admin, 'PUT', `/api/clients/${made.id}`, { monthlyCampaignLimit: 10_000, webhooksEnabled: true });
}

export const makeCampaign = (call: Call, client: Thing) =>
  must(call, 'POST', `/api/clients/${client.id}/campaigns`, {
    name: `Spring ${randomUUID()}`,
    formFields: [
      { id: 'fullName', type: 'text', label: 'Full Name' },
      { id: 'phone', type: 'tel', label: 'Phone' },
    ],
  });

export const formOf = () => ({ fullName: 'Ann Lee', phone: '+14155550123' });

export async function makeLead(call: Call, client: Thing, query = ''): Promise<Thing> {
  const { slug } = await makeCampaign(call, client);
  return must(call, 'POST', `/api/campaigns/${client.handle}/${slug}/leads${query}`, formOf());
}

export const sequenceOf = (campaignId: unknown) => ({
  name: 'Welcome',
  description: 'For new leads',
  campaignId,
  triggerEvent: 'lead_created',
  steps: [{ delayMinutes: 60, message: 'Hi {{firstName}}' }],
  status: 'active',
});

export async function makeSequence(call: Call, client: Thing): Promise<Thing> {
  const { id } = await makeCampaign(call, client);
  return must(call, 'POST', `/api/clients/${client.id}/sms-sequences`, sequenceOf(id));
}

/** Puts a small PNG; answers what set-path is to be told of it. */
export async function putFile(origin: string, call: Call, client: Thing): Promise<object> {
  const { uploadURL } = await must(call, 'POST', `/api/clients/${client.id}/files/upload`);
  const body = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(100)]);
  const { pathname, search } = new URL(uploadURL, origin);
  const put = await fetch(`${origin}${pathname}${search}`, {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(body),
  });
  if (!put.ok) throw new Error(`The upload answered ${put.status}`);
  return {
    objectURL: uploadURL,
    fileName: 'photo.png',
    fileSize: body.length,
    mimeType: 'image/png',
    clientId: client.id,
  };
}

export const makeFile = async (origin: string, call: Call, client: Thing) =>
  must(call, 'PUT', '/api/objects/set-path', await putFile(origin, call, client));

export const webhookOf = () => ({
  url: 'https://crm.acme.example/hooks',
  description: 'Our CRM',
  events: ['lead.created', 'sms.replied'],
});

/** A client may have few: those of the steps before go first. */
export async function makeWebhook(call: Call, client: Thing): Promise<Thing> {
  await removeWebhooks(call, client);
  return must(call, 'POST', `/api/clients/${client.id}/webhooks`, webhookOf());
}

export async function removeWebhooks(call: Call, client: Thing): Promise<void> {
  for (const { id } of (await call('GET', `/api/clients/${client.id}/webhooks`)).body as Thing[])
    await call('DELETE', `/api/webhooks/${id}`);
}

/** Everything of a client that a call might change, as the administrator sees it. */
export async function stateOf(admin: Call, client: Thing): Promise<string> {
  const paths = ['', '/stats', '/campaigns', '/leads', '/files', '/sms-sequences', '/sms-messages', '/webhooks'].map(
    (path) => `/api/clients/${client.id}${path}`,
  );
  const answers = await Promise.all([...paths, '/api/clients', '/api/admin/stats'].map((path) => admin('GET', path)));
  // What is posted to a webhook fails by itself in the meantime.
  return answers
    .map(({ text }) =>
      text
        .replace(/"failingSince":[^}]*"createdAt":/g, '"createdAt":')
        .replace(/("offReason".*?)"updatedAt":"[^"]*"/g, '$1'),
    )
    .join('\n');
}
