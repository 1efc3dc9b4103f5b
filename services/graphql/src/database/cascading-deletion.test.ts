import { addFigures } from '../analytics/add-figures';
import { suppress } from '../replies/suppress';
import {
  ClaimLeadNotificationDocument,
  ClaimStepDocument,
  StoreLoggedMessageDocument,
} from '../testing/internal-operations/generated';
import {
  CreateUploadDocument,
  CreateWebhookDocument,
  DeleteCampaignDocument,
  DeleteClientDocument,
  DeleteFileDocument,
  DeleteLeadDocument,
  DeleteSequenceDocument,
  LeadDocument,
  SubmitLeadDocument,
  UpdateCampaignDocument,
  UpdateClientDocument,
  UpdateRetentionPolicyDocument,
  RecordLandingViewDocument,
} from '../testing/operations/generated';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { deleteMarkedObjects } from '../jobs/sweep-objects';
import { createCampaign, createClient, createLead, createSequence } from '../testing/fixtures';
import { startTestServer, type TestServer } from '../testing/test-server';
import { png, putFile, upload } from '../testing/uploads';

const nouns = ['client', 'campaign', 'lead', 'sequence', 'file'] as const;
const documents = {
  client: DeleteClientDocument,
  campaign: DeleteCampaignDocument,
  lead: DeleteLeadDocument,
  sequence: DeleteSequenceDocument,
  file: DeleteFileDocument,
};
const tables = { client: 'clients', campaign: 'campaigns', lead: 'leads', sequence: 'sequences', file: 'files' };

describe('submissions to a client that is being deleted', () => {
  it.each(['lead', 'spam'])('a %s is stored or answered with NOT_FOUND', async (kind) => {
    const server = await startTestServer({ rateLimits: false });
    try {
      for (let round = 0; round < 5; round += 1) {
        const client = await createClient(server);
        const campaign = await createCampaign(server, client.id);
        await createSequence(server, client.id, campaign.id);
        await createLead(server, client, campaign);
        const codes = new Set<unknown>();
        const submit = async () => {
          for (;;) {
            const variables = {
              client: client.handle,
              slug: campaign.slug,
              formData: { fullName: 'Ann Lee', phone: '(415) 555-2671' },
              honeypotFilled: kind === 'spam',
            };
            const error: unknown = await server.visitor(SubmitLeadDocument, variables).then(
              () => null,
              (thrown: unknown) => thrown,
            );
            if (error === null) continue;
            codes.add((error as { code?: unknown }).code);
            return;
          }
        };
        const visitors = Array.from({ length: 12 }, submit);
        await server.admin(DeleteClientDocument, { id: client.id });
        await server.doBulkWork();
        await Promise.all(visitors);
        expect([...codes]).toEqual(['NOT_FOUND']);
      }
    } finally {
      await server.stop();
    }
  });
});

describe('deleting', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  /** Creates a client with a row in every table. The test below fails if a table is missing here. */
  async function createFullClient() {
    const client = await createClient(server);
    const logo = await upload(server, client.call, png());
    const campaign = await createCampaign(server, client.id, { logoImageUrl: logo.objectPath });
    await client.call(UpdateCampaignDocument, { id: campaign.id, input: { slug: `${campaign.slug}-now` } });
    await server.visitor(RecordLandingViewDocument, { client: client.handle, slug: campaign.slug });
    const sequence = await createSequence(server, client.id, campaign.id);
    await server.admin(UpdateClientDocument, {
      id: client.id,
      input: { webhooksEnabled: true, monthlyLeadLimit: 999 },
    });
    await client.call(CreateWebhookDocument, {
      clientId: client.id,
      input: { url: 'https://example.com', events: ['lead.created'] },
    });
    const lead = await createLead(server, client, campaign);
    const { enrollments } = (await client.call(LeadDocument, { id: lead.id })).lead;
    const enrollment = enrollments.nodes[0]!.id;
    const { message } = (await server.service(ClaimStepDocument, { enrollmentId: enrollment, position: 0 })).claimStep;
    await server.service(StoreLoggedMessageDocument, { id: message!.id, to: message!.to, body: message!.body });
    await server.service(ClaimLeadNotificationDocument, { leadId: lead.id });
    await server.service(StoreLoggedMessageDocument, { id: lead.id, to: '+14155550100', body: 'New lead' });
    // Insert them directly, because a real reply would end the enrollment.
    await suppress(server.dataSource.manager, '+14155550199', 'stop');
    await server.dataSource.query(
      `INSERT INTO replies (client_id, lead_id, provider_id, body, intent) VALUES ($1, $2, 'SM1', 'Yes', 'reply')`,
      [client.id, lead.id],
    );
    await server.dataSource.query(
      `INSERT INTO lead_notes (client_id, lead_id, body, author_id, author_name) VALUES ($1, $2, 'Called', $1, 'A')`,
      [client.id, lead.id],
    );
    await server.dataSource.query(
      `INSERT INTO rates (client_id, from_month, changed_by) VALUES ($1, '2026-01', 'admin')`,
      [client.id],
    );
    await server.dataSource.query(
      `WITH job AS (INSERT INTO lead_jobs (client_id, filter, action, total, started_by) VALUES ($1, '{}', '{}', 1, 'admin') RETURNING id),
       undo AS (INSERT INTO lead_jobs (client_id, filter, action, total, started_by, undo_of) SELECT $1, '{}', '{}', 1, 'admin', id FROM job)
       INSERT INTO lead_job_changes (job_id, client_id, lead_id, version) SELECT id, $1, $2, 1 FROM job`,
      [client.id, lead.id],
    );
    await server.dataSource.query(
      `WITH created AS (INSERT INTO lead_imports (client_id, campaign_id, file_name, columns, ip_address, user_agent, created_by) VALUES ($1, $2, '', '[]', '', '', '') RETURNING id)
       INSERT INTO lead_import_rows (import_id, client_id, position, cells, lead_id) SELECT id, $1, n, '{}', CASE n WHEN 1 THEN $3::uuid END FROM created, generate_series(1, 2) n`,
      [client.id, campaign.id, lead.id],
    );
    await server.dataSource.query(
      `INSERT INTO lead_history (client_id, lead_id, kind, current, actor_name) VALUES ($1, $2, 'owner', 'A', 'A')`,
      [client.id, lead.id],
    );
    await server.dataSource.query(
      `INSERT INTO notifications (client_id, kind, campaign_id) VALUES ($1, 'ab_test', $2)`,
      [client.id, campaign.id],
    );
    await server.dataSource.query(`INSERT INTO notification_settings (client_id) VALUES ($1)`, [client.id]);
    await server.dataSource.query(
      `WITH test AS (INSERT INTO ab_tests (client_id, campaign_id, goal, views_per_variant) VALUES ($1, $2, 'leads', 1000) RETURNING id)
       INSERT INTO ab_test_variants (client_id, test_id, position) SELECT $1, id, 0 FROM test`,
      [client.id, campaign.id],
    );
    await server.dataSource.query(
      `INSERT INTO campaign_drafts (client_id, campaign_id, content, saved_by) VALUES ($1, $2, '{}', '')`,
      [client.id, campaign.id],
    );
    await server.dataSource.query(
      `INSERT INTO sequence_drafts (client_id, sequence_id, content, saved_by) SELECT client_id, id, '{}', '' FROM sequences WHERE client_id = $1`,
      [client.id],
    );
    await server.dataSource.query(
      `INSERT INTO placements (client_id, campaign_id, name, code) VALUES ($1, $2, 'Van', gen_random_uuid())`,
      [client.id, campaign.id],
    );
    await server.dataSource.query(
      `WITH playbook AS (INSERT INTO playbooks (campaign_id, name) VALUES ($2, 'Roofs') RETURNING id)
       INSERT INTO playbook_copies (playbook_id, client_id, campaign_id, version_number) SELECT id, $1, $2, 1 FROM playbook`,
      [client.id, campaign.id],
    );
    await server.dataSource.query(`INSERT INTO saved_views (client_id, name, query) VALUES ($1, 'Mine', '{}')`, [
      client.id,
    ]);
    await server.dataSource.query(
      `WITH tag AS (INSERT INTO tags (client_id, name, key) VALUES ($1, 'VIP', 'vip') RETURNING id)
       INSERT INTO lead_tags (client_id, lead_id, tag_id) SELECT $1, $2, id FROM tag`,
      [client.id, lead.id],
    );
    await server.dataSource.query(
      `INSERT INTO spam_leads (client_id, campaign_id, reason, form_data) VALUES ($1, $2, 'honeypot', '{}')`,
      [client.id, campaign.id],
    );
    await server.dataSource.query(
      `INSERT INTO test_messages (client_id, key, to_e164, body) VALUES ($1, 'k', '+14155550100', 'Try')`,
      [client.id],
    );
    for (const statement of [
      `message_forecasts (client_id, month, monthly_sms_limit, total) SELECT $1, now(), 1, 0`,
      `passkeys (client_id, credential_id, public_key, counter, transports, name) SELECT $1, gen_random_uuid(), '', 0, '{}', 'Laptop'`,
      `authenticators (client_id, encrypted_secret) VALUES ($1, '')`,
      `members (client_id, name, username, role, password_hash) SELECT $1, 'Ann', gen_random_uuid(), 'staff', ''`,
      `senders (client_id, from_number) SELECT $1, '+1628' || (random() * 9999999)::int`,
      `api_keys (client_id, name, scopes, token_hash, token_start, created_by) SELECT $1, 'Key', '{read_all}', sha256(gen_random_uuid()::text::bytea), 'dripline_', 'admin'`,
      `recovery_codes (client_id, code_hash) SELECT $1, gen_random_uuid()`,
      `sign_in_challenges (client_id, token_hash, purpose, expires_at) SELECT $1, gen_random_uuid(), 'password', now()`,
    ])
      await server.dataSource.query(`INSERT INTO ${statement}`, [client.id]);
    await client.call(UpdateRetentionPolicyDocument, { clientId: client.id, input: { leadDays: 365 } });
    const kept = await upload(server, client.call, png(), { clientId: client.id });
    const { uploadURL } = (await client.call(CreateUploadDocument, { clientId: client.id })).createUpload;
    await putFile(server, uploadURL, new Uint8Array(png()));
    await addFigures(server.dataSource);
    await server.dataSource.query('DELETE FROM outbox');
    const ids = { client: client.id, campaign: campaign.id, lead: lead.id, sequence: sequence.id, file: kept.file!.id };
    return {
      ids,
      enrollment,
      text: message!.id,
      objects: {
        client: [logo.objectPath, kept.objectPath, uploadURL],
        campaign: [logo.objectPath],
        file: [kept.objectPath],
        lead: [],
        sequence: [],
      },
    };
  }

  const count = async (table: string, column: string, id: string) => {
    const [row] = await server.dataSource.query<{ rows: number }[]>(
      `SELECT count(*)::int AS rows FROM "${table}" WHERE "${column}" = $1`,
      [id],
    );
    return { at: `${table}.${column}`, rows: row!.rows };
  };
  /**
   * Counts the rows in every column that refers to such an object, according to the catalog: `client_id`,
   * `sms_sequence_id`.
   */
  const referring = async (noun: string, id: string) => {
    const columns = await server.dataSource.query<{ table_name: string; column_name: string }[]>(
      `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name ~ $1 ORDER BY 1, 2`,
      [`(^|_)${noun}_id$`],
    );
    return Promise.all(columns.map(({ table_name, column_name }) => count(table_name, column_name, id)));
  };
  const stored = () => ['pending', 'public'].flatMap((place) => readdirSync(path.join(server.objectFolder, place)));
  const idIn = (address: string) => /[0-9a-f-]{36}/.exec(address)![0];

  it.each(nouns)('a %s deletes every row that refers to it and its files, and signals its workflows', async (noun) => {
    const { ids, enrollment, text, objects } = await createFullClient();
    const other = await createFullClient();
    const id = ids[noun];
    const before = await referring(noun, id);
    const outlives = (at: string) =>
      /^(outbox|changes|landing_page_changes|evidence|suppressions|erasures|figure_changes)\./.test(at);
    expect(before.filter(({ at, rows }) => rows === 0 && !outlives(at))).toEqual([]);
    expect(before.length).toBeGreaterThanOrEqual({ client: 15, campaign: 8, lead: 6, sequence: 3, file: 0 }[noun]);
    expect(await count('sms_log', 'id', text)).toMatchObject({ rows: 1 });

    await server.admin(documents[noun] as typeof DeleteClientDocument, { id });
    await deleteMarkedObjects(server);

    const isUnder = noun !== 'file';
    expect(
      [...(await referring(noun, id)), await count(tables[noun], 'id', id)].filter(
        ({ at, rows }) => rows > 0 && !outlives(at),
      ),
    ).toEqual([]);
    expect(await count('sms_log', 'id', text)).toMatchObject({ rows: isUnder ? 0 : 1 });
    expect(await count('sms_log', 'id', ids.lead)).toMatchObject({
      rows: noun === 'file' || noun === 'sequence' ? 1 : 0,
    });
    expect(await count('enrollments', 'id', enrollment)).toMatchObject({ rows: isUnder ? 0 : 1 });
    expect(await server.dataSource.query(`SELECT kind, subject_id FROM outbox WHERE kind <> 'webhook'`)).toEqual(
      isUnder ? [{ kind: 'signal', subject_id: enrollment }] : [],
    );
    const gone = (objects[noun] as string[]).map(idIn);
    expect(stored().filter((name) => gone.includes(name))).toEqual([]);
    expect(stored()).toEqual(
      expect.arrayContaining([
        ...objects.client.map(idIn).filter((name) => !gone.includes(name)),
        ...other.objects.client.map(idIn),
      ]),
    );
    await expect(server.admin(documents[noun] as typeof DeleteClientDocument, { id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    for (const otherNoun of nouns)
      expect(await count(tables[otherNoun], 'id', other.ids[otherNoun])).toMatchObject({ rows: 1 });
  });
});
