import { sensitiveValues, type InputIds } from './bad-inputs';
import type { Caller } from './fixture';

/** An operation that GraphQL rejects, with the code and field of the error. */
export interface BadOperation {
  name: string;
  as?: Caller;
  query: string;
  variables?: (named: InputIds) => object;
  code: string;
  field?: string;
}

const [secret = '', email = '', phone = ''] = sensitiveValues;
const long = 'x'.repeat(10_000);
const unknown = '00000000-0000-0000-0000-000000000000';
const client = {
  businessName: 'Bad',
  contactEmail: email,
  notificationPhone: phone,
  username: 'bad',
  password: secret,
  authEnabled: true,
};

const createClient = 'mutation ($input: CreateClientInput!) { createClient(input: $input) { id } }';
const createCampaign =
  'mutation ($clientId: ID!, $input: CreateCampaignInput!) { createCampaign(clientId: $clientId, input: $input) { id } }';
const submitLead =
  'mutation ($client: String!, $slug: String!, $formData: JSONObject!) { submitLead(client: $client, slug: $slug, formData: $formData) { id } }';
const leads =
  'query ($clientId: ID!, $limit: Int, $search: String) { leads(clientId: $clientId, limit: $limit, search: $search) { total } }';

const wrongClient = (name: string, wrong: object, field: string): BadOperation => ({
  name: `a client with ${name}`,
  query: createClient,
  variables: () => ({ input: { ...client, ...wrong } }),
  code: 'BAD_USER_INPUT',
  field,
});
const wrongCampaign = (name: string, wrong: object, field: string): BadOperation => ({
  name: `a campaign with ${name}`,
  query: createCampaign,
  variables: (named) => ({ clientId: named.client, input: { name: 'Bad', ...wrong } }),
  code: 'BAD_USER_INPUT',
  field,
});
const wrongForm = (name: string, wrong: object, field: string): BadOperation => ({
  name: `a form with ${name}`,
  as: 'anonymous',
  query: submitLead,
  variables: ({ handle, slug }) => ({ client: handle, slug, formData: { fullName: 'Ann Lee', phone, ...wrong } }),
  code: 'BAD_USER_INPUT',
  field,
});
const wrongLeads = (name: string, wrong: object, field: string): BadOperation => ({
  name: `leads with ${name}`,
  query: leads,
  variables: (named) => ({ clientId: named.client, ...wrong }),
  code: 'BAD_USER_INPUT',
  field,
});
const unknownId = (type: string, id: string): BadOperation => ({
  name: `the ${type} ${id.slice(0, 20)}`,
  query: `query ($id: ID!) { ${type}(id: $id) { id } }`,
  variables: () => ({ id }),
  code: 'NOT_FOUND',
});

export const badOperations: BadOperation[] = [
  { name: 'no operation', query: '', code: 'BAD_USER_INPUT' },
  {
    name: 'invalid GraphQL',
    query: `mutation { signIn(username: "${email}", password: "${secret}"`,
    code: 'BAD_USER_INPUT',
  },
  { name: 'an unknown field', query: '{ clients { passwordHash } }', code: 'BAD_USER_INPUT' },
  { name: 'a missing variable', query: createClient, variables: () => ({}), code: 'BAD_USER_INPUT', field: 'input' },
  {
    name: 'wrong credentials as literals in the operation',
    as: 'anonymous',
    query: `mutation { signIn(username: "${email}", password: "${secret}") { id } }`,
    code: 'UNAUTHENTICATED',
  },

  wrongClient('a number as name', { businessName: 5 }, 'businessName'),
  wrongClient('a malformed email', { contactEmail: `${email}@` }, 'contactEmail'),
  wrongClient('a string as boolean', { authEnabled: 'yes' }, 'authEnabled'),
  wrongClient('a short password', { password: 'short' }, 'password'),
  wrongClient('an unknown field', { isAdmin: true }, 'isAdmin'),
  wrongClient('a constructor', { constructor: { prototype: {} } }, 'constructor'),
  wrongClient('a control character', { businessName: 'Ba\u0007d' }, 'businessName'),

  wrongCampaign('a slug of 10,000 characters', { slug: long }, 'slug'),
  wrongCampaign('a logo that is too large', { logoSize: 201 }, 'logoSize'),
  wrongCampaign('a fraction', { logoSize: 64.5 }, 'logoSize'),
  wrongCampaign('an unknown status', { status: '__proto__' }, 'status'),

  wrongForm('a malformed number', { phone: 'no' }, 'phone'),
  wrongForm('a NUL', { fullName: 'Ann\u0000Lee' }, 'formData.fullName'),
  wrongForm('a value of 10,000 characters', { note: long }, 'note'),
  wrongForm('an object', { more: { email } }, 'more'),
  {
    name: 'a form that is an array',
    as: 'anonymous',
    query: submitLead,
    variables: ({ handle, slug }) => ({ client: handle, slug, formData: [phone] }),
    code: 'BAD_USER_INPUT',
    field: 'formData',
  },
  {
    name: 'a form with a slug of 10,000 characters',
    as: 'anonymous',
    query: submitLead,
    variables: ({ handle }) => ({ client: handle, slug: long, formData: { phone } }),
    code: 'NOT_FOUND',
  },

  wrongLeads('a string as limit', { limit: 'many' }, 'limit'),
  wrongLeads('a limit of 0', { limit: 0 }, 'limit'),
  wrongLeads('a long search', { search: long }, 'search'),
  {
    name: 'a QR code of 1 px',
    query: 'query ($id: ID!) { qrCode(campaignId: $id, size: 1) { fileName } }',
    variables: ({ campaign }) => ({ id: campaign }),
    code: 'BAD_USER_INPUT',
    field: 'size',
  },

  ...['client', 'campaign', 'lead'].flatMap((type) => [
    unknownId(type, unknown),
    unknownId(type, 'no-uuid'),
    unknownId(type, '__proto__'),
    unknownId(type, long),
  ]),
  {
    name: 'another client’s campaign',
    as: 'client',
    query: 'query ($id: ID!) { campaign(id: $id) { id } }',
    variables: ({ others }) => ({ id: others }),
    code: 'NOT_FOUND',
  },
  {
    name: 'changing another client’s campaign',
    as: 'client',
    query: 'mutation ($id: ID!) { updateCampaign(id: $id, input: { name: "Bad" }) { id } }',
    variables: ({ others }) => ({ id: others }),
    code: 'NOT_FOUND',
  },
  {
    name: 'an internal operation',
    query: 'query ($id: ID!) { enrollmentState(enrollmentId: $id) { reason } }',
    variables: ({ campaign }) => ({ id: campaign }),
    code: 'FORBIDDEN',
  },
];
