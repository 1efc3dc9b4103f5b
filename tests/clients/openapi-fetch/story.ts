// Compiled against the types that openapi-typescript generates from the running API.
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { components, paths } from './api';

/** Returns the body of a successful response. */
function ok<Data>({ data, error, response }: { data?: Data; error?: unknown; response: Response }): Data {
  assert.ok(response.ok, `${response.url}: ${response.status} ${JSON.stringify(error)}`);
  return data as Data;
}

interface Story {
  origin: string;
  token: string;
  admin: components['schemas']['SignInInput'];
}

/** Creates a client with everything that belongs to it, gets messages sent, and updates each object with itself. */
export async function run({ origin, token, admin }: Story): Promise<void> {
  const api = createClient<paths>({ baseUrl: origin, headers: { authorization: `Bearer ${token}` } });
  const client = ok(
    await api.POST('/api/clients', {
      body: { businessName: 'Fetch', contactEmail: 'owner@fetch.example', notificationPhone: 'none' },
    }),
  );
  const ofClient = { params: { path: { id: client.id } } };
  ok(await api.PATCH('/api/clients/{id}', { ...ofClient, body: { webhooksEnabled: true } }));
  const campaign = ok(
    await api.POST('/api/clients/{id}/campaigns', {
      ...ofClient,
      body: {
        name: 'Spring offer',
        formFields: [
          { id: 'fullName', type: 'text', label: 'Full name' },
          { id: 'phone', type: 'tel', label: 'Phone' },
        ],
      },
    }),
  );
  const sequence = ok(
    await api.POST('/api/clients/{id}/sms-sequences', {
      ...ofClient,
      body: {
        name: 'Welcome',
        campaignId: campaign.id,
        triggerEvent: 'lead_created',
        steps: [{ delayMinutes: 0, message: 'Hi {{firstName}}' }],
      },
    }),
  );
  const webhook = ok(
    await api.POST('/api/clients/{id}/webhooks', {
      ...ofClient,
      body: { url: 'https://crm.fetch.example/hooks', events: ['sms.replied'] },
    }),
  );
  const file = await upload();
  const lead = await submit();

  await roundTrip('/api/clients/{id}', client.id);
  // API keys neither reach the settings of privacy nor delete clients.
  const session = await signIn();
  ok(await session.PUT('/api/clients/{id}/retention', { ...ofClient, body: { leadDays: 365 } }));
  await roundTrip('/api/clients/{id}/retention', client.id, session);
  await roundTrip('/api/campaigns/{id}', campaign.id);
  await roundTrip('/api/sms-sequences/{id}', sequence.id);
  await roundTrip('/api/webhooks/{id}', webhook.id);
  await roundTrip('/api/files/{id}', file.id);
  await roundTrip('/api/leads/{id}', lead.id);

  const params = { path: { id: lead.id } };
  const contacted = ok(await api.PATCH('/api/leads/{id}', { params, body: { status: 'contacted' } }));
  const stale = await api.PUT('/api/leads/{id}', {
    params: { ...params, header: { 'If-Match': '"1"' } },
    body: { status: 'converted' },
  });
  assert.deepEqual([stale.response.status, stale.error?.code], [412, 'CONFLICT']);
  assert.match((await messageOf(lead.id)).body, /Hi Ann/);
  const { data: leads, response } = await api.GET('/api/clients/{id}/leads', {
    params: { ...ofClient.params, query: { status: 'contacted', limit: 1 } },
  });
  assert.deepEqual([leads, response.headers.get('x-total-count')], [[contacted], '1']);
  assert.equal(ok(await api.GET('/api/clients/{id}/stats', ofClient)).totalLeads, 1);
  ok(await session.DELETE('/api/clients/{id}', ofClient));
  assert.equal((await session.GET('/api/clients/{id}', ofClient)).response.status, 404);

  async function signIn() {
    const { response } = await createClient<paths>({ baseUrl: origin }).POST('/api/auth/login', { body: admin });
    const cookies = response.headers.getSetCookie().map((value) => value.split(';')[0]);
    return createClient<paths>({ baseUrl: origin, headers: { cookie: cookies.join('; ') } });
  }

  async function upload() {
    const content = Buffer.concat([Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), Buffer.alloc(100)]);
    const { uploadURL, headers } = ok(
      await api.POST('/api/clients/{id}/files/upload', { ...ofClient, body: { size: content.length } }),
    );
    const sent = await fetch(new URL(uploadURL, origin), {
      method: 'PUT',
      headers: { 'content-type': 'image/png', ...(headers as Record<string, string>) },
      body: new Uint8Array(content),
    });
    assert.equal(sent.ok, true, await sent.text());
    const { objectPath } = ok(
      await api.PUT('/api/objects/set-path', {
        body: { objectURL: uploadURL, clientId: client.id, fileName: 'photo.png' },
      }),
    );
    const files = ok(await api.GET('/api/clients/{id}/files', ofClient));
    return files.find((item) => item.objectPath === objectPath)!;
  }

  async function submit() {
    const page = { path: { client: client.handle, slug: campaign.slug } };
    const landing = ok(await api.GET('/api/landing/{client}/{slug}', { params: page }));
    assert.deepEqual(
      landing.formFields.map(({ id }) => id),
      ['fullName', 'phone'],
    );
    const send = async () =>
      ok(
        await api.POST('/api/campaigns/{client}/{slug}/leads', {
          params: { ...page, header: { 'Idempotency-Key': client.id } },
          body: { fullName: 'Ann Lee', phone: '(415) 555-2671' },
        }),
      );
    const submitted = await send();
    assert.deepEqual(await send(), submitted);
    return submitted;
  }

  async function messageOf(leadId: string) {
    for (let attempt = 0; attempt < 150; attempt += 1) {
      const messages = ok(await api.GET('/api/clients/{id}/sms-messages', ofClient));
      const message = messages.find((item) => item.leadId === leadId && item.status === 'sent');
      if (message) return message;
      await delay(200);
    }
    throw new Error('No message was sent.');
  }

  type Updatable =
    | '/api/clients/{id}'
    | '/api/clients/{id}/retention'
    | '/api/campaigns/{id}'
    | '/api/sms-sequences/{id}'
    | '/api/webhooks/{id}'
    | '/api/files/{id}'
    | '/api/leads/{id}';
  async function roundTrip(path: Updatable, id: string, caller = api) {
    const params = { path: { id } };
    const current = ok(await caller.GET(path, { params }));
    for (const send of [caller.PUT, caller.PATCH])
      assert.deepEqual(ok(await send(path, { params, body: current })), current);
  }
}
