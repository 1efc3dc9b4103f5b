import { liftSuppression } from '../replies/suppress';
import { eventually } from '@dripline/runtime/testing/eventually';
import {
  ClaimLeadNotificationDocument,
  ClaimStepDocument,
  RecordSendResultDocument,
  StoreLoggedMessageDocument,
} from '../testing/internal-operations/generated';
import {
  AddLeadImportRowsDocument,
  AuditEntriesDocument,
  CreateLeadImportDocument,
  CreateWebhookDocument,
  ErasePersonDocument,
  LeadDocument,
  PersonDocument,
  RestoreSpamLeadDocument,
  SubmitLeadDocument,
  UpdateClientDocument,
  CreateLeadNoteDocument,
  UpdateLeadDocument,
} from '../testing/operations/generated';
import { WEBHOOK_EVENTS } from '@dripline/contract/webhooks';
import { handleReply } from '../replies/handle-reply';
import { createCampaign, createClient, createLead, createSequence } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';

const PHONE = '+14155552671';
const form = { fullName: 'Ann Quillfeather', phone: '(415) 555-2671', email: 'Ann@Quillfeather.example' };
const FROM = '203.0.113.77';
const BROWSER = 'Quillfeather-Browser/1.0';
/** Lowercase strings that identify the person. */
const marks = ['quillfeather', '4155552671', '555-2671', FROM];

/**
 * Text columns of tables that an erasure keeps because they do not identify visitors. `all`: all columns contain only
 * what clients and the agency wrote.
 */
const impersonal: Record<string, string[] | 'all'> = {
  ...Object.fromEntries(
    [
      'admin_invitations',
      'api_keys',
      'authenticators',
      'passkeys',
      'recovery_codes',
      'sign_in_challenges',
      // Responses are encrypted and kept for a day.
      'idempotency_keys',
      'campaigns',
      'clients',
      'files',
      'form_fields',
      'slug_redirects',
      'page_versions',
      'lead_jobs',
      'lead_job_changes',
      'lead_imports',
      'members',
      'ab_test_variants',
      'ab_tests',
      'placements',
      'playbooks',
      'playbook_versions',
      'playbook_copies',
      'sequence_versions',
      'sequence_drafts',
      'campaign_drafts',
      'campaign_versions',
      // They refer to leads, which are erased, and name accounts.
      'notifications',
      'notification_settings',
      'lead_history',
      'saved_views',
      'sequences',
      'sessions',
      'sender_pacing',
      'senders',
      'steps',
      'tags',
      'stored_objects',
      'users',
      'webhooks',
    ].map((table) => [table, 'all' as const]),
  ),
  // Messages to the client's own phone about a sample lead.
  test_messages: 'all',
  audit_entries: [
    'actor',
    'actor_name',
    'api_key_name',
    'network',
    'object_ref',
    'object_kind',
    'operation',
    'outcome',
  ],
  limit_changes: ['changed_by', 'quota'],
  rates: ['changed_by', 'currency', 'from_month'],
  migrations: ['name'],
  outbox: ['kind'],
  provider_breaker: ['reason'],
  sign_in_attempts: ['account'],
  campaign_counts: ['kind'],
  source_counts: ['kind', 'source'],
  figure_changes: ['figure', 'source'],
  daily_figures: ['id', 'scope'],
  unmatched_receipts: ['last_provider_id'],
  usage_counters: ['kind'],
  suppressions: ['number_hash', 'sender', 'reason'],
  evidence: ['number_hash', 'kind', 'client_name', 'details'],
  legal_holds: 'all',
  // Keyed hashes of addresses.
  rate_limits: ['key'],
  views: ['source'],
};

describe('one person’s data', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  // All clients share a sender, so an opt-out of one applies to the others.
  afterEach(() => liftSuppression(server.dataSource.manager, PHONE));
  afterAll(() => server.stop());

  const submit = (
    client: { handle: string },
    { slug }: { slug: string },
    more: { formData?: object; honeypotFilled?: boolean; idempotencyKey?: string } = {},
  ) =>
    server.visitor(
      SubmitLeadDocument,
      { client: client.handle, slug, ...more, formData: { ...form, ...more.formData } },
      { 'x-forwarded-for': FROM, 'user-agent': BROWSER },
    );

  async function makeBusiness() {
    const client = await createClient(server);
    await server.admin(UpdateClientDocument, {
      id: client.id,
      input: { webhooksEnabled: true, quietHours: { enabled: false, start: '21:00', end: '08:00' } },
    });
    const campaign = await createCampaign(server, client.id);
    await createSequence(server, client.id, campaign.id, {
      steps: [
        { delayMinutes: 0, message: 'Hi {{fullName}}' },
        { delayMinutes: 1, message: 'Still there?' },
      ],
    });
    return { client, campaign };
  }

  const enrollmentOf = async (leadId: string) =>
    (await server.admin(LeadDocument, { id: leadId })).lead.enrollments.nodes[0]!;

  /** Creates a person about whom every part of the product stores data. */
  async function makePerson() {
    await liftSuppression(server.dataSource.manager, PHONE);
    const { client, campaign } = await makeBusiness();
    await client.call(CreateWebhookDocument, {
      clientId: client.id,
      input: { url: 'https://crm.example.com/key', events: [...WEBHOOK_EVENTS] },
    });
    const { id } = (await submit(client, campaign, { idempotencyKey: 'quillfeather-1' })).submitLead;
    const { id: enrollmentId } = await enrollmentOf(id);
    const { message } = (await server.service(ClaimStepDocument, { enrollmentId, position: 0 })).claimStep;
    await server.service(StoreLoggedMessageDocument, { id: message!.id, to: message!.to, body: message!.body });
    await server.service(RecordSendResultDocument, {
      outcome: { messageId: message!.id, status: 'sent', providerId: `log-${message!.id}` },
    });
    const { message: notification } = (await server.service(ClaimLeadNotificationDocument, { leadId: id }))
      .claimLeadNotification;
    await server.service(StoreLoggedMessageDocument, { id, to: notification!.to, body: notification!.body });
    await client.call(UpdateLeadDocument, {
      id,
      input: { status: 'contacted', formData: { ...form, note: 'Called Ann Quillfeather' } },
    });
    await client.call(CreateLeadNoteDocument, { leadId: id, body: 'Ann Quillfeather prefers mornings' });
    const { createLeadImport } = await client.call(CreateLeadImportDocument, {
      campaignId: campaign.id,
      fileName: 'leads.csv',
      columns: ['fullName', 'phone', 'email'].map((name) => ({ name, target: 'answer' as const, fieldId: name })),
    });
    await client.call(AddLeadImportRowsDocument, {
      id: createLeadImport.id,
      position: 0,
      rows: [
        ['Ann Quillfeather', form.phone, ''],
        ['Ann Quillfeather', '415-555-2671', 'no address'],
        ['Ann Quillfeather', '1', 'ANN@quillfeather.example'],
      ],
    });
    await handleReply(server.dataSource, { providerId: `in-${id}`, from: PHONE, body: 'This is Ann Quillfeather' });
    await handleReply(server.dataSource, { providerId: `stop-${id}`, from: PHONE, body: 'STOP' });
    const { id: spam } = (await submit(client, campaign, { honeypotFilled: true, idempotencyKey: 'quillfeather-2' }))
      .submitLead;
    await server.dataSource.query(
      'UPDATE webhook_deliveries SET response_body = payload, attempted_at = now() WHERE client_id = $1',
      [client.id],
    );
    return { client, campaign, lead: id, spam };
  }

  /** Returns every column that contains a string that identifies the person. */
  async function naming(): Promise<string[]> {
    const tables = await server.dataSource.query<{ name: string }[]>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
    );
    const found = await Promise.all(
      tables.map(async ({ name }) => {
        const rows = await server.dataSource.query<{ row: Record<string, unknown> }[]>(
          `SELECT to_jsonb(it) AS row FROM "${name}" it`,
        );
        const columns = rows.flatMap(({ row }) =>
          Object.entries(row).flatMap(([column, value]) => (namesPerson(value) ? [`${name}.${column}`] : [])),
        );
        return [...new Set(columns)];
      }),
    );
    return found.flat().sort();
  }
  /** Returns text columns that are listed neither as identifying nor as safe. */
  async function findUnknownColumns(knownColumns: string[]): Promise<string[]> {
    const columns = await server.dataSource.query<{ table: string; column: string }[]>(
      `SELECT table_name AS table, column_name AS column FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type IN ('text', 'character varying', 'character', 'json', 'jsonb', 'ARRAY', 'bytea', 'inet', 'xml') ORDER BY 1, 2`,
    );
    const isKnown = ({ table, column }: { table: string; column: string }) =>
      knownColumns.some((column) => column.startsWith(`${table}.`))
        ? !(table in impersonal)
        : impersonal[table] === 'all' || impersonal[table]?.includes(column);
    return columns.flatMap((row) => (isKnown(row) ? [] : [`${row.table}.${row.column}`]));
  }
  const namesPerson = (value: unknown) => marks.some((mark) => JSON.stringify(value).toLowerCase().includes(mark));

  it('is stored only in known columns, and erased from all of them except opt-outs', async () => {
    const { client, campaign } = await makePerson();
    const bystander = await createLead(server, client, campaign, { fullName: 'Bob', phone: '(415) 555-0188' });
    const before = await naming();
    // A new column must contain the person's data in this test, or be listed as safe.
    expect(await findUnknownColumns(before)).toEqual([]);
    expect(before).toEqual(
      expect.arrayContaining([
        'lead_notifications.body',
        'consents.ip_address',
        'leads.form_data',
        'sms_log.body',
        'lead_notes.body',
        'replies.body',
        'sms_messages.body',
        'spam_leads.form_data',
        'webhook_deliveries.payload',
      ]),
    );

    const { erasePerson } = await client.call(ErasePersonDocument, { clientId: client.id, phone: '415-555-2671' });
    expect(erasePerson).toEqual({ leads: 1, messages: 1, replies: 2, spamSubmissions: 1, optOutsKept: 1 });
    expect(await naming()).toEqual([]);
    expect((await server.admin(LeadDocument, { id: bystander.id })).lead.fullName).toBe('Bob');
  });

  it('is detected as unknown in a new table', async () => {
    await server.dataSource.query('CREATE TABLE newcomers (id uuid, note text)');
    expect(await findUnknownColumns(await naming())).toContain('newcomers.note');
    await server.dataSource.query('DROP TABLE newcomers');
  });

  it('is exported completely, in a versioned format', async () => {
    const { client, campaign, lead, spam } = await makePerson();
    await server.dataSource.query(
      `WITH tag AS (INSERT INTO tags (client_id, name, key) VALUES ($1, 'VIP', 'vip') RETURNING id)
       INSERT INTO lead_tags (client_id, lead_id, tag_id) SELECT $1, $2, id FROM tag`,
      [client.id, lead],
    );
    const { person } = await client.call(PersonDocument, { clientId: client.id, email: 'ANN@quillfeather.EXAMPLE' });
    expect(person).toMatchObject({
      format: 'person.1',
      leads: [
        {
          id: lead,
          campaignName: campaign.name,
          status: 'contacted',
          held: false,
          tags: ['VIP'],
          formData: { ...form, note: 'Called Ann Quillfeather' },
          consents: [{ via: 'api', ipAddress: FROM, userAgent: BROWSER }],
          enrollments: [{ sequence: 'Welcome', status: 'cancelled', reason: 'replied' }],
          messages: [{ to: PHONE, body: expect.stringContaining('Hi Ann') as string, status: 'sent' }],
          replies: [
            { body: 'This is Ann Quillfeather', intent: 'reply' },
            { body: 'STOP', intent: 'stop' },
          ],
          notes: [{ body: 'Ann Quillfeather prefers mornings', authorName: client.login.username }],
          history: expect.arrayContaining([
            expect.objectContaining({
              ...{ kind: 'status', previous: 'new', current: 'contacted', actorName: client.login.username },
            }),
            expect.objectContaining({ kind: 'answers', current: '“note”' }),
          ]) as object[],
          leadNotification: expect.stringContaining('Quillfeather') as string,
          changes: [{ operation: 'updateLead', actor: 'client' }],
        },
      ],
      spamSubmissions: [{ id: spam, reason: 'honeypot', formData: form, consent: { ipAddress: FROM } }],
      importRows: [
        { cells: ['Ann Quillfeather', form.phone, ''], problem: 'A lead with this phone number or email exists' },
        {
          fileName: 'leads.csv',
          columns: ['fullName', 'phone', 'email'],
          cells: ['Ann Quillfeather', '415-555-2671', 'no address'],
        },
        { cells: ['Ann Quillfeather', '1', 'ANN@quillfeather.example'], problem: 'Phone must be a phone number' },
      ],
      optOuts: [{ phone: PHONE }],
    });
    expect(person.leads[0]!.webhookEvents.map(({ type, host }) => `${type} ${host}`)).toEqual(
      ['lead.created', 'sms.sent', 'lead.updated', 'sms.replied', 'sms.replied'].map(
        (type) => `${type} crm.example.com`,
      ),
    );
    expect(person.leads[0]!.webhookEvents[0]!.posted).toMatchObject({
      type: 'lead.created',
      data: { fullName: form.fullName },
    });
  });

  it('is limited to one client: another client’s data about the same person is kept', async () => {
    const one = await makePerson();
    const other = await makePerson();
    await server.admin(ErasePersonDocument, { clientId: one.client.id, phone: PHONE, email: form.email });
    const exportOf = async ({ client }: typeof one) =>
      (await client.call(PersonDocument, { clientId: client.id, phone: PHONE })).person;
    expect(await exportOf(one)).toMatchObject({ leads: [], spamSubmissions: [], optOuts: [{ phone: PHONE }] });
    expect(await exportOf(other)).toMatchObject({
      leads: [{ id: other.lead }],
      spamSubmissions: [{ id: other.spam }],
      optOuts: [{ phone: PHONE }],
    });
  });

  it('is found by a phone number that was corrected later, and in held leads', async () => {
    const { client, campaign, lead } = await makePerson();
    await client.call(UpdateLeadDocument, { id: lead, input: { formData: { ...form, phone: '(415) 555-0177' } } });
    await server.admin(UpdateClientDocument, { id: client.id, input: { monthlyLeadLimit: 0 } });
    const { id: held } = (await submit(client, campaign)).submitLead;
    const { person } = await client.call(PersonDocument, { clientId: client.id, phone: PHONE });
    expect(person.leads.map(({ id, held: isHeld }) => [id, isHeld])).toEqual([
      [lead, false],
      [held, true],
    ]);
    expect((await client.call(ErasePersonDocument, { clientId: client.id, phone: PHONE })).erasePerson).toMatchObject({
      leads: 2,
    });
  });

  it('requires a phone number or an email address, and may be empty', async () => {
    const { client } = await makeBusiness();
    await expect(client.call(PersonDocument, { clientId: client.id, phone: ' ' })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { phone: 'Enter a phone number or an email address.' },
    });
    await expect(client.call(ErasePersonDocument, { clientId: client.id })).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    expect(
      (await client.call(PersonDocument, { clientId: client.id, email: 'nobody@example.com' })).person,
    ).toMatchObject({ leads: [], spamSubmissions: [], optOuts: [] });
    expect(
      (await client.call(ErasePersonDocument, { clientId: client.id, email: 'nobody@example.com' })).erasePerson,
    ).toEqual({ leads: 0, messages: 0, replies: 0, spamSubmissions: 0, optOutsKept: 0 });
  });

  it('keeps opt-outs, so that a person who was erased and submits again gets no messages', async () => {
    const { client, campaign } = await makePerson();
    await client.call(ErasePersonDocument, { clientId: client.id, phone: PHONE });
    const { id } = (await submit(client, campaign)).submitLead;
    const { lead } = await server.admin(LeadDocument, { id });
    expect(lead.enrollments.nodes.map(({ status, reason }) => [status, reason])).toEqual([['cancelled', 'opted_out']]);
  });

  it('is erased while a message is being sent: the workflow is signalled, and its result is ignored', async () => {
    const { client, campaign } = await makeBusiness();
    const { id } = (await submit(client, campaign)).submitLead;
    const { id: enrollmentId } = await enrollmentOf(id);
    const { message } = (await server.service(ClaimStepDocument, { enrollmentId, position: 0 })).claimStep;
    await server.dataSource.query('DELETE FROM outbox');
    await client.call(ErasePersonDocument, { clientId: client.id, phone: PHONE });
    expect(await server.dataSource.query('SELECT kind, subject_id FROM outbox')).toEqual([
      { kind: 'signal', subject_id: enrollmentId },
    ]);
    await server.service(StoreLoggedMessageDocument, { id: message!.id, to: message!.to, body: message!.body });
    expect(
      (
        await server.service(RecordSendResultDocument, {
          outcome: { messageId: message!.id, status: 'sent', providerId: 'late' },
        })
      ).recordSendResult,
    ).toMatchObject({ decision: 'finish', reason: 'deleted' });
    expect(await server.dataSource.query('SELECT id FROM sms_log WHERE id = $1', [message!.id])).toEqual([]);
  });

  it('is never partially erased by concurrent submissions and restorations', async () => {
    const { client, campaign } = await makeBusiness();
    const spam = await Promise.all(Array.from({ length: 6 }, () => submit(client, campaign, { honeypotFilled: true })));
    const results = await Promise.allSettled([
      ...Array.from({ length: 12 }, () => submit(client, campaign)),
      ...spam.map(({ submitLead }) => client.call(RestoreSpamLeadDocument, { id: submitLead.id })),
      ...Array.from({ length: 4 }, () => client.call(ErasePersonDocument, { clientId: client.id, phone: PHONE })),
    ]);
    // The restoration fails if the submission was erased first.
    expect(
      results
        .flatMap((result) => (result.status === 'rejected' ? [(result.reason as { code: string }).code] : []))
        .filter((code) => code !== 'NOT_FOUND'),
    ).toEqual([]);
    const { person } = await client.call(PersonDocument, { clientId: client.id, phone: PHONE });
    const parts = person.leads.map(({ consents, leadNotification, enrollments }) => [
      consents.length === 1,
      leadNotification !== null,
      enrollments.length,
    ]);
    expect(parts).toEqual(person.leads.map(() => [true, true, 1]));
    expect(person.spamSubmissions).toEqual([]);
    await client.call(ErasePersonDocument, { clientId: client.id, phone: PHONE });
    expect((await client.call(PersonDocument, { clientId: client.id, phone: PHONE })).person).toMatchObject({
      leads: [],
      spamSubmissions: [],
    });
  });

  it('is not recreated by a restoration that started before the erasure', async () => {
    const { client, campaign } = await makeBusiness();
    const { id } = (await submit(client, campaign, { honeypotFilled: true })).submitLead;
    const runner = server.dataSource.createQueryRunner();
    await runner.startTransaction();
    // The row lock stops the restoration after it has read the submission, because its first change deletes it.
    await runner.query('DELETE FROM spam_leads WHERE id = $1', [id]);
    const restored = client.call(RestoreSpamLeadDocument, { id }).then(
      () => 'ok',
      ({ code }: { code: string }) => code,
    );
    await waitsForLock(runner);
    await runner.commitTransaction();
    await runner.release();
    expect(await restored).toBe('NOT_FOUND');
    expect((await client.call(PersonDocument, { clientId: client.id, phone: PHONE })).person).toMatchObject({
      leads: [],
      spamSubmissions: [],
    });
  });

  it('is recorded as erased in the audit log without identification', async () => {
    const { client } = await makeBusiness();
    await client.call(ErasePersonDocument, { clientId: client.id, phone: form.phone });
    await server.admin(ErasePersonDocument, { clientId: client.id, email: form.email });
    const { nodes } = (await server.admin(AuditEntriesDocument, { filter: { clientId: client.id }, first: 2 }))
      .auditEntries;
    expect(
      nodes.map(({ actor, operation, objectKind, objectId, outcome }) => [
        actor,
        operation,
        objectKind,
        objectId,
        outcome,
      ]),
    ).toEqual([
      ['admin', 'erasePerson', 'person', '•••@•••', 'ok'],
      ['client', 'erasePerson', 'person', '•••71', 'ok'],
    ]);
  });
});

/** Waits until another transaction is blocked by this one. */
const waitsForLock = (runner: { query(sql: string): Promise<unknown> }) =>
  eventually(async () => expect(await runner.query('SELECT * FROM pg_locks WHERE NOT granted')).not.toEqual([]));
