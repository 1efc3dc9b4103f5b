import { LeadsDocument, type LeadsQuery } from '../../testing/operations/generated';
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import {
  type GraphQLField,
  getNamedType,
  getNullableType,
  type GraphQLInputObjectType,
  isEnumType,
  isListType,
  isObjectType,
  parse,
} from 'graphql';
import { createClient } from '../../testing/fixtures';
import { type Caller, startTestServer, type TestServer } from '../../testing/test-server';
import type { Connection } from './connections';
import { createSchema } from '../schema';

const ROWS = 120;
const position = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
const ID = '00000000-0000-4000-8000-000000000000';
const id = (n: number) => `00000000-0000-4000-8000-00000000000${n.toString(16)}`;
/** The objects that the lists belong to. */
const ids = { campaign: id(1), sequence: id(2), lead: id(3), webhook: id(4), enrollment: id(5), playbook: id(6) };

/** The path to each connection, as the selections that contain it. */
const paths: Record<string, (ids: Record<string, string>) => string[]> = {
  'Query.clients': () => [],
  'Query.clientsNeedingAttention': () => [],
  'Query.limitChanges': () => [],
  'Query.monthlyUsage': () => [],
  'Query.rates': () => [],
  'Query.analyticsRows': () => [],
  'Query.admins': () => [],
  'Query.adminInvitations': () => [],
  'Query.apiKeys': () => [],
  'Query.auditEntries': () => [],
  'Query.playbooks': () => [],
  'Playbook.versions': ({ playbook }) => [`playbook(id: "${playbook}")`],
  'Playbook.copies': ({ playbook }) => [`playbook(id: "${playbook}")`],
  ...Object.fromEntries(
    [
      'activity',
      'campaigns',
      'files',
      'leadJobs',
      'leads',
      'members',
      'messages',
      'notifications',
      'placements',
      'savedViews',
      'sequences',
      'spamLeads',
      'webhooks',
    ].map((field) => [`Client.${field}`, ({ client }: Record<string, string>) => [`client(id: "${client}")`]]),
  ),
  'Campaign.abTests': ({ campaign }) => [`campaign(id: "${campaign}")`],
  'Campaign.leads': ({ campaign }) => [`campaign(id: "${campaign}")`],
  'Campaign.sequences': ({ campaign }) => [`campaign(id: "${campaign}")`],
  'Lead.enrollments': ({ lead }) => [`lead(id: "${lead}")`],
  'Lead.notes': ({ lead }) => [`lead(id: "${lead}")`],
  'Lead.replies': ({ lead }) => [`lead(id: "${lead}")`],
  'Lead.messages': ({ lead }) => [`lead(id: "${lead}")`],
  'Campaign.versions': ({ campaign }) => [`campaign(id: "${campaign}")`],
  'Sequence.versions': ({ sequence }) => [`sequence(id: "${sequence}")`],
  'Sequence.enrollments': ({ sequence }) => [`sequence(id: "${sequence}")`],
  'Enrollment.messages': ({ lead }) => [`lead(id: "${lead}")`, 'enrollments(first: 1)', 'nodes'],
  'Webhook.deliveries': ({ webhook }) => [`webhook(id: "${webhook}")`],
};
const names = Object.keys(paths);

/** Inserts rows for all connections. `:client` and the other names are the objects above. */
const rows = [
  `INSERT INTO campaigns (id, client_id, name, slug) VALUES (:campaign, :client, 'C', 'c')`,
  `INSERT INTO sequences (id, client_id, campaign_id, name, trigger_event) VALUES (:sequence, :client, :campaign, 'S', 'lead_created')`,
  `INSERT INTO leads (id, client_id, campaign_id, form_data) VALUES (:lead, :client, :campaign, '{}')`,
  `INSERT INTO webhooks (id, client_id, url, events, encrypted_secret) VALUES (:webhook, :client, 'https://x.example', '{}', '')`,
  `INSERT INTO enrollments (id, client_id, sequence_id, lead_id, steps, created_at) VALUES (:enrollment, :client, :sequence, :lead, '[]', now() - interval '1 day')`,
  `INSERT INTO playbooks (id, name) VALUES (:playbook, 'P')`,
  ...[
    `clients (handle, business_name, contact_email, notification_phone, time_zone) SELECT 'c' || n, 'C' || n % 7, 'c@example.com', '', 'UTC'`,
    `limit_changes (client_id, quota, previous, current, changed_by) SELECT :client, 'leads', 1, 2, 'admin'`,
    `rates (client_id, from_month, changed_by) SELECT :client, '2026-01', 'admin'`,
    `users (username, password_hash) SELECT 'admin' || n, ''`,
    `admin_invitations (token_hash, user_id, expires_at) SELECT n, (SELECT id FROM users WHERE username = 'admin'), now() + interval '1 day'`,
    `api_keys (name, scopes, token_hash, token_start, created_by) SELECT 'K', '{}', decode(md5(n::text), 'hex'), 'd', 'admin'`,
    `audit_entries (actor, operation, outcome, audited_client) SELECT 'admin', 'updateLead', 'ok', :client`,
    `campaigns (client_id, name, slug) SELECT :client, 'C' || n % 7, 'c' || n`,
    `leads (client_id, campaign_id, form_data, full_name, status) SELECT :client, :campaign, '{}', CASE WHEN n % 3 > 0 THEN 'L' || n % 7 END, CASE WHEN n % 2 = 0 THEN 'new' ELSE 'converted' END::lead_status`,
    `spam_leads (client_id, campaign_id, reason, form_data) SELECT :client, :campaign, 'flood', '{}'`,
    `sequences (client_id, campaign_id, name, trigger_event) SELECT :client, :campaign, 'S' || n % 7, 'lead_created'`,
    `files (client_id, original_name, file_size, mime_type, object_path) SELECT :client, 'F' || n % 7, 1, 'image/png', '/objects/' || n`,
    `webhooks (client_id, url, events, encrypted_secret) SELECT :client, 'https://x.example', '{}', ''`,
    `webhook_deliveries (client_id, webhook_id, event_id, type, payload) SELECT :client, :webhook, n, 'lead.created', '{}'`,
    `lead_notes (client_id, lead_id, body, author_id, author_name) SELECT :client, :lead, 'N', :client, 'N'`,
    `lead_jobs (client_id, filter, action, total, started_by) SELECT :client, '{}', '{}', 1, 'admin'`,
    `members (client_id, name, username, role, password_hash) SELECT :client, 'M' || n % 7, 'm' || n, 'staff', ''`,
    `ab_tests (client_id, campaign_id, goal, views_per_variant, ended_at) SELECT :client, :campaign, 'leads', 1, now()`,
    `placements (client_id, name, code) SELECT :client, 'P' || n % 7, n`,
    `playbooks (name) SELECT 'P' || n % 7`,
    `playbook_versions (playbook_id, number, content, published_by) SELECT :playbook, n, '{}', ''`,
    `sequence_versions (client_id, sequence_id, number, trigger_event, stop_on_reply, steps, enrolled_leads) SELECT :client, :sequence, n + 1, 'lead_created', true, '[]', 'finish'`,
    `campaign_versions (client_id, campaign_id, number, content) SELECT :client, :campaign, n + 1, '{}'`,
    `notifications (client_id, kind, lead_id) SELECT :client, 'new_lead', :lead`,
    `saved_views (client_id, admin_id, name, query) SELECT :client, (SELECT id FROM users WHERE username = 'admin'), 'V' || n, '{}'`,
    `replies (client_id, lead_id, provider_id, body, intent) SELECT :client, :lead, n, '', 'reply'`,
    `sms_messages (client_id, campaign_id, sms_sequence_id, lead_id, enrollment_id, step, to_e164, body, due_at) SELECT :client, :campaign, :sequence, :lead, :enrollment, n, '', '', now()`,
  ].map((sql) => `INSERT INTO ${sql} FROM generate_series(1, ${ROWS}) n`),
  `INSERT INTO playbook_copies (playbook_id, client_id, campaign_id, version_number) SELECT :playbook, clients.id, campaigns.id, 1
   FROM (SELECT id, row_number() OVER () AS n FROM clients) clients JOIN (SELECT id, row_number() OVER () AS n FROM campaigns) campaigns USING (n)`,
  `INSERT INTO daily_figures (scope, day, id, client_id, leads) SELECT 'client', current_date, id, id, 1 FROM clients`,
  // Makes all clients need attention.
  `INSERT INTO usage_counters (client_id, month, kind, used) SELECT id, date_trunc('month', now() AT TIME ZONE time_zone), 'leads', 900 FROM clients`,
  `INSERT INTO enrollments (client_id, sequence_id, lead_id, steps) SELECT :client, id, :lead, '[]' FROM sequences WHERE id <> :sequence`,
  `INSERT INTO enrollments (client_id, sequence_id, lead_id, steps) SELECT :client, :sequence, id, '[]' FROM leads WHERE id <> :lead`,
];

type Page = Pick<Connection<{ id: string }>, 'nodes' | 'edges' | 'pageInfo'> & { totalCount: number };

describe('a connection', () => {
  let server: TestServer;
  let admin: Caller;
  let client: Awaited<ReturnType<typeof createClient>>;

  beforeAll(async () => {
    server = await startTestServer();
    admin = server.admin;
    client = await createClient(server);
    const known: Record<string, string> = { ...ids, client: client.id };
    for (const sql of rows)
      await server.dataSource.query(
        sql.replace(/:(\w+)\b(?!:)(?<!::\w+)/g, (whole, name: string) =>
          known[name] ? `'${known[name]}'::uuid` : whole,
        ),
      );
  });
  afterAll(() => server.stop());

  /** Reads a connection with arguments as GraphQL text. */
  async function read(name: string, args: Record<string, unknown> = {}, call = admin): Promise<Page> {
    const path = paths[name]!({ ...ids, client: client.id });
    const given = Object.entries(args).map(([key, value]) => `${key}: ${toLiteral(value)}`);
    const field = `${name.split('.')[1]}${given.length > 0 ? `(${given.join(', ')})` : ''}`;
    const selected = `{ ${field} { totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { id } } nodes { id } } }`;
    const text = path.reduceRight((inner, outer) => `{ ${outer} ${inner} }`, selected);
    const document = parse(text) as TypedDocumentNode<object, Record<string, never>>;
    let data: unknown = await call(document, {});
    for (const part of [...path, field]) {
      const value = (data as Record<string, unknown>)[part.split('(')[0]!];
      data = Array.isArray(value) ? (value as unknown[])[0] : value;
    }
    return data as Page;
  }

  const idsOf = ({ nodes }: Page) => nodes.map((node) => node.id);

  it('is what every list of objects in the schema is', () => {
    const types = Object.values(createSchema().getTypeMap()).filter(isObjectType);
    const fields = types.flatMap((type) =>
      Object.values(type.getFields()).map((field) => ({ ...field, name: `${type.name}.${field.name}` })),
    );
    const isConnection = ({ type }: { type: GraphQLField<unknown, unknown>['type'] }) =>
      getNamedType(type).name.endsWith('Connection');
    const connections = fields.filter(isConnection);
    // Only the response that creates a webhook has this type.
    const ofWebhooks = 'WebhookWithSecret.deliveries';
    expect(connections.map(({ name }) => name).sort()).toEqual([...names, ofWebhooks].sort());
    for (const { args } of connections)
      expect(args.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['first', 'after', 'last', 'before', 'offset', 'orderBy']),
      );
    const listed = new Set(connections.map(({ type }) => getNamedType(type).name.replace('Connection', '')));
    const lists = fields.filter(({ name, type }) => isListType(getNullableType(type)) && !/Connection\./.test(name));
    // The list of ids in its input limits the length of its result.
    const limitedByInput = ['Mutation.updateClients', 'Mutation.updateLeads'];
    expect(lists.filter(({ type }) => listed.has(getNamedType(type).name)).map(({ name }) => name)).toEqual(
      limitedByInput,
    );
  });

  it.each(names)('%s has 100 nodes a page by default', async (name) => {
    const { nodes, edges } = await read(name);
    expect(nodes).toHaveLength(100);
    expect(edges.map(({ node }) => node)).toEqual(nodes);
  });

  it.each(names)('%s returns each node once in both directions, although many have the same time', async (name) => {
    const whole = await read(name, { first: 500 });
    expect(whole.totalCount).toBeGreaterThanOrEqual(ROWS);
    expect(new Set(idsOf(whole)).size).toBe(whole.totalCount);
    expect(whole.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
    for (const orderBy of ordersOf(name)) await expectSamePages(name, orderBy);
  });

  async function expectSamePages(name: string, orderBy: Record<string, unknown>): Promise<void> {
    const ordered = idsOf(await read(name, { ...orderBy, first: 500 }));
    const forward: string[] = [];
    const backward: string[] = [];
    for (let after: string | null = null, more = true; more;) {
      const page: Page = await read(name, { ...orderBy, first: 47, after });
      expect(page.pageInfo.hasPreviousPage).toBe(after !== null);
      expect([page.pageInfo.startCursor, page.pageInfo.endCursor]).toEqual([
        page.edges[0]!.cursor,
        page.edges.at(-1)!.cursor,
      ]);
      forward.push(...idsOf(page));
      ({ endCursor: after, hasNextPage: more } = page.pageInfo);
    }
    for (let before: string | null = null, more = true; more;) {
      const page: Page = await read(name, { ...orderBy, last: 47, before });
      expect(page.pageInfo.hasNextPage).toBe(before !== null);
      backward.unshift(...idsOf(page));
      ({ startCursor: before, hasPreviousPage: more } = page.pageInfo);
    }
    expect(forward).toEqual(ordered);
    expect(backward).toEqual(ordered);
    expect(idsOf(await read(name, { ...orderBy, first: 7, offset: 7 }))).toEqual(ordered.slice(7, 14));
    const { edges } = await read(name, { ...orderBy, first: 30 });
    const between = { after: edges[9]!.cursor, before: edges[20]!.cursor };
    expect(idsOf(await read(name, { ...orderBy, ...between }))).toEqual(ordered.slice(10, 20));
  }

  it('continues at the same node after others were added and deleted', async () => {
    const page = await read('Client.files', { first: 10 });
    const following = idsOf(await read('Client.files', { first: 10, after: page.pageInfo.endCursor }));
    await server.dataSource.query(
      `INSERT INTO files (client_id, original_name, file_size, mime_type, object_path) VALUES ($1, 'new', 1, 'image/png', '/objects/new')`,
      [client.id],
    );
    await server.dataSource.query('DELETE FROM files WHERE id = ANY($1)', [[...idsOf(page), following[0]]]);
    const again = idsOf(await read('Client.files', { first: 9, after: page.pageInfo.endCursor }));
    expect(again).toEqual(following.slice(1));
  });

  it.each(names)('%s rejects an excessive page and a malformed cursor, naming the argument', async (name) => {
    const invalid: [string, unknown][] = [
      ['first', 0],
      ['first', 501],
      ['last', 501],
      ['offset', -1],
      ['offset', 10_001],
      ...[
        'x',
        '',
        position(),
        position('1'),
        position(1, ID),
        position('1', 'x'),
        position('x', ID),
        position(null, ID),
      ].flatMap((cursor): [string, unknown][] => [
        ['after', cursor],
        ['before', cursor],
      ]),
      ['after', position('1', ID, 1)],
      ['after', position('99999999999999999', ID)],
      ['after', 'x'.repeat(5_001)],
    ];
    for (const [argument, value] of invalid)
      await expect(read(name, { [argument]: value })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { [argument]: expect.any(String) },
      });
    await expect(read(name, { first: 1, last: 1 })).rejects.toMatchObject({ fields: { last: expect.any(String) } });
  });

  it('rejects a cursor of another order, and shows only what the caller may see for a forged one', async () => {
    const other = await createClient(server);
    const readLeads = (variables: object) => other.call(LeadsDocument, { clientId: other.id, ...variables });
    for (const [field, value] of [
      ['createdAt', 'Ann'],
      ['status', 'Ann'],
      ['fullName', 'a\0'],
      ['campaignName', null],
    ] as const)
      await expect(readLeads({ orderBy: { field }, after: position(value, ID) })).rejects.toMatchObject({
        fields: { after: expect.any(String) },
      });
    const forged = [
      { after: position('9007199254740991', ID) },
      { orderBy: { field: 'createdAt', direction: 'asc' }, after: position('-9007199254740991', ID) },
    ];
    for (const variables of forged) expect((await readLeads(variables)).client.leads.nodes).toEqual([]);
  });

  it('of large nodes ends early, but never a page of 25', async () => {
    const large = await createClient(server);
    const campaign = '00000000-0000-4000-8000-00000000000c';
    await server.dataSource.query(`INSERT INTO campaigns (id, client_id, name, slug) VALUES ($1, $2, 'C', 'c')`, [
      campaign,
      large.id,
    ]);
    for (const compressible of [true, false])
      await server.dataSource.query(
        `INSERT INTO leads (client_id, campaign_id, form_data)
         SELECT $1, $2, json_build_object('x', CASE WHEN $3 THEN repeat('x', 400000) ELSE (SELECT string_agg(md5(i::text), '') FROM generate_series(1, 12500) i) END)
         FROM generate_series(1, 20)`,
        [large.id, campaign, compressible],
      );
    const sizes: number[] = [];
    for (let after: string | null = null, more = true; more;) {
      const { client: found }: LeadsQuery = await large.call(LeadsDocument, { clientId: large.id, first: 500, after });
      sizes.push(found.leads.nodes.length);
      ({ endCursor: after, hasNextPage: more } = found.leads.pageInfo);
    }
    expect(sizes).toEqual([10, 10, 10, 10]);
    const page = (await large.call(LeadsDocument, { clientId: large.id, first: 25 })).client.leads;
    expect(page.nodes).toHaveLength(25);
  });
});

/** Returns the orders of a connection: each field in each direction. */
function ordersOf(name: string): Record<string, unknown>[] {
  const [type = '', field = ''] = name.split('.');
  const declared = createSchema().getType(type);
  const argument = isObjectType(declared) && declared.getFields()[field]!.args.find((arg) => arg.name === 'orderBy');
  if (!argument) throw new Error(`${name} has no order`);
  const fieldType = getNamedType((getNamedType(argument.type) as GraphQLInputObjectType).getFields()['field']!.type);
  if (!isEnumType(fieldType)) throw new Error(`The order of ${name} has no enum`);
  const orders = fieldType
    .getValues()
    .flatMap((value) => ['asc', 'desc'].map((direction) => ({ orderBy: { field: value.name, direction } })));
  return [{}, ...orders];
}

/** Writes a value as GraphQL text. Values of an order are enum values. */
function toLiteral(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, part]) => `${key}: ${String(part)}`)
    .join(', ')} }`;
}
