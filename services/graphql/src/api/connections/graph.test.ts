import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { parse } from 'graphql';
import { createCampaign, createClient, createLead, createSequence } from '../../testing/fixtures';
import { countStatements } from '../../testing/count-statements';
import { type Caller, startTestServer, type TestServer } from '../../testing/test-server';

type Variables = Record<string, unknown>;
const documentOf = (text: string) => parse(text) as unknown as TypedDocumentNode<Record<string, unknown>, Variables>;

const dashboard = documentOf(`query ($id: ID!, $first: Int) {
  client(id: $id) {
    businessName status linkReadOnly usage { leadsThisMonth smsThisMonth segmentsThisMonth campaignsThisMonth }
    stats(range: { days: 7 }) { totalCampaigns totalLeads conversions heldLeads spamLeads totalSMSMessages byDay { day leads } bySource { source leads } }
    campaigns(first: $first) { totalCount nodes { name landingUrl formFields { id } stats { totalViews totalLeads } scanAnalytics { totalScans } } }
    leads(first: $first) { totalCount nodes { fullName campaign { name } optedOutAt consent { createdAt } } }
    spamLeads(first: $first) { totalCount nodes { reason campaign { name } } }
    sequences(first: $first) { totalCount nodes { name steps { message } activeEnrollments campaign { name } enrollments(first: 3) { totalCount nodes { status lead { fullName } } } } }
    messages(first: $first) { totalCount nodes { body lead { fullName } sequence { name } enrollment { status } } }
    files(first: $first) { totalCount nodes { originalName } }
    webhooks { nodes { url deliveries(first: 5) { totalCount nodes { type } } } }
    activity(first: $first) { nodes { operation } }
    retentionPolicy { leadDays } sender { messagesPerSecond }
  }
}`);
const history = documentOf(`query ($id: ID!) {
  lead(id: $id) {
    fullName status formData optedOutAt consent { createdAt disclosure } client { businessName } campaign { name client { businessName } }
    timeline { kind description }
    enrollments(first: 50) { totalCount nodes { status sequence { name steps { message } campaign { name } } messages(first: 50) { totalCount nodes { body } } } }
    messages(first: 100) { totalCount nodes { body status sequence { name } } }
  }
}`);
/** Connections in connections: each level has one statement for all objects of the level above. */
const nested = documentOf(`query ($first: Int) {
  clients(first: $first) { nodes { businessName campaigns(first: 10) { totalCount nodes { name leads(first: 3, filter: { status: new }) { totalCount nodes {
    fullName timeline { description } enrollments(first: 2) { nodes { messages(first: 2) { nodes { body } } } }
  } } sequences(first: 2) { nodes { name } } } } } }
}`);

describe('a query of many objects', () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()));
  afterAll(() => server.stop());

  /** Creates a client with `count` objects of each kind, of which each lead is enrolled and got a message. */
  async function createBusiness(count: number): Promise<{ id: string; lead: string; call: Caller }> {
    const client = await createClient(server);
    const campaign = await createCampaign(server, client.id);
    const lead = await createLead(server, client, campaign, { fullName: 'Ann', phone: '(415) 555-2671' });
    const sequence = await createSequence(server, client.id, campaign.id);
    const more = count - 1;
    const run = (sql: string) =>
      server.dataSource.query(
        sql
          .replaceAll(':client', `'${client.id}'::uuid`)
          .replaceAll(':campaign', `'${campaign.id}'::uuid`)
          .replaceAll(':sequence', `'${sequence.id}'::uuid`),
      );
    const many = `FROM generate_series(1, ${more}) n`;
    await run(`INSERT INTO campaigns (client_id, name, slug) SELECT :client, 'C', 'c' || n ${many}`);
    await run(
      `INSERT INTO leads (client_id, campaign_id, form_data, full_name, phone_e164) SELECT :client, :campaign, '{}', 'L', '+1212555' || lpad(n::text, 4, '0') ${many}`,
    );
    await run(
      `INSERT INTO spam_leads (client_id, campaign_id, reason, form_data) SELECT :client, :campaign, 'flood', '{}' ${many}`,
    );
    await run(
      `INSERT INTO sequences (client_id, campaign_id, name, trigger_event) SELECT :client, :campaign, 'S', 'lead_created' ${many}`,
    );
    await run(
      `INSERT INTO enrollments (client_id, sequence_id, lead_id, steps, status, to_e164) SELECT :client, :sequence, id, '[{"delayMinutes":0,"message":"M"}]', 'active', phone_e164 FROM leads WHERE client_id = :client`,
    );
    await run(
      `INSERT INTO sms_messages (client_id, campaign_id, sms_sequence_id, lead_id, enrollment_id, step, to_e164, body, due_at) SELECT :client, :campaign, :sequence, lead_id, id, 0, '', 'B', now() FROM enrollments WHERE client_id = :client`,
    );
    await run(
      `INSERT INTO files (client_id, original_name, file_size, mime_type, object_path) SELECT :client, 'F', 1, 'image/png', '/objects/' || gen_random_uuid() ${many}`,
    );
    await run(
      `INSERT INTO webhooks (client_id, url, events, encrypted_secret) SELECT :client, 'https://x.example', '{}', '' FROM generate_series(1, 5)`,
    );
    await run(
      `INSERT INTO webhook_deliveries (client_id, webhook_id, event_id, type, payload) SELECT :client, id, gen_random_uuid(), 'lead.created', '{}' FROM webhooks, generate_series(1, ${count}) WHERE client_id = :client`,
    );
    return { id: client.id, lead: lead.id, call: client.call };
  }

  it.each([
    [
      'a client’s dashboard',
      (business: Awaited<ReturnType<typeof createBusiness>>) => [dashboard, { id: business.id, first: 100 }],
      42,
    ],
    ['a lead’s history', ({ lead }: { lead: string }) => [history, { id: lead }], 21],
  ] as const)('needs the same number of SQL statements for 1, 10 and 1,000 objects: %s', async (_, queryOf, limit) => {
    const counts: number[] = [];
    for (const size of [1, 10, 1_000]) {
      const business = await createBusiness(size);
      const [document, variables] = queryOf(business) as [typeof dashboard, Variables];
      let data: unknown;
      counts.push(await countStatements(async () => void (data = await business.call(document, variables))));
      if (document === dashboard)
        expect((data as { client: { leads: object; messages: { nodes: object[] } } }).client).toMatchObject({
          leads: { totalCount: size },
          messages: { totalCount: size, nodes: { length: Math.min(size, 100) } },
        });
    }
    expect(new Set(counts).size).toBe(1);
    expect(counts[0]).toBeLessThanOrEqual(limit);
  });

  it('needs the same number of SQL statements for connections in connections', async () => {
    await createBusiness(5);
    const few = await countStatements(() => server.admin(nested, { first: 1 }));
    for (let n = 0; n < 5; n += 1) await createBusiness(5);
    let data: unknown;
    const many = await countStatements(async () => void (data = await server.admin(nested, { first: 10 })));
    expect(JSON.stringify(data).match(/"body":"B"/g)!.length).toBeGreaterThan(10);
    expect(many).toBe(few);
  });
});
