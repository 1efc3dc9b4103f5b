import type { Caller } from './fixture';

/** Ids that paths and bodies can contain. */
export interface InputIds {
  client: string;
  handle: string;
  campaign: string;
  slug: string;
  others: string;
  othersClient: string;
}

export interface BadInput {
  name: string;
  as?: Caller;
  method: string;
  path: (named: InputIds) => string;
  body?: object | string | ((named: InputIds) => object);
  headers?: Record<string, string>;
  status: number;
  field?: string;
}

/** Sensitive values that rejected requests contain. They must not appear in logs. */
export const sensitiveValues = ['canary-password-9d1', 'canary.person@example.net', '4155550199'];
const [secret = '', email = '', phone = ''] = sensitiveValues;

const client = {
  businessName: 'Bad',
  contactEmail: email,
  notificationPhone: phone,
  username: 'bad',
  password: secret,
  authEnabled: true,
};
const clients = () => '/api/clients';
const leads = ({ handle, slug }: InputIds) => `/api/campaigns/${handle}/${slug}/leads`;
const campaigns = (named: InputIds) => `/api/clients/${named.client}/campaigns`;
const form = { fullName: 'Ann Lee', phone };
const long = 'x'.repeat(10_000);
const unknown = '00000000-0000-0000-0000-000000000000';
const steps = [{ delayMinutes: 0, message: 'Hi' }];

/** A new client with one invalid value. */
const wrongClient = (name: string, wrong: object, field: string): BadInput => ({
  name: `a client with ${name}`,
  method: 'POST',
  path: clients,
  body: { ...client, ...wrong },
  status: 400,
  field,
});
const wrongCampaign = (name: string, wrong: object, field: string): BadInput => ({
  name: `a campaign with ${name}`,
  method: 'POST',
  path: campaigns,
  body: { name: 'Bad', ...wrong },
  status: 400,
  field,
});
const wrongQuery = (query: string, field: string): BadInput => ({
  name: `leads?${query}`.slice(0, 40),
  method: 'GET',
  path: (named) => `/api/clients/${named.client}/leads?${query}`,
  status: 400,
  field,
});

export const badInputs: BadInput[] = [
  {
    name: 'malformed JSON',
    method: 'POST',
    path: clients,
    body: `{"password": "${secret}", "contactEmail": "${email}"`,
    status: 400,
  },
  { name: 'an array as body', method: 'POST', path: clients, body: [client], status: 400 },
  { name: 'a string as body', method: 'POST', path: clients, body: `"${secret}"`, status: 400 },
  { name: 'null as body', method: 'POST', path: clients, body: 'null', status: 400 },
  { name: 'no body', method: 'POST', path: clients, status: 400 },
  {
    name: 'a form as body',
    method: 'POST',
    path: clients,
    body: `password=${secret}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    status: 415,
  },
  {
    name: 'JSON in an unknown encoding',
    method: 'POST',
    path: clients,
    body: '{}',
    headers: { 'content-encoding': 'canary' },
    status: 415,
  },
  {
    name: 'an oversized body',
    method: 'POST',
    path: clients,
    body: { ...client, businessName: 'x'.repeat(1_100_000) },
    status: 413,
  },
  {
    name: 'an oversized form',
    method: 'POST',
    path: leads,
    body: { ...form, note: 'x'.repeat(1_100_000) },
    status: 413,
  },

  wrongClient('a number as name', { businessName: 5 }, 'businessName'),
  wrongClient('an array as name', { businessName: ['Bad'] }, 'businessName'),
  wrongClient('a blank name', { businessName: ' ' }, 'businessName'),
  wrongClient('no name', { businessName: undefined }, 'businessName'),
  wrongClient('a long name', { businessName: long }, 'businessName'),
  wrongClient('a malformed email', { contactEmail: 'x@' }, 'contactEmail'),
  wrongClient('a string as boolean', { authEnabled: 'yes' }, 'authEnabled'),
  {
    name: 'a client with a taken username',
    method: 'POST',
    path: clients,
    body: { ...client, username: 'own' },
    status: 409,
    field: 'username',
  },
  wrongClient('a short password', { password: 'short' }, 'password'),
  wrongClient('an unknown field', { isAdmin: true }, 'isAdmin'),
  wrongClient('a NUL', { businessName: 'Ba\u0000d' }, 'businessName'),
  wrongClient('a control character', { businessName: 'Ba\u0007d' }, 'businessName'),
  {
    name: 'a client with a prototype',
    method: 'POST',
    path: clients,
    body: JSON.stringify(client).replace('{', '{"__proto__":{"role":"admin"},'),
    status: 400,
    field: '__proto__',
  },
  {
    name: 'a client with a constructor',
    method: 'POST',
    path: clients,
    body: { ...client, constructor: { prototype: {} } },
    status: 400,
    field: 'constructor',
  },
  {
    name: 'a limit that is not a number',
    method: 'PUT',
    path: (named) => `/api/clients/${named.client}`,
    body: { monthlyLeadLimit: 'many' },
    status: 400,
    field: 'monthlyLeadLimit',
  },
  {
    name: 'a limit with a fraction',
    method: 'PUT',
    path: (named) => `/api/clients/${named.client}`,
    body: { monthlyLeadLimit: 1.5 },
    status: 400,
    field: 'monthlyLeadLimit',
  },
  {
    name: 'a limit that is too large',
    method: 'PUT',
    path: (named) => `/api/clients/${named.client}`,
    body: { monthlyLeadLimit: 2 ** 40 },
    status: 400,
    field: 'monthlyLeadLimit',
  },
  {
    name: 'an unknown time zone',
    method: 'PUT',
    path: (named) => `/api/clients/${named.client}`,
    body: { timeZone: 'Mars/Olympus' },
    status: 400,
    field: 'timeZone',
  },

  {
    name: 'wrong credentials',
    as: 'anonymous',
    method: 'POST',
    path: () => '/api/auth/login',
    body: { username: email, password: secret },
    status: 401,
  },
  {
    name: 'a number as password',
    as: 'anonymous',
    method: 'POST',
    path: () => '/api/auth/login',
    body: { username: email, password: 5 },
    status: 400,
    field: 'password',
  },
  {
    name: 'a login with a role',
    as: 'anonymous',
    method: 'POST',
    path: () => '/api/auth/login',
    body: { username: email, password: secret, role: 'admin' },
    status: 400,
    field: 'role',
  },

  wrongCampaign('a slug of 10,000 characters', { slug: long }, 'slug'),
  wrongCampaign('a logo that is too large', { logoSize: 201 }, 'logoSize'),
  wrongCampaign('a control character', { headline: 'Ba\u0007d' }, 'headline'),
  wrongCampaign('a prototype', JSON.parse('{"__proto__":{"clientId":"x"}}') as object, '__proto__'),
  wrongCampaign('a script as URL', { logoImageUrl: 'javascript:alert(1)' }, 'logoImageUrl'),
  wrongCampaign(
    'a redirect that is not https',
    { postSubmissionType: 'redirect', redirectUrl: 'http://acme.example' },
    'redirectUrl',
  ),
  wrongCampaign('an unknown status', { status: 'ACTIVE' }, 'status'),
  wrongCampaign('a field of an unknown type', { formFields: [{ type: 'file', label: 'CV' }] }, 'formFields[0].type'),
  wrongCampaign(
    '51 fields',
    { formFields: Array.from({ length: 51 }, () => ({ type: 'text', label: 'x' })) },
    'formFields',
  ),

  {
    name: 'a form without a required field',
    as: 'anonymous',
    method: 'POST',
    path: leads,
    body: { phone },
    status: 400,
    field: 'fullName',
  },
  {
    name: 'a form with a malformed number',
    as: 'anonymous',
    method: 'POST',
    path: leads,
    body: { ...form, phone: 'no' },
    status: 400,
    field: 'phone',
  },
  {
    name: 'a form with an object',
    as: 'anonymous',
    method: 'POST',
    path: leads,
    body: { ...form, more: { email } },
    status: 400,
    field: 'more',
  },
  {
    name: 'a form with a prototype',
    as: 'anonymous',
    method: 'POST',
    path: leads,
    body: `{"fullName":"Ann","phone":"${phone}","__proto__":{"held":true}}`,
    status: 400,
    field: '__proto__',
  },
  {
    name: 'a form with a NUL',
    as: 'anonymous',
    method: 'POST',
    path: leads,
    body: { ...form, fullName: 'Ann\u0000Lee' },
    status: 400,
    field: 'formData.fullName',
  },
  {
    name: 'a form of 51 keys',
    as: 'anonymous',
    method: 'POST',
    path: leads,
    body: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`key${index}`, email])),
    status: 400,
  },
  {
    name: 'a form with a value of 10,000 characters',
    as: 'anonymous',
    method: 'POST',
    path: leads,
    body: { ...form, note: long },
    status: 400,
    field: 'note',
  },
  {
    name: 'a landing page with prototype keys in its path',
    as: 'anonymous',
    method: 'GET',
    path: () => '/api/landing/__proto__/constructor',
    status: 404,
  },
  {
    name: 'a landing page with a slug of 10,000 characters',
    as: 'anonymous',
    method: 'GET',
    path: ({ handle }) => `/api/landing/${handle}/${long}`,
    status: 404,
  },
  {
    name: 'a source with a NUL',
    as: 'anonymous',
    method: 'GET',
    path: ({ handle, slug }) => `/api/landing/${handle}/${slug}?source=%00`,
    status: 400,
    field: 'source',
  },

  ...['255', '4097', '1e3', 'large', '-1'].map((size): BadInput => ({
    name: `a QR code of ${size} px`,
    method: 'GET',
    path: ({ campaign }) => `/api/campaigns/${campaign}/qrcode?size=${size}`,
    status: 400,
    field: 'size',
  })),
  {
    name: 'a QR code in an unknown format',
    method: 'GET',
    path: ({ campaign }) => `/api/campaigns/${campaign}/qrcode?format=gif`,
    status: 400,
    field: 'format',
  },
  wrongQuery('limit=many', 'limit'),
  wrongQuery('limit=1001', 'limit'),
  wrongQuery('limit=0', 'limit'),
  wrongQuery('limit=1e3', 'limit'),
  wrongQuery('offset=-1', 'offset'),
  wrongQuery('status=lost', 'status'),
  wrongQuery('status=new&status=contacted', 'status'),
  wrongQuery('sort=__proto__', 'sort'),
  wrongQuery('campaignId=abc', 'campaignId'),
  wrongQuery(`search=${long}`, 'search'),
  wrongQuery('search=%00', 'search'),

  {
    name: 'reading another client’s campaign',
    as: 'client',
    method: 'GET',
    path: ({ others }) => `/api/campaigns/${others}`,
    status: 404,
  },
  {
    name: 'a sequence with another client’s campaign',
    as: 'client',
    method: 'POST',
    path: (named) => `/api/clients/${named.client}/sms-sequences`,
    body: ({ others }) => ({ name: 'Bad', campaignId: others, triggerEvent: 'lead_created', steps }),
    status: 400,
    field: 'campaignId',
  },
  ...[unknown, 'no-uuid', '__proto__'].map((id): BadInput => ({
    name: `a sequence with the campaign ${id}`,
    method: 'POST',
    path: (named) => `/api/clients/${named.client}/sms-sequences`,
    body: { name: 'Bad', campaignId: id, triggerEvent: 'lead_created', steps },
    status: 400,
    field: 'campaignId',
  })),
  ...[unknown, 'no-uuid', '__proto__'].map((id): BadInput => ({
    name: `sending for the client ${id}`,
    method: 'POST',
    path: () => '/api/sms/process',
    body: { clientId: id },
    status: 404,
  })),
  {
    name: 'sending for another client',
    as: 'client',
    method: 'POST',
    path: () => '/api/sms/process',
    body: ({ othersClient }) => ({ clientId: othersClient }),
    status: 404,
  },
  {
    name: 'storing a file for another client',
    as: 'client',
    method: 'PUT',
    path: () => '/api/objects/set-path',
    body: ({ othersClient }) => ({ objectURL: 'https://evil.example/x', fileName: 'x.png', clientId: othersClient }),
    status: 404,
  },
  {
    name: 'a step with a negative delay',
    method: 'POST',
    path: (named) => `/api/clients/${named.client}/sms-sequences`,
    body: ({ campaign }) => ({
      name: 'Bad',
      campaignId: campaign,
      triggerEvent: 'lead_created',
      steps: [{ delayMinutes: -1, message: 'Hi' }],
    }),
    status: 400,
    field: 'steps.0.delayMinutes',
  },
  {
    name: 'an upload URL of another host',
    method: 'PUT',
    path: () => '/api/objects/set-path',
    body: { objectURL: 'https://evil.example/x', fileName: 'x.png' },
    status: 400,
    field: 'objectURL',
  },
  {
    name: 'a path outside of its folder',
    method: 'PUT',
    path: () => '/api/objects/set-path',
    body: { objectURL: '/objects/uploads/../../etc/passwd', fileName: 'x.png' },
    status: 400,
    field: 'objectURL',
  },
  {
    name: 'a change from another site',
    method: 'POST',
    path: clients,
    body: client,
    headers: { origin: 'https://evil.example' },
    status: 403,
  },
  { name: 'a malformed escape in a path', method: 'GET', path: () => '/api/clients/%ZZ', status: 400 },
  { name: 'an unknown path', method: 'GET', path: () => '/api/nothing', status: 404 },
  { name: 'a wrong method', method: 'PATCH', path: clients, body: {}, status: 405 },
];
