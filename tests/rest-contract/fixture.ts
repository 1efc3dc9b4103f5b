import type { Actor } from '@dripline/contract/access-matrix';
import { randomUUID } from 'node:crypto';
import { type Call, callAs, callOrThrow, signInCall, type Resource } from './call';

/** The callers of the tests. The access matrix tests the others over GraphQL. */
export type Caller = Extract<Actor, 'anonymous' | 'owner' | 'otherClient' | 'admin'>;

export const password = 'correct horse battery';

/** A running stack with a client and another one. */
export interface Fixture {
  origin: string;
  credentials: { username: string; password: string };
  admin: Call;
  own: Resource;
  /** Returns a Call with a new session because calls may end it. */
  callAs(caller: Caller): Promise<Call>;
}

export async function createFixture(origin: string, credentials: Fixture['credentials']): Promise<Fixture> {
  const admin = await signInCall(origin, '/api/auth/login', credentials);
  const own = await makeClient(admin, 'own');
  await makeClient(admin, 'other');
  const signInClient = (username: string) => signInCall(origin, '/api/auth/client/login', { username, password });
  const calls: Record<Caller, () => Promise<Call>> = {
    anonymous: () => Promise.resolve(callAs(origin)),
    owner: () => signInClient('own'),
    otherClient: () => signInClient('other'),
    admin: () => signInCall(origin, '/api/auth/login', credentials),
  };
  return { origin, credentials, admin, own, callAs: (caller) => calls[caller]() };
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

export const makeCampaign = ({ admin, own }: Fixture) =>
  callOrThrow(admin, 'POST', `/api/clients/${own.id}/campaigns`, {
    name: `Spring ${randomUUID()}`,
    formFields: [
      { id: 'fullName', type: 'text', label: 'Full Name' },
      { id: 'phone', type: 'tel', label: 'Phone' },
    ],
  });

export const formOf = () => ({ fullName: 'Ann Lee', phone: '+14155550123' });

async function submit(fixture: Fixture, query = ''): Promise<Resource> {
  const { slug } = await makeCampaign(fixture);
  return callOrThrow(fixture.admin, 'POST', `/api/campaigns/${fixture.own.handle}/${slug}/leads${query}`, formOf());
}
export const makeLead = (fixture: Fixture) => submit(fixture);
export const makeSpam = (fixture: Fixture) => submit(fixture, '?honeypotFilled=true');

export const sequenceOf = (campaignId: unknown) => ({
  name: 'Welcome',
  description: 'For new leads',
  campaignId,
  triggerEvent: 'lead_created',
  steps: [{ delayMinutes: 60, message: 'Hi {{firstName}}' }],
  status: 'active',
});

export async function makeSequence(fixture: Fixture): Promise<Resource> {
  const { id } = await makeCampaign(fixture);
  return callOrThrow(fixture.admin, 'POST', `/api/clients/${fixture.own.id}/sms-sequences`, sequenceOf(id));
}

/** Uploads a small PNG. Returns the body for set-path. */
export async function putFile({ origin, own }: Fixture, call: Call): Promise<object> {
  const { uploadURL } = await callOrThrow(call, 'POST', `/api/clients/${own.id}/files/upload`);
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
    clientId: own.id,
  };
}

export const makeFile = async (fixture: Fixture) =>
  callOrThrow(fixture.admin, 'PUT', '/api/objects/set-path', await putFile(fixture, fixture.admin));

export const webhookOf = () => ({
  url: 'https://crm.acme.example/hooks',
  description: 'Our CRM',
  events: ['lead.created', 'sms.replied'],
});

/** Deletes all webhooks of the client because their number is limited. */
export async function withoutWebhooks({ admin, own }: Fixture): Promise<Resource> {
  for (const { id } of (await admin('GET', `/api/clients/${own.id}/webhooks`)).body as Resource[])
    await admin('DELETE', `/api/webhooks/${id}`);
  return own;
}

export const apiKeyOf = () => ({ name: 'CRM', scopes: ['read_leads'] });

export const makeApiKey = ({ admin, own }: Fixture) =>
  callOrThrow(admin, 'POST', `/api/clients/${own.id}/api-keys`, apiKeyOf());

export async function makeWebhook(fixture: Fixture): Promise<Resource> {
  await withoutWebhooks(fixture);
  return callOrThrow(fixture.admin, 'POST', `/api/clients/${fixture.own.id}/webhooks`, webhookOf());
}

export async function makeDelivery(fixture: Fixture): Promise<Resource> {
  const { id } = await makeWebhook(fixture);
  return callOrThrow(fixture.admin, 'POST', `/api/webhooks/${id}/test`);
}
