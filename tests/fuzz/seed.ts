import { type RestCaller, signIn } from '@dripline/launcher/rest-client';

/** What a fuzzed caller works on: ids for the places of its paths, by operation. */
export interface Stage {
  name: string;
  /** The caller's session cookie; none for a visitor. */
  session?: string;
  /** What the caller can read before, and must be able to read after. */
  home: string;
  places: { paths: string; values: Record<string, string> }[];
}

// Not that of the description's examples, with which the run would change it and end its own session.
const password = 'a password of the fuzzed client';

/** Three callers, each with a client's things of its own: nobody with a dashboard's link, a client, an administrator. */
export async function setTheStage(origin: string, admin: { username: string; password: string }): Promise<Stage[]> {
  const { call, session } = await signIn(origin, '/api/auth/login', admin);
  const [open, own, any] = [
    await makeThings(call, 'Open'),
    await makeThings(call, 'Own', 'own'),
    await makeThings(call, 'Any', 'any'),
  ];
  const client = await signIn(origin, '/api/auth/client/login', { username: 'own', password });
  return [
    { name: 'nobody', ...open },
    { name: 'client', session: client.session, ...own },
    // In its last phase this run deletes whatever is listed.
    { name: 'admin', session, ...any, home: '/api/admin/stats' },
  ];
}

async function makeThings(
  call: RestCaller,
  businessName: string,
  username?: string,
): Promise<Pick<Stage, 'home' | 'places'>> {
  const made = async (path: string, body: object = {}) =>
    call<{ id: string; handle: string; slug: string }>('POST', path, body);
  const input = { businessName, contactEmail: 'owner@acme.example', notificationPhone: '+14155550100' };
  const client = await made('/api/clients', {
    ...input,
    ...(username ? { authEnabled: true, username, password } : {}),
  });
  // One to read, and one to be changed into whatever comes: an inactive client or campaign hides all else.
  const [campaign, changed] = [
    await made(`/api/clients/${client.id}/campaigns`, { name: 'Read' }),
    await made(`/api/clients/${client.id}/campaigns`, { name: 'Changed' }),
  ];
  const changedClient = await made('/api/clients', { ...input, businessName: `${businessName} changed` });
  const lead = await made(`/api/campaigns/${client.handle}/${campaign.slug}/leads`, {
    fullName: 'Ann Lee',
    phone: '+14155550123',
  });
  const steps = [{ delayMinutes: 60, message: 'Hi {{firstName}}' }];
  const sequence = await made(`/api/clients/${client.id}/sms-sequences`, {
    name: 'Welcome',
    campaignId: campaign.id,
    triggerEvent: 'lead_created',
    steps,
  });
  const places: Stage['places'] = [
    { paths: '/api/clients/{id}$', values: { id: changedClient.id } },
    { paths: '/api/clients/{id}/', values: { id: client.id } },
    { paths: '/api/campaigns/{id}$', values: { id: changed.id } },
    { paths: '/api/campaigns/{id}/', values: { id: campaign.id } },
    { paths: '/{client}/{slug}', values: { client: client.handle, slug: campaign.slug } },
    { paths: '/api/leads/', values: { id: lead.id } },
    { paths: '/api/sms-sequences/', values: { id: sequence.id } },
  ];
  return { home: `/api/clients/${client.id}`, places };
}
