import {
  AdminInvitationsDocument,
  AdminsDocument,
  AuditEntriesDocument,
  CampaignsDocument,
  ClientActivityDocument,
  ClientsDocument,
  FilesDocument,
  LeadsDocument,
  SequencesDocument,
  SmsMessagesDocument,
  SpamLeadsDocument,
  WebhookDeliveriesDocument,
} from '../testing/operations/generated';
import { getNamedType, getNullableType, isListType, isObjectType } from 'graphql';
import { createClient } from '../testing/fixtures';
import { type Caller, startTestServer, type TestServer } from '../testing/test-server';
import { createSchema } from './schema';

const ROWS = 120;
const position = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
const ID = '00000000-0000-4000-8000-000000000000';

/** How each list is read, and the rows that it is filled with. $1 is the client, $2 its campaign, $3 the webhook. */
const lists = {
  clients: [
    ClientsDocument,
    `clients (handle, business_name, contact_email, notification_phone, time_zone) SELECT 'c' || n, 'C', 'c@example.com', '', 'UTC'`,
  ],
  admins: [AdminsDocument, `users (username, password_hash) SELECT 'admin' || n, ''`],
  adminInvitations: [
    AdminInvitationsDocument,
    `admin_invitations (token_hash, user_id, expires_at) SELECT n, (SELECT id FROM users WHERE username = 'admin'), now() + interval '1 day'`,
  ],
  auditEntries: [
    AuditEntriesDocument,
    `audit_entries (actor, operation, outcome, audited_client) SELECT 'admin', 'updateClient', 'ok', $1`,
  ],
  clientActivity: [
    ClientActivityDocument,
    `audit_entries (actor, operation, outcome, audited_client) SELECT 'admin', 'updateLead', 'ok', $1`,
  ],
  campaigns: [CampaignsDocument, `campaigns (client_id, name, slug) SELECT $1, 'C', 'c' || n`],
  leads: [LeadsDocument, `leads (client_id, campaign_id, form_data) SELECT $1, $2, '{}'`],
  spamLeads: [SpamLeadsDocument, `spam_leads (client_id, campaign_id, reason, form_data) SELECT $1, $2, 'flood', '{}'`],
  sequences: [
    SequencesDocument,
    `sequences (client_id, campaign_id, name, trigger_event) SELECT $1, $2, 'S', 'lead_created'`,
  ],
  files: [
    FilesDocument,
    `files (client_id, original_name, file_size, mime_type, object_path) SELECT $1, 'F', 1, 'image/png', '/objects/' || n`,
  ],
  webhookDeliveries: [
    WebhookDeliveriesDocument,
    `webhook_deliveries (client_id, webhook_id, event_id, type, payload) SELECT $1, $3, n, 'lead.created', '{}'`,
  ],
} as const;

describe('a list', () => {
  let server: TestServer;
  let admin: Caller;
  let client: Awaited<ReturnType<typeof createClient>>;
  const ids = { campaign: '00000000-0000-4000-8000-00000000000a', webhook: '00000000-0000-4000-8000-00000000000b' };

  beforeAll(async () => {
    server = await startTestServer();
    admin = server.admin;
    client = await createClient(server);
    const insert = (sql: string, values: unknown[] = []) => server.dataSource.query(`INSERT INTO ${sql}`, values);
    await insert(
      `campaigns (id, client_id, name, slug, created_at) VALUES ($1, $2, 'C', 'c', now() - interval '1 day')`,
      [ids.campaign, client.id],
    );
    await insert(
      `webhooks (id, client_id, url, events, encrypted_secret) VALUES ($1, $2, 'https://x.example', '{}', '')`,
      [ids.webhook, client.id],
    );
    const known = [client.id, ids.campaign, ids.webhook];
    for (const [, sql] of Object.values(lists)) {
      // Rows of one statement have the same time.
      const inlined = sql.replace(/\$(\d)/g, (_, nth: string) => `'${known[Number(nth) - 1]}'::uuid`);
      await insert(`${inlined} FROM generate_series(1, ${ROWS}) n`);
    }
    await server.dataSource.query(
      `WITH enrolled AS (
         INSERT INTO enrollments (client_id, sequence_id, lead_id, steps) SELECT client_id, (SELECT id FROM sequences LIMIT 1), id, '[]' FROM leads RETURNING id, lead_id
       )
       INSERT INTO sms_messages (client_id, campaign_id, sms_sequence_id, lead_id, enrollment_id, step, to_e164, body, due_at)
       SELECT $1, $2, gen_random_uuid(), lead_id, id, 0, '', '', now() FROM enrolled`,
      [client.id, ids.campaign],
    );
  });
  afterAll(() => server.stop());

  const names = [...Object.keys(lists), 'smsMessages'];
  async function read(name: string, args: object) {
    const [document] = name === 'smsMessages' ? [SmsMessagesDocument] : lists[name as keyof typeof lists];
    const of = name === 'webhookDeliveries' ? { webhookId: ids.webhook } : { clientId: client.id };
    const variables = ['clients', 'admins', 'adminInvitations'].includes(name) ? args : { ...of, ...args };
    const data = (await admin(document as typeof LeadsDocument, variables as never)) as unknown as Record<
      string,
      { items: { id: string }[]; total: number; nextCursor: string | null }
    >;
    return data[name]!;
  }

  it('of the schema has a limit and a cursor, unless its length is bounded', () => {
    const fields = Object.values(createSchema().getQueryType()!.getFields());
    const pages = fields.filter(({ type }) => {
      const named = getNamedType(type);
      return isObjectType(named) && named.getFields()['nextCursor'] && named.getFields()['items'];
    });
    for (const { args } of pages)
      expect(args.map(({ name }) => name)).toEqual(expect.arrayContaining(['limit', 'after', 'offset']));
    expect(pages.map(({ name }) => name).sort()).toEqual([...names].sort());
    const arrays = fields.filter(({ type }) => isListType(getNullableType(type)));
    expect(arrays.map(({ name }) => name).sort()).toEqual(['landingPages', 'webhooks']);
  });

  it.each(names)('%s has 100 items a page by default', async (name) => {
    expect((await read(name, {})).items).toHaveLength(100);
  });

  it.each(names)('%s returns each item once, in a stable order, although many have the same time', async (name) => {
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page = await read(name, { limit: 7, after });
      expect(page.items.length).toBeGreaterThan(0);
      expect(page.total).toBeGreaterThanOrEqual(ROWS);
      seen.push(...page.items.map(({ id }) => id));
      after = page.nextCursor;
    } while (after !== null);
    const whole = await read(name, { limit: 500 });
    expect(seen).toEqual(whole.items.map(({ id }) => id));
    expect([new Set(seen).size, whole.nextCursor]).toEqual([whole.total, null]);
    expect((await read(name, { limit: 7, offset: 7 })).items.map(({ id }) => id)).toEqual(seen.slice(7, 14));
  });

  it.each(names)('%s rejects an excessive limit or offset and a malformed cursor, naming the field', async (name) => {
    const invalid: [string, unknown][] = [
      ['limit', 0],
      ['limit', 501],
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
      ].map((after): [string, unknown] => ['after', after]),
      ['after', position('1', ID, 1)],
      ['after', position('99999999999999999', ID)],
      ['after', 'x'.repeat(5_001)],
    ];
    for (const [field, value] of invalid)
      await expect(read(name, { [field]: value })).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { [field]: expect.any(String) },
      });
  });

  it('rejects a cursor of another sort order, and shows only what the caller may see for a forged one', async () => {
    const other = await createClient(server);
    const read = (variables: object) => other.call(LeadsDocument, { clientId: other.id, ...variables });
    for (const [sort, value] of [
      ['createdAt', 'Ann'],
      ['status', 'Ann'],
      ['fullName', 'a\0'],
      ['campaignName', null],
    ] as const)
      await expect(read({ sort, after: position(value, ID) })).rejects.toMatchObject({
        fields: { after: expect.any(String) },
      });
    expect((await read({ after: position('9007199254740991', ID) })).leads.items).toEqual([]);
    expect((await read({ order: 'asc', after: position('-9007199254740991', ID) })).leads.items).toEqual([]);
  });

  it('of large items ends early, but never a page of 25', async () => {
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
    let after: string | null = null;
    do {
      const { leads }: { leads: { items: unknown[]; nextCursor: string | null } } = await large.call(LeadsDocument, {
        clientId: large.id,
        limit: 500,
        after,
      });
      sizes.push(leads.items.length);
      after = leads.nextCursor;
    } while (after !== null);
    expect(sizes).toEqual([10, 10, 10, 10]);
    expect((await large.call(LeadsDocument, { clientId: large.id, limit: 25 })).leads.items).toHaveLength(25);
  });
});
