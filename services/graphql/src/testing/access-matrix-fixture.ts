import {
  ClaimStepDocument,
  CreateUploadDocument,
  CreateWebhookDocument,
  SubmitLeadDocument,
  TestWebhookDocument,
  UpdateClientDocument,
} from './operations/generated';
import type { Actor } from '@dripline/contract/access-matrix';
import { randomUUID } from 'node:crypto';
import {
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { createCampaign, createClient, createLead, createSequence } from './fixtures';
import { ADMIN, LANDING_TOKEN, WORKER_TOKEN, type TestServer } from './test-server';
import { png, putFile, upload } from './uploads';

/** A client with one object of every kind. Each of its texts contains `marker`. */
export interface ClientFixture {
  marker: string;
  client: string;
  handle: string;
  slug: string;
  login: { username: string; password: string };
  campaign: string;
  sequence: string;
  lead: string;
  enrollment: string;
  message: string;
  spam: string;
  file: string;
  /** A signed URL with a finished upload, and the path of a published image. */
  uploadURL: string;
  logo: string;
  webhook: string;
  delivery: string;
}

/** A client without any objects. */
export type FixtureClient = Pick<ClientFixture, 'marker' | 'client' | 'handle' | 'login'>;

/** Creates a client without any objects. */
export async function createFixtureClient(
  server: TestServer,
  authEnabled: boolean,
  linkReadOnly = false,
): Promise<FixtureClient> {
  const marker = `mark${randomUUID().slice(0, 8)}`;
  const { id, handle, login } = await createClient(server, {
    businessName: marker,
    contactEmail: `${marker}@example.com`,
    authEnabled,
  });
  await server.admin(UpdateClientDocument, {
    id,
    input: {
      monthlyCampaignLimit: 10_000,
      webhooksEnabled: true,
      linkReadOnly,
      quietHours: { enabled: false, start: '21:00', end: '08:00' },
    },
  });
  return { marker, client: id, handle, login };
}

/** Creates one object of every kind for a client. */
export async function fillFixture(server: TestServer, made: FixtureClient): Promise<ClientFixture> {
  const { marker, client, handle } = made;
  const { admin, dataSource } = server;
  // An earlier operation may have opened the circuit breaker.
  await dataSource.query('DELETE FROM provider_breaker');
  const logo = await upload(server, admin, png(), { clientId: client, fileName: `${marker}.png` });
  const campaign = await createCampaign(server, client, {
    name: `${marker} ${randomUUID()}`,
    headline: marker,
    logoImageUrl: logo.objectPath,
  });
  const sequence = await createSequence(server, client, campaign.id, {
    name: marker,
    description: marker,
    steps: [
      { delayMinutes: 0, message: marker },
      { delayMinutes: 60, message: marker },
    ],
  });
  const lead = await createLead(server, { handle }, campaign, {
    fullName: marker,
    email: `${marker}@example.com`,
    phone: `(415) 555-${String(Math.floor(Math.random() * 9_000) + 1_000)}`,
  });
  const { submitLead: spam } = await server.visitor(SubmitLeadDocument, {
    client: handle,
    slug: campaign.slug,
    honeypotFilled: true,
    formData: { fullName: marker, phone: '(415) 555-2671' },
  });
  const [enrollment] = await dataSource.query<[{ id: string }]>('SELECT id FROM enrollments WHERE lead_id = $1', [
    lead.id,
  ]);
  const { message } = (await server.service(ClaimStepDocument, { enrollmentId: enrollment.id, position: 0 })).claimStep;
  const file = await upload(server, admin, png(), { clientId: client, fileName: `${marker}.png` });
  const { uploadURL } = (await admin(CreateUploadDocument, { clientId: client })).createUpload;
  await putFile(server, uploadURL, new Uint8Array(png()));
  await dataSource.query('DELETE FROM webhooks WHERE client_id = $1', [client]);
  const { createWebhook } = await admin(CreateWebhookDocument, {
    clientId: client,
    input: { url: `https://${marker}.example.com/`, description: marker, events: ['lead.created'] },
  });
  const { testWebhook } = await admin(TestWebhookDocument, { id: createWebhook.id });
  await dataSource.query(
    `INSERT INTO replies (client_id, lead_id, provider_id, body, intent) VALUES ($1, $2, $3, $4, 'reply')`,
    [client, lead.id, randomUUID(), marker],
  );
  const ids = {
    campaign: campaign.id,
    sequence: sequence.id,
    lead: lead.id,
    enrollment: enrollment.id,
    message: message!.id,
    spam: spam.id,
    file: file.file!.id,
  };
  return {
    ...made,
    ...ids,
    slug: campaign.slug,
    uploadURL,
    logo: logo.objectPath,
    webhook: createWebhook.id,
    delivery: testWebhook.id,
  };
}

const steps = [{ delayMinutes: 5, message: 'Changed' }];
const id = (of: keyof ClientFixture) => (target: ClientFixture) => ({ id: target[of] });
const clientId = ({ client }: ClientFixture) => ({ clientId: client });
const noVariables = () => ({});
const unknown = '00000000-0000-4000-8000-000000000000';

/** The variables with which each operation addresses the objects of a client. */
export const operationVariables: Record<
  string,
  (target: ClientFixture, invitation: string) => Record<string, unknown>
> = {
  'Query.appConfig': noVariables,
  'Query.viewer': noVariables,
  'Query.currentUser': noVariables,
  'Query.recentSignIn': noVariables,
  'Query.dashboardAccess': clientId,
  'Mutation.signIn': () => ADMIN,
  'Mutation.signOut': noVariables,
  'Mutation.signInClient': ({ login }) => login,
  'Mutation.signOutClient': noVariables,
  'Mutation.beginPasskeySignIn': noVariables,
  'Mutation.finishSignIn': () => ({ challenge: 'x'.repeat(43), code: '000000' }),
  'Query.accountSecurity': noVariables,
  'Mutation.beginPasskey': noVariables,
  'Mutation.addPasskey': () => ({ challenge: 'x'.repeat(43), name: 'Mine', response: {} }),
  'Mutation.deletePasskey': () => ({ id: unknown }),
  'Mutation.beginAuthenticator': noVariables,
  'Mutation.confirmAuthenticator': () => ({ code: '000000' }),
  'Mutation.deleteAuthenticator': noVariables,
  'Mutation.createRecoveryCodes': noVariables,
  'Mutation.deleteSession': () => ({ id: unknown }),
  'Mutation.deleteOtherSessions': noVariables,
  'Mutation.changePassword': () => ({ currentPassword: 'not the one it is', newPassword: 'another horse battery' }),
  'Query.admins': noVariables,
  'Mutation.resetSecondFactor': id('client'),
  'Mutation.deleteAdmin': () => ({ id: unknown }),
  'Query.adminInvitations': noVariables,
  'Mutation.createAdminInvitation': noVariables,
  'Mutation.acceptAdminInvitation': (_, token) => ({
    token,
    username: `admin-${randomUUID()}`,
    password: 'correct horse battery',
  }),
  'Mutation.deleteAdminInvitation': () => ({ id: unknown }),
  'Query.auditEntries': clientId,
  'Query.adminStats': noVariables,
  'Query.clients': noVariables,
  'Mutation.createClient': () => ({
    input: { businessName: 'New', contactEmail: 'new@example.com', notificationPhone: '+14155550100' },
  }),
  'Mutation.updateClient': (target) => ({ ...id('client')(target), input: { businessName: 'Changed' } }),
  'Mutation.setSender': (target) => ({ ...clientId(target), input: { fromNumber: '+14155550177' } }),
  'Mutation.removeSender': clientId,
  'Mutation.deleteClient': id('client'),
  'Query.client': id('client'),
  'Query.clientStats': clientId,
  'Query.clientActivity': clientId,
  'Query.campaigns': clientId,
  'Query.campaign': id('campaign'),
  'Query.scanAnalytics': ({ campaign }) => ({ campaignId: campaign }),
  'Query.qrCode': ({ campaign }) => ({ campaignId: campaign }),
  'Mutation.createCampaign': (target) => ({ ...clientId(target), input: { name: 'New' } }),
  'Mutation.updateCampaign': (target) => ({ ...id('campaign')(target), input: { headline: 'Changed' } }),
  'Mutation.deleteCampaign': id('campaign'),
  'Mutation.recordLandingView': ({ handle, slug }) => ({ client: handle, slug }),
  'Query.landingPages': ({ handle, slug }) => ({ pages: [{ client: handle, slug }] }),
  'Mutation.recordViews': ({ campaign }) => ({
    bufferId: unknown,
    batch: 1,
    views: [{ campaignId: campaign, agesMs: [1] }],
  }),
  'Mutation.submitLead': ({ handle, slug }) => ({
    client: handle,
    slug,
    formData: { fullName: 'Somebody', phone: '(415) 555-2679' },
  }),
  'Query.leads': (target) => ({ ...clientId(target), search: target.marker }),
  'Query.leadsCsv': clientId,
  'Query.lead': id('lead'),
  'Mutation.updateLead': (target) => ({
    ...id('lead')(target),
    input: { status: 'contacted', formData: { fullName: 'Changed' } },
  }),
  'Mutation.recordOptOut': id('lead'),
  'Mutation.recordConsent': (target) => ({ ...id('lead')(target), howObtained: 'On paper' }),
  'Mutation.deleteLead': id('lead'),
  'Query.evidence': () => ({ phone: '+14155552679' }),
  'Mutation.setLegalHold': () => ({ phone: '+14155552679', reason: 'A case' }),
  'Query.spamLeads': clientId,
  'Mutation.restoreSpamLead': id('spam'),
  'Mutation.deleteSpamLead': id('spam'),
  'Query.sequences': clientId,
  'Mutation.createSequence': (target) => ({
    ...clientId(target),
    input: { name: 'New', campaignId: target.campaign, triggerEvent: 'lead_created', steps },
  }),
  'Mutation.updateSequence': (target) => ({
    ...id('sequence')(target),
    input: { name: 'Changed', status: 'inactive', campaignId: target.campaign, steps },
  }),
  'Mutation.deleteSequence': id('sequence'),
  'Query.sequencePreview': (target) => ({
    ...clientId(target),
    input: { sequenceId: target.sequence, arrivesAt: '2026-06-01T12:00' },
  }),
  'Mutation.sendTestMessage': (target) => ({
    ...clientId(target),
    input: { campaignId: target.campaign, message: 'Try', isFirstMessage: false, key: randomUUID() },
  }),
  'Query.smsMessages': clientId,
  'Mutation.processSms': clientId,
  'Query.files': clientId,
  'Mutation.createUpload': clientId,
  'Mutation.completeUpload': (target) => ({
    input: { ...clientId(target), objectURL: target.uploadURL, fileName: 'new.png' },
  }),
  'Mutation.renameFile': (target) => ({ ...id('file')(target), fileName: 'changed.png' }),
  'Mutation.deleteFile': id('file'),
  'Query.webhooks': clientId,
  'Mutation.createWebhook': (target) => ({
    ...clientId(target),
    input: { url: 'https://new.example.com/', events: ['lead.created'] },
  }),
  'Mutation.updateWebhook': (target) => ({
    ...id('webhook')(target),
    input: { url: 'https://changed.example.com/', enabled: false },
  }),
  'Mutation.deleteWebhook': id('webhook'),
  'Mutation.rotateWebhookSecret': id('webhook'),
  'Mutation.testWebhook': id('webhook'),
  'Query.webhookDeliveries': ({ webhook }) => ({ webhookId: webhook, limit: 10, offset: 0 }),
  'Query.webhookDelivery': id('delivery'),
  'Mutation.replayWebhookDelivery': id('delivery'),
  // Matches the spam submission, which has the same phone number in every fixture.
  'Query.person': (target) => ({ ...clientId(target), phone: '(415) 555-2671' }),
  'Mutation.erasePerson': (target) => ({ ...clientId(target), phone: '(415) 555-2671' }),
  'Query.retentionPolicy': clientId,
  'Mutation.updateRetentionPolicy': (target) => ({ ...clientId(target), input: { leadDays: 365 } }),
  'Query.loggedMessage': id('message'),
  'Mutation.claimStep': ({ enrollment }) => ({ enrollmentId: enrollment, position: 1 }),
  'Mutation.claimLeadNotification': ({ lead }) => ({ leadId: lead }),
  'Mutation.claimTestMessage': () => ({ id: unknown }),
  'Mutation.claimDelivery': id('delivery'),
  'Mutation.recordSendResult': ({ message }) => ({
    outcome: { messageId: message, status: 'sent', providerId: randomUUID() },
  }),
  'Mutation.recordTestMessage': () => ({ outcome: { messageId: unknown, status: 'failed', reason: 'unknown' } }),
  'Mutation.recordDelivery': ({ delivery }) => ({
    outcome: { deliveryId: delivery, attempt: 1, responseCode: 200, durationMs: 5 },
  }),
  'Mutation.storeLoggedMessage': ({ message }) => ({ id: message, to: '+14155550100', body: 'Logged' }),
  'Mutation.claimRetry': ({ message }) => ({ messageId: message, attempts: 1 }),
  'Mutation.cancelSendAttempt': ({ message }) => ({ messageId: message, attempts: 1 }),
  'Mutation.reportProviderOutage': ({ message }) => ({ messageId: message, reason: 'provider_auth' }),
};

/**
 * Builds an operation that selects every field of a root field, including related types, and takes all arguments as
 * variables.
 */
export function buildOperation(schema: GraphQLSchema, name: string): string {
  const [root = '', fieldName = ''] = name.split('.');
  const type = root === 'Query' ? schema.getQueryType()! : schema.getMutationType()!;
  const field = type.getFields()[fieldName]!;
  const declared = field.args.map(
    (argument) =>
      `$${argument.name}: ${argument.type}${isNonNullType(argument.type) && argument.defaultValue !== undefined ? ` = ${literal(argument.defaultValue)}` : ''}`,
  );
  const passed = field.args.map((argument) => `${argument.name}: $${argument.name}`);
  const brackets = (parts: string[]) => (parts.length === 0 ? '' : `(${parts.join(', ')})`);
  return `${root.toLowerCase()} It${brackets(declared)} { ${fieldName}${brackets(passed)} ${fieldsOf(field.type, 3)} }`;
}

const literal = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function fieldsOf(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  const fields = Object.values(named.getFields()).filter((field) =>
    field.args.every((argument) => !isNonNullType(argument.type) || argument.defaultValue !== undefined),
  );
  const parts = fields.flatMap((field) =>
    isLeafType(getNamedType(field.type))
      ? [field.name]
      : depth > 1
        ? [`${field.name} ${fieldsOf(field.type, depth - 1)}`]
        : [],
  );
  return `{ __typename ${parts.join(' ')} }`;
}

/** The response of an operation: its body and error code, or `ok`. */
export interface OperationResponse {
  text: string;
  code: string;
}

export type Callers = Record<
  Actor,
  (name: string, query: string, variables: Record<string, unknown>) => Promise<OperationResponse>
>;

/**
 * Sends operations as each actor. Actors with a session sign in for each call, because the call may end the session.
 */
export function createCallers(
  server: TestServer,
  cookies: Record<'owner' | 'otherClient' | 'inactive' | 'expired', () => Promise<string>>,
): Callers {
  const as =
    (headersOf: () => Promise<Record<string, string>>) =>
    async (_name: string, query: string, variables: Record<string, unknown>) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': '10.7.7.7', ...(await headersOf()) };
      const text = await (
        await fetch(server.url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
      ).text();
      const { errors } = JSON.parse(text) as { errors?: { extensions: { code: string } }[] };
      return { text, code: errors?.[0]?.extensions.code ?? 'ok' };
    };
  const withCookie = (cookie: () => Promise<string>) => as(async () => ({ cookie: await cookie() }));
  const nobody = as(() => Promise.resolve({}));
  const admin = withCookie(() => signInForCookie(server, 'signIn', ADMIN));
  return {
    anonymous: nobody,
    link: nobody,
    readOnlyLink: nobody,
    owner: withCookie(cookies.owner),
    otherClient: withCookie(cookies.otherClient),
    inactive: withCookie(cookies.inactive),
    expired: withCookie(cookies.expired),
    forged: withCookie(() => Promise.resolve(`dripline_session=${'A'.repeat(43)}`)),
    admin: (name, query, variables) => {
      const send = () => admin(name, query, variables);
      // The test's own administrator stays signed in.
      return name === 'Mutation.deleteOtherSessions' ? restoreSessions(server, send) : send();
    },
    worker: as(() => Promise.resolve({ authorization: `Bearer ${WORKER_TOKEN}` })),
    landing: as(() => Promise.resolve({ authorization: `Bearer ${LANDING_TOKEN}` })),
  };
}

async function restoreSessions<Result>({ dataSource }: TestServer, work: () => Promise<Result>): Promise<Result> {
  const [{ sessions }] = await dataSource.query<[{ sessions: object[] }]>(
    'SELECT json_agg(s) AS sessions FROM sessions s',
  );
  const result = await work();
  await dataSource.query(
    'INSERT INTO sessions SELECT * FROM json_populate_recordset(NULL::sessions, $1) ON CONFLICT DO NOTHING',
    [JSON.stringify(sessions)],
  );
  return result;
}

/** Signs in and returns the session cookie. */
export async function signInForCookie(
  server: TestServer,
  field: 'signIn' | 'signInClient',
  credentials: { username: string; password: string },
): Promise<string> {
  const query = `mutation ($username: String!, $password: String!) { ${field}(username: $username, password: $password) { id } }`;
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '10.7.7.8' };
  const answer = await fetch(server.url, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query, variables: credentials }),
  });
  return answer.headers.getSetCookie()[0]!.split(';')[0]!;
}

/** Uploads an image as an actor, because only the uploader may publish it. Returns the signed URL. */
export async function uploadAs(server: TestServer, call: Callers[Actor], clientId: string): Promise<string> {
  const { text } = await call('', 'mutation ($clientId: ID) { createUpload(clientId: $clientId) { uploadURL } }', {
    clientId,
  });
  const { uploadURL } = (JSON.parse(text) as { data: { createUpload: { uploadURL: string } } }).data.createUpload;
  await putFile(server, uploadURL, new Uint8Array(png()));
  return uploadURL;
}

/** Invites an administrator. Returns the token of the invitation. */
export async function inviteAdmin(callers: Callers): Promise<string> {
  const { text } = await callers.admin('', 'mutation { createAdminInvitation { link } }', {});
  return (
    JSON.parse(text) as { data: { createAdminInvitation: { link: string } } }
  ).data.createAdminInvitation.link.split('#')[1]!;
}

/** Operations whose authorized call fails for another reason with the variables above. */
export const expectedErrors: Record<string, string> = {
  'Mutation.addPasskey': 'CONFLICT',
  'Mutation.changePassword': 'BAD_USER_INPUT',
  'Mutation.confirmAuthenticator': 'BAD_USER_INPUT',
  'Mutation.createRecoveryCodes': 'CONFLICT',
  'Mutation.deleteAdmin': 'NOT_FOUND',
  'Mutation.deleteAdminInvitation': 'NOT_FOUND',
  'Mutation.deletePasskey': 'NOT_FOUND',
  'Mutation.deleteSession': 'NOT_FOUND',
  'Mutation.finishSignIn': 'UNAUTHENTICATED',
};

/** Tables that any call may change: sessions, rate limits and the audit log. */
const ignoredTables = [
  'sessions',
  'sign_in_challenges',
  'rate_limits',
  'sign_in_attempts',
  'audit_entries',
  'view_buffers',
  'migrations',
];

/** Returns a digest of all rows of all tables, to detect changes. */
export async function digestDatabase({ dataSource }: TestServer): Promise<string> {
  const tables = await dataSource.query<{ name: string }[]>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL ($1) ORDER BY 1`,
    [ignoredTables],
  );
  const digests = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, count(*) || md5(coalesce(string_agg(row::text, ';' ORDER BY row::text), '')) AS rows FROM "${name}" row`,
  );
  const rows = await dataSource.query<{ name: string; rows: string }[]>(digests.join(' UNION ALL '));
  return rows.map(({ name, rows: digest }) => `${name} ${digest}`).join('\n');
}
