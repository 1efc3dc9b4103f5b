import type { SessionRole } from '@dripline/contract/sessions';
import { type RestCaller, signIn } from '@dripline/launcher/rest-client';

/** A caller that fuzzes the API. */
export interface FuzzCaller {
  name: string;
  /** The caller's session. Without it, the caller is anonymous. */
  session?: { role: SessionRole; token: string };
  /** A path that the caller can read before and after the run. */
  probePath: string;
  /** Path parameters for the operations whose paths contain `paths`. */
  pathParameters: { paths: string; values: Record<string, string> }[];
}

// Differs from the examples in the description, with which the run would change the password and end its own session.
const password = 'a password of the fuzzed client';

/**
 * Creates three callers, each with their own data: anonymous with the id of a client
 * without login, a client, an administrator.
 */
export async function createCallers(
  origin: string,
  admin: { username: string; password: string },
): Promise<FuzzCaller[]> {
  const { call, session } = await signIn(origin, '/api/auth/login', admin);
  const [open, own, arbitrary] = [
    await createResources(call, 'Open'),
    await createResources(call, 'Own', 'own'),
    await createResources(call, 'Any', 'any'),
  ];
  const client = await signIn(origin, '/api/auth/client/login', { username: 'own', password });
  return [
    { name: 'anonymous', ...open },
    { name: 'client', session: { role: 'client', token: client.session }, ...own },
    // The last phase of this run deletes all listed resources.
    { name: 'admin', session: { role: 'admin', token: session }, ...arbitrary, probePath: '/api/admin/stats' },
  ];
}

async function createResources(
  call: RestCaller,
  businessName: string,
  username?: string,
): Promise<Pick<FuzzCaller, 'probePath' | 'pathParameters'>> {
  const create = async (path: string, body: object = {}) =>
    call<{ id: string; handle: string; slug: string }>('POST', path, body);
  const input = { businessName, contactEmail: 'owner@acme.example', notificationPhone: '+14155550100' };
  const client = await create('/api/clients', {
    ...input,
    ...(username ? { authEnabled: true, username, password } : {}),
  });
  // One to read and one to change, because a deactivated client or campaign would make other operations fail.
  const [campaign, changed] = [
    await create(`/api/clients/${client.id}/campaigns`, { name: 'Read' }),
    await create(`/api/clients/${client.id}/campaigns`, { name: 'Changed' }),
  ];
  const changedClient = await create('/api/clients', { ...input, businessName: `${businessName} changed` });
  const lead = await create(`/api/campaigns/${client.handle}/${campaign.slug}/leads`, {
    fullName: 'Ann Lee',
    phone: '+14155550123',
  });
  const steps = [{ delayMinutes: 60, message: 'Hi {{firstName}}' }];
  const sequence = await create(`/api/clients/${client.id}/sms-sequences`, {
    name: 'Welcome',
    campaignId: campaign.id,
    triggerEvent: 'lead_created',
    steps,
  });
  const pathParameters: FuzzCaller['pathParameters'] = [
    { paths: '/api/clients/{id}$', values: { id: changedClient.id } },
    { paths: '/api/clients/{id}/', values: { id: client.id } },
    { paths: '/api/campaigns/{id}$', values: { id: changed.id } },
    { paths: '/api/campaigns/{id}/', values: { id: campaign.id } },
    { paths: '/{client}/{slug}', values: { client: client.handle, slug: campaign.slug } },
    { paths: '/api/leads/', values: { id: lead.id } },
    { paths: '/api/sms-sequences/', values: { id: sequence.id } },
  ];
  return { probePath: `/api/clients/${client.id}`, pathParameters };
}
