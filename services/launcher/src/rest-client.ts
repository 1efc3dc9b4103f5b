/** Calls the REST API as one signed-in person; throws where the answer is no success. */
export type RestCaller = <Answer>(method: string, path: string, body?: object) => Promise<Answer>;

/** Signs the administrator in. */
export async function signInAdmin(origin: string, username: string, password: string): Promise<RestCaller> {
  return (await signIn(origin, '/api/auth/login', { username, password })).call;
}

/** Signs somebody in; answers how to call as them, how to read what is no JSON, and the value of their session's cookie. */
export async function signIn(
  origin: string,
  path: string,
  credentials: { username: string; password: string },
): Promise<{ call: RestCaller; read: (path: string) => Promise<string>; session: string }> {
  let cookie = '';
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    return text;
  };
  const call: RestCaller = async (method, path, body) => {
    const text = await ask(method, path, body);
    return (text === '' ? undefined : JSON.parse(text)) as never;
  };
  await call('POST', path, credentials);
  return { call, read: (of) => ask('GET', of), session: cookie.replace(/^[^=]+=/, '') };
}

interface Text {
  leadId: string;
  step: number;
  status: string;
  sentAt: string;
}

export interface Story {
  clientId: string;
  /** Sends the form as a visitor whose number ends with these digits; answers the lead's id. */
  submit(lastDigits: string): Promise<string>;
  /** The lead's texts that went, in order. */
  textsOf(leadId: string): Promise<Text[]>;
  /** The same by other calls. */
  through(call: RestCaller): Story;
}

const welcome = [
  { delayMinutes: 0, message: 'Hi {{firstName}}' },
  { delayMinutes: 1, message: 'Still interested?' },
];

/** A client with a campaign and a sequence; of two texts, the second a minute after the first, unless told otherwise. */
export async function tellStory(call: RestCaller, steps = welcome): Promise<Story> {
  const client = await call<{ id: string; handle: string }>('POST', '/api/clients', {
    businessName: 'Acme Heating',
    contactEmail: 'owner@acme.example',
    // No text to the business itself: who counts texts means those to leads.
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
  return storyOf(call, { clientId: client.id, page: `${client.handle}/${campaign.slug}` });
}

const storyOf = (call: RestCaller, { clientId, page }: { clientId: string; page: string }): Story => ({
  clientId,
  async submit(lastDigits) {
    const form = { fullName: 'Ann Lee', phone: '+14155552600'.slice(0, -lastDigits.length) + lastDigits };
    return (await call<{ id: string }>('POST', `/api/campaigns/${page}/leads`, form)).id;
  },
  async textsOf(leadId) {
    const texts = await call<Text[]>('GET', `/api/clients/${clientId}/sms-messages`);
    return texts.filter((text) => text.leadId === leadId && text.status === 'sent').sort((a, b) => a.step - b.step);
  },
  through: (other) => storyOf(other, { clientId, page }),
});
