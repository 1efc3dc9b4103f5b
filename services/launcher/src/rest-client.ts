/** Calls the REST API with a session. Throws if the status is not 2xx. */
export type RestCaller = <Result>(method: string, path: string, body?: object) => Promise<Result>;

/** Signs in as an administrator. */
export async function signInAdmin(origin: string, username: string, password: string): Promise<RestCaller> {
  return (await signIn(origin, '/api/auth/login', { username, password })).call;
}

/** Signs in. Returns `call` for JSON endpoints, `read` for text, and the value of the session cookie. */
export async function signIn(
  origin: string,
  path: string,
  credentials: { username: string; password: string },
): Promise<{ call: RestCaller; read: (path: string) => Promise<string>; session: string }> {
  let cookie = '';
  const request = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    return text;
  };
  const call: RestCaller = async (method, path, body) => {
    const text = await request(method, path, body);
    return (text === '' ? undefined : JSON.parse(text)) as never;
  };
  await call('POST', path, credentials);
  return { call, read: (url) => request('GET', url), session: cookie.replace(/^[^=]+=/, '') };
}

interface SentMessage {
  leadId: string;
  step: number;
  status: string;
  sentAt: string;
}

/** A client with a campaign and a sequence, for smoke tests. */
export interface Scenario {
  clientId: string;
  /** Submits the form with a phone number that ends in these digits. Returns the lead's id. */
  submit(lastDigits: string): Promise<string>;
  /** Returns the messages sent to the lead, in order. */
  sentMessages(leadId: string): Promise<SentMessage[]>;
  /** Returns the same scenario for another session. */
  through(call: RestCaller): Scenario;
}

const welcome = [
  { delayMinutes: 0, message: 'Hi {{firstName}}' },
  { delayMinutes: 1, message: 'Still interested?' },
];

/**
 * Creates a client with a campaign and a sequence. By default, the sequence has two messages that are a minute apart.
 */
export async function createScenario(call: RestCaller, steps = welcome): Promise<Scenario> {
  const client = await call<{ id: string; handle: string }>('POST', '/api/clients', {
    businessName: 'Acme Heating',
    contactEmail: 'owner@acme.example',
    // No lead notifications, so that only messages to leads are counted.
    notificationPhone: 'none',
  });
  const campaign = await call<{ id: string; slug: string }>('POST', `/api/clients/${client.id}/campaigns`, {
    name: 'Spring offer',
    formFields: [
      { id: 'fullName', type: 'text', label: 'Full Name' },
      { id: 'phone', type: 'tel', label: 'Phone' },
    ],
  });
  await call('POST', `/api/clients/${client.id}/sms-sequences`, {
    name: 'Welcome',
    campaignId: campaign.id,
    triggerEvent: 'lead_created',
    steps,
  });
  return scenarioFor(call, { clientId: client.id, page: `${client.handle}/${campaign.slug}` });
}

const scenarioFor = (call: RestCaller, { clientId, page }: { clientId: string; page: string }): Scenario => ({
  clientId,
  async submit(lastDigits) {
    const form = { fullName: 'Ann Lee', phone: '+14155552600'.slice(0, -lastDigits.length) + lastDigits };
    return (await call<{ id: string }>('POST', `/api/campaigns/${page}/leads`, form)).id;
  },
  async sentMessages(leadId) {
    const messages = await call<SentMessage[]>('GET', `/api/clients/${clientId}/sms-messages`);
    return messages
      .filter((message) => message.leadId === leadId && message.status === 'sent')
      .sort((a, b) => a.step - b.step);
  },
  through: (other) => scenarioFor(other, { clientId, page }),
});
