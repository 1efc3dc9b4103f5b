import { ClaimStepDocument } from './internal-operations/generated';
import {
  CreateApiKeyDocument,
  CreateUploadDocument,
  CreateWebhookDocument,
  RevokeApiKeyDocument,
  SubmitLeadDocument,
  TestWebhookDocument,
  UpdateClientDocument,
} from './operations/generated';
import { accessMatrix, type Actor } from '@dripline/contract/access-matrix';
import type { ApiKeyScope } from '@dripline/contract/api-keys';
import { internalOperations } from '@dripline/contract/persisted-operations';
import { randomUUID } from 'node:crypto';
import {
  astFromValue,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  parse,
  print,
} from 'graphql';
import { getMetadataStorage } from 'type-graphql';
import { eventually } from '@dripline/runtime/testing/eventually';
import { addFigures } from '../analytics/add-figures';
import { encodeCursor } from '../changes/cursor';
import { openStream } from './open-stream';
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
  /** A sequence that is younger than the lead. */
  laterSequence: string;
  lead: string;
  /** A note that the client wrote on the lead. */
  note: string;
  /** A view that the client saved. */
  view: string;
  placement: string;
  /** A playbook with a copy that is the fixture's campaign, and one without. */
  playbook: string;
  unusedPlaybook: string;
  playbookCopy: string;
  abTest: string;
  abTestVariant: string;
  /** A change of many leads that can be undone. */
  leadJob: string;
  runningLeadJob: string;
  /** An import with a row and one with a problem, that was not started. */
  leadImport: string;
  enrollment: string;
  message: string;
  spam: string;
  file: string;
  /** A signed URL with a finished upload, and the path of a published image. */
  uploadURL: string;
  logo: string;
  webhook: string;
  delivery: string;
  apiKey: string;
  /** A member with the role staff, and its login. */
  member: string;
  staffLogin: { username: string; password: string };
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

let lastDigits = 3_000;

const savedViewQuery = {
  filter: { tag: 'VIP' },
  orderBy: 'createdAt',
  direction: 'desc',
  layout: 'board',
  hiddenColumns: [],
};

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
    // Nobody opted out of a number that is used for the first time.
    phone: `(415) 555-${(lastDigits += 1)}`,
  });
  // So that there is an update to subscribe to.
  await dataSource.query('UPDATE leads SET updated_at = now() WHERE id = $1', [lead.id]);
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
  await dataSource.query('DELETE FROM api_keys WHERE client_id = $1 AND name = $2', [client, marker]);
  const { createApiKey } = await admin(CreateApiKeyDocument, {
    clientId: client,
    input: { name: marker, scopes: ['read_all'] },
  });
  const { testWebhook } = await admin(TestWebhookDocument, { id: createWebhook.id });
  await dataSource.query(
    `INSERT INTO replies (client_id, lead_id, provider_id, body, intent) VALUES ($1, $2, $3, $4, 'reply')`,
    [client, lead.id, randomUUID(), marker],
  );
  const [note] = await dataSource.query<[{ id: string }]>(
    `INSERT INTO lead_notes (client_id, lead_id, body, author_id, author_name) VALUES ($1, $2, $3, $1, $3) RETURNING id`,
    [client, lead.id, marker],
  );
  // A client has at most 50 views, and some tests have more fixtures of one client.
  await dataSource.query('DELETE FROM saved_views WHERE client_id = $1 AND query = $2', [client, savedViewQuery]);
  const [view] = await dataSource.query<[{ id: string }]>(
    `INSERT INTO saved_views (client_id, name, query) VALUES ($1, $2, $3) RETURNING id`,
    [client, marker, savedViewQuery],
  );
  await dataSource.query(
    `WITH tag AS (INSERT INTO tags (client_id, name, key) VALUES ($1, $2, $2)
       ON CONFLICT (client_id, key) DO UPDATE SET name = excluded.name RETURNING id)
     INSERT INTO lead_tags (client_id, lead_id, tag_id) SELECT $1, $3, id FROM tag`,
    [client, marker, lead.id],
  );
  await dataSource.query(
    `INSERT INTO rates (client_id, from_month, changed_by) SELECT $1, '2026-01', 'admin'
     WHERE NOT EXISTS (SELECT FROM rates WHERE client_id = $1)`,
    [client],
  );
  // A client has at most three that run.
  await dataSource.query('DELETE FROM lead_jobs WHERE client_id = $1', [client]);
  const [leadJob] = await dataSource.query<[{ id: string }]>(
    `WITH job AS (INSERT INTO lead_jobs (client_id, filter, action, state, total, started_by, finished_at)
       VALUES ($1, '{}', '{"status": "contacted"}', 'done', 1, $2, now()) RETURNING id),
     change AS (INSERT INTO lead_job_changes (job_id, client_id, lead_id, previous_status, version) SELECT id, $1, $3, 'new', 1 FROM job)
     SELECT id FROM job`,
    [client, marker, lead.id],
  );
  const [runningLeadJob] = await dataSource.query<[{ id: string }]>(
    `INSERT INTO lead_jobs (client_id, filter, action, total, started_by)
     VALUES ($1, jsonb_build_object('search', $2::text), '{"addTags": ["Job"]}', 1, $2) RETURNING id`,
    [client, marker],
  );
  const [leadImport] = await dataSource.query<[{ id: string }]>(
    `WITH created AS (INSERT INTO lead_imports (client_id, campaign_id, file_name, columns, rows, ready, ip_address, user_agent, created_by)
       VALUES ($1, $2, $3, '[{"name": "Email", "target": "answer", "fieldId": "email"}]', 2, 1, '192.0.2.1', '', $3) RETURNING id),
     added AS (INSERT INTO lead_import_rows (import_id, client_id, position, cells, problem) SELECT id, $1, n, ARRAY[$3 || n || '@example.com'], CASE n WHEN 1 THEN 'An earlier row has this phone number or email' END FROM created, generate_series(0, 1) n)
     SELECT id FROM created`,
    [client, campaign.id, marker],
  );
  const { password } = made.login;
  // The same member again, unless it was deleted, because it keeps its second factors. It has the hash of the client's
  // password, because hashing takes long.
  const [member] = await dataSource.query<[{ id: string }]>(
    `INSERT INTO members (client_id, name, username, role, password_hash)
     SELECT id, $2, $2, 'staff', coalesce(password_hash, '') FROM clients WHERE id = $1
     ON CONFLICT (lower(username)) DO UPDATE SET name = excluded.name, role = 'staff', password_hash = excluded.password_hash
     RETURNING id`,
    [client, marker],
  );
  await dataSource.query('UPDATE leads SET owner_id = $2 WHERE id = $1', [lead.id, member.id]);
  await dataSource.query(
    `INSERT INTO notifications (client_id, kind, lead_id, actor_name) VALUES ($1, 'new_lead', $2, $3)`,
    [client, lead.id, marker],
  );
  await dataSource.query('DELETE FROM placements WHERE client_id = $1 AND name = $2', [client, marker]);
  const [placement] = await dataSource.query<[{ id: string }]>(
    `INSERT INTO placements (client_id, campaign_id, name, code) VALUES ($1, $2, $3, $4) RETURNING id`,
    [client, campaign.id, marker, `${marker}-${randomUUID()}`],
  );
  const addPlaybook = async () => {
    const [{ id: playbook }] = await dataSource.query<[{ id: string }]>(
      `WITH created AS (INSERT INTO playbooks (campaign_id, name) VALUES ($1, $2) RETURNING id)
       INSERT INTO playbook_versions (playbook_id, number, content, published_by)
       SELECT id, 1, jsonb_build_object('campaign', jsonb_build_object('name', $2::text), 'sequences', '[]'::jsonb), $2 FROM created
       RETURNING playbook_id AS id`,
      [campaign.id, marker],
    );
    return playbook;
  };
  const [playbook, unusedPlaybook] = [await addPlaybook(), await addPlaybook()];
  const [playbookCopy] = await dataSource.query<[{ id: string }]>(
    'INSERT INTO playbook_copies (playbook_id, client_id, campaign_id, version_number) VALUES ($1, $2, $3, 1) RETURNING id',
    [playbook, client, campaign.id],
  );
  // A campaign of its own, because one with a running test cannot start another.
  await dataSource.query(`DELETE FROM campaigns WHERE client_id = $1 AND slug = 'tested'`, [client]);
  const [tested] = await dataSource.query<[{ id: string }]>(
    `INSERT INTO campaigns (client_id, name, slug) VALUES ($1, $2, 'tested') RETURNING id`,
    [client, marker],
  );
  await dataSource.query('UPDATE clients SET ab_testing_enabled = true WHERE id = $1', [client]);
  for (const [noun, parentId] of [
    ['campaign', campaign.id],
    ['sequence', sequence.id],
  ])
    await dataSource.query(
      `INSERT INTO ${noun}_drafts (client_id, ${noun}_id, content, saved_by) VALUES ($1, $2, '{}', $3)
       ON CONFLICT (${noun}_id) DO UPDATE SET content = '{}', saved_by = $3, publish_at = NULL`,
      [client, parentId, marker],
    );
  const [abTest] = await dataSource.query<[{ id: string }]>(
    `INSERT INTO ab_tests (client_id, campaign_id, goal, views_per_variant) VALUES ($1, $2, 'leads', 1000) RETURNING id`,
    [client, tested.id],
  );
  const [abTestVariant] = await dataSource.query<[{ id: string }]>(
    'INSERT INTO ab_test_variants (client_id, test_id, position, headline) VALUES ($1, $2, 0, $3) RETURNING id',
    [client, abTest.id, marker],
  );
  await addFigures(dataSource);
  // So that the client needs attention.
  await dataSource.query('UPDATE webhooks SET failing_since = now() WHERE client_id = $1', [client]);
  const ids = {
    note: note.id,
    leadJob: leadJob.id,
    runningLeadJob: runningLeadJob.id,
    leadImport: leadImport.id,
    view: view.id,
    placement: placement.id,
    playbook,
    unusedPlaybook,
    playbookCopy: playbookCopy.id,
    abTest: abTest.id,
    abTestVariant: abTestVariant.id,
    campaign: campaign.id,
    sequence: sequence.id,
    laterSequence: (await createSequence(server, client, campaign.id, { name: marker })).id,
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
    apiKey: createApiKey.id,
    member: member.id,
    staffLogin: { username: marker, password },
  };
}

const steps = [{ delayMinutes: 5, message: 'Changed' }];
const id = (of: keyof ClientFixture) => (target: ClientFixture) => ({ id: target[of] });
const clientId = ({ client }: ClientFixture) => ({ clientId: client });
const noVariables = () => ({});
const unknown = '00000000-0000-4000-8000-000000000000';

type Variables = (target: ClientFixture, invitation: string) => Record<string, unknown>;

/** How an object of each type that has fields of its own in the access matrix is reached: from a query by id. */
const objects: Record<string, { path: string[]; variables: Variables }> = {
  AuditEntry: { path: ['auditEntries(filter: { clientId: $of })', 'nodes'], variables: of('client') },
  ClientAttention: { path: ['clientsNeedingAttention(filter: { clientId: $of })', 'nodes'], variables: of('client') },
  MonthlyUsage: { path: ['monthlyUsage(filter: { clientId: $of })', 'nodes'], variables: of('client') },
  Rates: { path: ['rates(filter: { clientId: $of })', 'nodes'], variables: of('client') },
  AnalyticsRow: { path: ['analyticsRows(filter: { clientId: $of })', 'nodes'], variables: of('client') },
  Client: { path: ['client(id: $of)'], variables: of('client') },
  Notification: { path: ['client(id: $of)', 'notifications', 'nodes'], variables: of('client') },
  Placement: { path: ['placement(id: $of)'], variables: of('placement') },
  Playbook: { path: ['playbook(id: $of)'], variables: of('playbook') },
  PlaybookCopy: {
    path: ['playbook(id: $of)', 'copies', 'nodes'],
    variables: ({ playbook }) => ({ of: playbook, number: 1 }),
  },
  AbTest: { path: ['abTest(id: $of)'], variables: of('abTest') },
  AbTestVariant: { path: ['abTest(id: $of)', 'variants'], variables: of('abTest') },
  Campaign: { path: ['campaign(id: $of)'], variables: of('campaign') },
  Lead: { path: ['lead(id: $of)'], variables: of('lead') },
  Enrollment: { path: ['lead(id: $of)', 'enrollments(first: 1)', 'nodes'], variables: of('lead') },
  Sequence: { path: ['sequence(id: $of)'], variables: of('sequence') },
  SmsMessage: { path: ['lead(id: $of)', 'messages', 'nodes'], variables: of('lead') },
  SpamLead: { path: ['client(id: $of)', 'spamLeads', 'nodes'], variables: of('client') },
  File: { path: ['file(id: $of)'], variables: of('file') },
  Webhook: { path: ['webhook(id: $of)'], variables: of('webhook') },
  WebhookDelivery: { path: ['webhookDelivery(id: $of)'], variables: of('delivery') },
};

/** A subscription to a client that sends what changed before. */
const fromTheStart: Variables = ({ client }) => ({
  clientId: client,
  after: encodeCursor({ xid: 0n, position: 0n, readAt: Math.floor(Date.now() / 1_000) }),
});

function of(name: keyof ClientFixture): Variables {
  return (target) => ({ of: target[name] });
}

/**
 * Returns the names of all queries, subscriptions, mutations and fields that load other objects or a list, such as
 * `Client.leads` and `Client.tags`.
 */
export function operationNames(schema: GraphQLSchema): string[] {
  const namesIn = (root: GraphQLObjectType) => Object.keys(root.getFields()).map((field) => `${root.name}.${field}`);
  const loading = getMetadataStorage().fieldResolvers.flatMap(({ getObjectType, schemaName }) => {
    const type = schema.getType((getObjectType!() as { name: string }).name);
    const field = isObjectType(type) && type.getFields()['id'] ? type.getFields()[schemaName] : undefined;
    if (!isObjectType(type) || !field) return [];
    const isLoaded = isObjectType(getNamedType(field.type)) || isListType(getNullableType(field.type));
    return isLoaded ? [`${type.name}.${schemaName}`] : [];
  });
  const subscriptions = schema.getSubscriptionType();
  return [
    ...namesIn(schema.getQueryType()!),
    ...(subscriptions ? namesIn(subscriptions) : []),
    ...loading,
    ...namesIn(schema.getMutationType()!),
  ];
}

/** Returns the variables with which an operation, or the path to a field, addresses the objects of a client. */
export function variablesOf(name: string): Variables {
  return operationVariables[name] ?? objects[name.split('.')[0]!]!.variables;
}

/** The variables of each query, mutation and subscription. Subscriptions resume before all changes. */
export const operationVariables: Record<string, Variables> = {
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
  'Query.apiKeys': clientId,
  'Mutation.createApiKey': (target) => ({ ...clientId(target), input: { name: 'New', scopes: ['read_all'] } }),
  'Mutation.revokeApiKey': id('apiKey'),
  'Mutation.createMember': (target) => ({
    ...clientId(target),
    input: { name: 'New', username: randomUUID(), password: 'another horse battery', role: 'staff' },
  }),
  'Mutation.updateMember': (target) => ({ ...id('member')(target), input: { name: 'Changed', role: 'owner' } }),
  'Mutation.deleteMember': id('member'),
  'Query.auditEntries': ({ client }) => ({ filter: { clientId: client } }),
  'Query.adminStats': noVariables,
  'Query.clientsNeedingAttention': noVariables,
  'Query.monthlyUsage': noVariables,
  'Query.usageTotals': noVariables,
  'Query.limitChanges': noVariables,
  'Query.rates': noVariables,
  'Mutation.setRates': () => ({ input: { currency: 'USD' } }),
  'Query.statement': clientId,
  'Query.statementsCsv': noVariables,
  'Query.analytics': clientId,
  'Query.analyticsRows': noVariables,
  'Query.analyticsCsv': noVariables,
  'Query.analyticsDaysCsv': clientId,
  'Query.analyticsSourcesCsv': clientId,
  'Mutation.updateClients': ({ client }) => ({ ids: [client], input: { monthlyLeadLimit: 1000 } }),
  'Query.clients': noVariables,
  'Mutation.createClient': () => ({
    input: { businessName: 'New', contactEmail: 'new@example.com', notificationPhone: '+14155550100' },
  }),
  'Mutation.updateClient': (target) => ({ ...id('client')(target), input: { businessName: 'Changed' } }),
  'Mutation.setSender': (target) => ({ ...clientId(target), input: { fromNumber: '+14155550177' } }),
  'Mutation.removeSender': clientId,
  'Mutation.deleteClient': id('client'),
  'Query.client': id('client'),
  'Query.campaign': id('campaign'),
  'Mutation.createCampaign': (target) => ({ ...clientId(target), input: { name: 'New' } }),
  'Mutation.updateCampaign': (target) => ({ ...id('campaign')(target), input: { headline: 'Changed' } }),
  'Mutation.saveCampaignDraft': (target) => ({ ...id('campaign')(target), input: { headline: 'Changed' } }),
  'Mutation.deleteCampaignDraft': id('campaign'),
  'Mutation.deleteCampaign': id('campaign'),
  'Mutation.recordLandingView': ({ handle, slug }) => ({ client: handle, slug }),
  'Query.landingPages': ({ handle, slug }) => ({ pages: [{ client: handle, slug }] }),
  'Query.landingPageChanges': () => ({ after: null }),
  'Query.clientDomain': () => ({ name: 'offers.example.com' }),
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
  'Query.leadsCsv': clientId,
  'Query.lead': id('lead'),
  'Mutation.updateLead': (target) => ({
    ...id('lead')(target),
    input: { status: 'contacted', formData: { fullName: 'Changed' } },
  }),
  'Mutation.startSequence': (target) => ({ leadId: target.lead, sequenceId: target.laterSequence }),
  'Mutation.startSequences': (target) => ({
    ...clientId(target),
    ids: [target.lead],
    sequenceId: target.laterSequence,
  }),
  'Mutation.stopSequences': (target) => ({ ...clientId(target), ids: [target.lead] }),
  'Mutation.sendMessage': (target) => ({ input: { leadId: target.lead, body: 'Hello', key: randomUUID() } }),
  'Mutation.createLeadNote': (target) => ({ leadId: target.lead, body: 'Called' }),
  'Mutation.markNotificationsSeen': (target) => ({ clientId: target.client }),
  'Mutation.muteNotifications': (target) => ({ clientId: target.client, kinds: ['mention'] }),
  'Mutation.setEmailNotifications': (target) => ({ clientId: target.client, kinds: [] }),
  'Mutation.setLeadNotifications': (target) => ({ clientId: target.client, enabled: true }),
  'Mutation.updateLeadNote': (target) => ({ ...id('note')(target), body: 'Called again' }),
  'Mutation.deleteLeadNote': id('note'),
  'Mutation.startAbTest': (target) => ({
    campaignId: target.campaign,
    input: { goal: 'leads', improvement: 50, variants: [{ headline: 'New' }] },
  }),
  'Mutation.endAbTest': (target) => ({ ...id('abTest')(target), variantId: target.abTestVariant }),
  'Mutation.createPlacement': (target) => ({ campaignId: target.campaign, input: { name: 'New' } }),
  'Mutation.updatePlacement': (target) => ({ ...id('placement')(target), input: { campaignId: target.campaign } }),
  'Mutation.deletePlacement': id('placement'),
  'Query.playbooks': noVariables,
  'Query.playbook': id('playbook'),
  'Mutation.createPlaybook': (target) => ({ input: { name: 'New', campaignId: target.campaign } }),
  'Mutation.updatePlaybook': (target) => ({ ...id('playbook')(target), input: { name: 'Changed' } }),
  'Mutation.publishPlaybook': id('playbook'),
  'Mutation.applyPlaybook': (target) => ({ ...id('unusedPlaybook')(target), clientIds: [target.client] }),
  'Mutation.pushPlaybook': (target) => ({ ...id('playbook')(target), number: 1, copyIds: [target.playbookCopy] }),
  'Mutation.deletePlaybook': id('playbook'),
  'Mutation.createSavedView': (target) => ({ clientId: target.client, name: randomUUID(), query: savedViewQuery }),
  'Mutation.updateSavedView': (target) => ({ ...id('view')(target), name: randomUUID() }),
  'Mutation.deleteSavedView': id('view'),
  'Mutation.recordOptOut': id('lead'),
  'Mutation.recordConsent': (target) => ({ ...id('lead')(target), howObtained: 'On paper' }),
  'Mutation.deleteLead': id('lead'),
  'Mutation.startLeadJob': (target) => ({
    ...clientId(target),
    filter: { search: target.marker },
    action: { status: 'contacted' },
  }),
  'Mutation.cancelLeadJob': id('runningLeadJob'),
  'Mutation.undoLeadJob': id('leadJob'),
  'Query.leadJob': id('leadJob'),
  'Mutation.createLeadImport': (target) => ({
    campaignId: target.campaign,
    fileName: 'leads.csv',
    columns: [{ name: 'Email', target: 'answer', fieldId: 'email' }],
  }),
  'Mutation.addLeadImportRows': (target) => ({
    ...id('leadImport')(target),
    position: 2,
    rows: [['added@example.com']],
  }),
  'Mutation.startLeadImport': id('leadImport'),
  'Query.leadImport': id('leadImport'),
  'Query.leadImportProblemsCsv': id('leadImport'),
  'Mutation.updateLeads': (target) => ({ ...clientId(target), ids: [target.lead], status: 'contacted' }),
  'Mutation.deleteLeads': (target) => ({ ...clientId(target), ids: [target.lead] }),
  'Query.evidence': () => ({ phone: '+14155552679' }),
  'Mutation.setLegalHold': () => ({ phone: '+14155552679', reason: 'A case' }),
  'Mutation.restoreSpamLead': id('spam'),
  'Mutation.deleteSpamLead': id('spam'),
  'Mutation.createSequence': (target) => ({
    ...clientId(target),
    input: { name: 'New', campaignId: target.campaign, triggerEvent: 'lead_created', steps },
  }),
  'Mutation.updateSequence': (target) => ({
    ...id('sequence')(target),
    input: { name: 'Changed', status: 'inactive', campaignId: target.campaign, steps },
  }),
  'Mutation.saveSequenceDraft': (target) => ({ ...id('sequence')(target), input: { steps } }),
  'Mutation.deleteSequenceDraft': id('sequence'),
  'Mutation.deleteSequence': id('sequence'),
  'Query.sequence': id('sequence'),
  'Query.messageForecast': clientId,
  'Query.sequencePreview': (target) => ({
    ...clientId(target),
    input: { sequenceId: target.sequence, arrivesAt: '2026-06-01T12:00' },
  }),
  'Query.sequenceVersionPreview': (target) => ({ sequenceId: target.sequence, steps }),
  'Mutation.sendTestMessage': (target) => ({
    ...clientId(target),
    input: { campaignId: target.campaign, message: 'Try', isFirstMessage: false, key: randomUUID() },
  }),
  'Mutation.processSms': clientId,
  'Query.file': id('file'),
  'Mutation.createUpload': clientId,
  'Mutation.completeUpload': (target) => ({
    input: { ...clientId(target), objectURL: target.uploadURL, fileName: 'new.png' },
  }),
  'Mutation.renameFile': (target) => ({ ...id('file')(target), fileName: 'changed.png' }),
  'Mutation.deleteFile': id('file'),
  'Query.webhook': id('webhook'),
  'Query.abTest': id('abTest'),
  'Query.placement': id('placement'),
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
  'Query.webhookDelivery': id('delivery'),
  'Mutation.replayWebhookDelivery': id('delivery'),
  // Matches the spam submission, which has the same phone number in every fixture.
  'Query.person': (target) => ({ ...clientId(target), phone: '(415) 555-2671' }),
  'Mutation.erasePerson': (target) => ({ ...clientId(target), phone: '(415) 555-2671' }),
  'Mutation.updateRetentionPolicy': (target) => ({ ...clientId(target), input: { leadDays: 365 } }),
  ...Object.fromEntries(
    ['leadCreated', 'leadUpdated', 'messageUpdated', 'enrollmentUpdated', 'clientStatsUpdated', 'clientUpdated'].map(
      (name): [string, Variables] => [`Subscription.${name}`, fromTheStart],
    ),
  ),
  'Subscription.fleetUpdated': (...target) => ({ after: fromTheStart(...target)['after'] }),
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

/** The persisted operations of the internal schema, by root field. */
const internalTexts = new Map(
  Object.values(internalOperations).map((text) => {
    const { operation, selectionSet } = getOperationAST(parse(text))!;
    const [field] = selectionSet.selections;
    return [`${operation === 'query' ? 'Query' : 'Mutation'}.${field?.kind === Kind.FIELD && field.name.value}`, text];
  }),
);

/**
 * Builds an operation that selects every field of a root field, or of a field such as `Client.leads`, including related
 * types, and takes all arguments as variables. It leaves out fields that load other objects, which have operations of
 * their own. `selects` excludes related types. Of an internal root field, returns the persisted operation, because the internal port accepts no other.
 */
export function buildOperation(
  schema: GraphQLSchema,
  name: string,
  selects: (type: GraphQLObjectType) => boolean = () => true,
): string {
  if (isInternal(name)) return internalTexts.get(name)!;
  const [typeName = '', fieldName = ''] = name.split('.');
  const type = schema.getType(typeName) as GraphQLObjectType;
  const field = type.getFields()[fieldName]!;
  const declared = field.args.map(
    (argument) =>
      `$${argument.name}: ${argument.type}${isNonNullType(argument.type) && argument.defaultValue !== undefined ? ` = ${print(astFromValue(argument.defaultValue, argument.type)!)}` : ''}`,
  );
  const passed = field.args.map((argument) => `${argument.name}: $${argument.name}`);
  const brackets = (parts: string[]) => (parts.length === 0 ? '' : `(${parts.join(', ')})`);
  const path = objects[typeName]?.path ?? [];
  const selected = `{ ${fieldName}${brackets(passed)} ${fieldsOf(schema, field.type, 3, selects)} }`;
  const kind = { Mutation: 'mutation', Subscription: 'subscription' }[typeName] ?? 'query';
  const variables = brackets([...(path.length > 0 ? ['$of: ID!'] : []), ...declared]);
  return `${kind} It${variables} ${path.reduceRight((inner, outer) => `{ ${outer} ${inner} }`, selected)}`;
}

function fieldsOf(
  schema: GraphQLSchema,
  type: GraphQLOutputType,
  depth: number,
  selects: (type: GraphQLObjectType) => boolean,
): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  const loading = operationNames(schema);
  const fields = Object.values(named.getFields()).filter((field) => {
    const fieldType = getNamedType(field.type);
    return (
      !loading.includes(`${named.name}.${field.name}`) &&
      field.args.every((argument) => !isNonNullType(argument.type) || argument.defaultValue !== undefined) &&
      (!isObjectType(fieldType) || selects(fieldType))
    );
  });
  const parts = fields.flatMap((field) =>
    isLeafType(getNamedType(field.type))
      ? [field.name]
      : depth > 1
        ? [`${field.name} ${fieldsOf(schema, field.type, depth - 1, selects)}`]
        : [],
  );
  return `{ __typename ${parts.join(' ')} }`;
}

/** Whether a root field, such as `Query.lead`, belongs to the internal schema. */
export const isInternal = (name: string): boolean => accessMatrix[name]?.schema === 'internal';

/** The response of an operation: its body and error code, or `ok`. */
export interface OperationResponse {
  text: string;
  code: string;
}

/**
 * API keys as actors.
 * - `writeKey`, `readKey`, `leadsKey`: keys of the owner with `write_all`, `read_all` and only `write_leads`.
 * - `otherKey`: a key of another client with `write_all`.
 * - `agencyKey`: a key of the agency with `read_all`.
 * - `revokedKey`: a revoked key of the owner.
 */
export const keyActors = ['writeKey', 'readKey', 'leadsKey', 'otherKey', 'agencyKey', 'revokedKey'] as const;
export type KeyActor = (typeof keyActors)[number];

export type Callers = Record<
  Actor | KeyActor,
  (name: string, query: string, variables: Record<string, unknown>) => Promise<OperationResponse>
>;

/** Subscribes, and returns what arrives until the stream has sent every change so far. */
async function readStream(
  url: string,
  headers: Record<string, string>,
  query: string,
  variables: Record<string, unknown>,
): Promise<OperationResponse> {
  const stream = await openStream(url, headers, query, variables);
  const { refusal, events } = stream;
  if (refusal) return { text: JSON.stringify(refusal), code: refusal.errors[0]!.extensions.code };
  await stream.ready();
  // Changes so far arrive within a moment, or none do.
  await eventually(() => events.length > 1, { timeout: 1_000 }).catch(() => undefined);
  stream.close();
  const error = events.flatMap(({ errors = [] }) => errors)[0];
  return { text: JSON.stringify(events), code: error?.extensions.code ?? 'ok' };
}

/**
 * Sends operations as each actor, to the port that serves them. Actors with a session sign in for each call, because the
 * call may end the session.
 *
 * @param tokens the tokens of the API keys
 */
export function createCallers(
  server: TestServer,
  cookies: Record<'owner' | 'staff' | 'otherClient' | 'inactive' | 'expired', () => Promise<string>>,
  tokens: Partial<Record<KeyActor, string>> = {},
): Callers {
  const as =
    (headersOf: () => Promise<Record<string, string>>) =>
    async (name: string, query: string, variables: Record<string, unknown>) => {
      const url = isInternal(name) ? server.internalUrl : server.url;
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': '10.7.7.7', ...(await headersOf()) };
      if (name.startsWith('Subscription.')) return readStream(url, headers, query, variables);
      const text = await (
        await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
      ).text();
      const { errors } = JSON.parse(text) as { errors?: { extensions: { code: string } }[] };
      return { text, code: errors?.[0]?.extensions.code ?? 'ok' };
    };
  const withCookie = (cookie: () => Promise<string>) => as(async () => ({ cookie: await cookie() }));
  const withKey = (actor: KeyActor) => as(() => Promise.resolve({ authorization: `Bearer ${tokens[actor]}` }));
  const nobody = as(() => Promise.resolve({}));
  const admin = withCookie(() => signInForCookie(server, 'signIn', ADMIN));
  return {
    anonymous: nobody,
    link: nobody,
    readOnlyLink: nobody,
    owner: withCookie(cookies.owner),
    staff: withCookie(cookies.staff),
    otherClient: withCookie(cookies.otherClient),
    inactive: withCookie(cookies.inactive),
    expired: withCookie(cookies.expired),
    forged: withCookie(() => Promise.resolve(`admin_session=${'A'.repeat(43)}`)),
    admin: (name, query, variables) => {
      const send = () => admin(name, query, variables);
      // The test's own administrator stays signed in.
      return name === 'Mutation.deleteOtherSessions' ? restoreSessions(server, send) : send();
    },
    worker: as(() => Promise.resolve({ authorization: `Bearer ${WORKER_TOKEN}` })),
    writeKey: withKey('writeKey'),
    readKey: withKey('readKey'),
    leadsKey: withKey('leadsKey'),
    otherKey: withKey('otherKey'),
    agencyKey: withKey('agencyKey'),
    revokedKey: withKey('revokedKey'),
    landing: as(() => Promise.resolve({ authorization: `Bearer ${LANDING_TOKEN}` })),
  };
}

async function restoreSessions<Result>({ dataSource }: TestServer, work: () => Promise<Result>): Promise<Result> {
  const [{ sessions }] = await dataSource.query<[{ sessions: object[] }]>(
    'SELECT json_agg(s) AS sessions FROM sessions s',
  );
  const result = await work();
  await dataSource.transaction(async (db) => {
    // There may be 100,000.
    await db.query('SET LOCAL statement_timeout = 0');
    await db.query(
      'INSERT INTO sessions SELECT * FROM json_populate_recordset(NULL::sessions, $1) ON CONFLICT DO NOTHING',
      [JSON.stringify(sessions)],
    );
  });
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

/** Saves a view of a client's leads as a caller. Returns its id. */
export async function saveViewAs(call: Callers[keyof Callers], clientId: string): Promise<string> {
  const query =
    'mutation ($clientId: ID!, $name: String!, $query: SavedViewQueryInput!) { createSavedView(clientId: $clientId, name: $name, query: $query) { id } }';
  const variables = { clientId, name: randomUUID(), query: savedViewQuery };
  const { text } = await call('Mutation.createSavedView', query, variables);
  return (JSON.parse(text) as { data: { createSavedView: { id: string } } }).data.createSavedView.id;
}

/** Writes a note on a lead as a caller. Returns its id. */
export async function writeNoteAs(call: Callers[keyof Callers], leadId: string): Promise<string> {
  const query = 'mutation ($leadId: ID!) { createLeadNote(leadId: $leadId, body: "Called") { id } }';
  const { text } = await call('Mutation.createLeadNote', query, { leadId });
  return (JSON.parse(text) as { data: { createLeadNote: { id: string } } }).data.createLeadNote.id;
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

/** Creates the API keys of the key actors. Returns their tokens. */
export async function createKeys(
  server: TestServer,
  { owner, other }: { owner: string; other: string },
): Promise<Record<KeyActor, string>> {
  const create = async (clientId: string | null, ...scopes: ApiKeyScope[]) =>
    (await server.admin(CreateApiKeyDocument, { clientId, input: { name: 'Integration', scopes } })).createApiKey;
  const revoked = await create(owner, 'write_all');
  await server.admin(RevokeApiKeyDocument, { id: revoked.id });
  const tokens = {
    writeKey: (await create(owner, 'write_all')).token,
    readKey: (await create(owner, 'read_all')).token,
    leadsKey: (await create(owner, 'write_leads')).token,
    otherKey: (await create(other, 'write_all')).token,
    agencyKey: (await create(null, 'read_all')).token,
    revokedKey: revoked.token,
  };
  // Otherwise a call that is rejected would change when the key was last used.
  await server.dataSource.query(`UPDATE api_keys SET last_used_at = now() + interval '1 day'`);
  return tokens;
}

const digests = new WeakMap<TestServer, { writes: string; digest: string }>();

/**
 * Returns a digest of all rows, except those of tables that every request may write. It reads the rows only if a statement
 * has written to one of the tables since, because that takes a hundred times as long as the requests of the tests.
 */
export async function digestDatabase(server: TestServer): Promise<string> {
  const { dataSource } = server;
  const known = digests.get(server);
  if (!known) await countWrites(server);
  const [{ writes }] = await dataSource.query<[{ writes: string }]>('SELECT last_value AS writes FROM test_writes');
  if (known?.writes === writes) return known.digest;
  const tables = await digestedTables(server);
  const rows = await dataSource.query<{ name: string; rows: string }[]>(
    tables
      .map(
        (name) =>
          `SELECT '${name}' AS name, count(*) || md5(coalesce(string_agg(row::text, ';' ORDER BY row::text), '')) AS rows FROM "${name}" row`,
      )
      .join(' UNION ALL '),
  );
  const digest = rows
    .map((row) => `${row.name} ${row.rows}`)
    .sort()
    .join('\n');
  digests.set(server, { writes, digest });
  return digest;
}

async function digestedTables({ dataSource }: TestServer): Promise<string[]> {
  const tables = await dataSource.query<{ name: string }[]>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> ALL ($1) ORDER BY 1`,
    [ignoredTables],
  );
  return tables.map(({ name }) => name);
}

/** Counts the statements that write to the digested tables, also those that are rolled back or change no row. */
async function countWrites(server: TestServer): Promise<void> {
  const tables = await digestedTables(server);
  await server.dataSource.query(`
    CREATE SEQUENCE test_writes;
    CREATE FUNCTION count_test_write() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
    BEGIN
      PERFORM nextval('test_writes');
      RETURN NULL;
    END $$;
    ${tables.map((name) => `CREATE TRIGGER count_test_write AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "${name}" FOR EACH STATEMENT EXECUTE FUNCTION count_test_write();`).join('\n')}`);
}
