import { Client } from 'pg';
import { Failure } from '../failure';
import type { FirstAdmin } from '../first-admin';
import { type RestCaller, signInAdmin } from '../rest-client';
import { demoClients, type DemoCampaign, type DemoClient } from './demo-clients';
import { addPlaybook } from './add-playbook';
import { countUsage, DAYS, type CreatedCampaign, writeHistory } from './history';
import { importPeople } from './import-people';
import { makePerson } from './people';
import { saveViews } from './saved-views';
import { createRandom, type Random } from './random';
import { upload, uploadBrand } from './uploads';

/** The password of every demo client that has a login. */
export const DEMO_PASSWORD = 'drip by drip';

/** The running stack that receives the demo data, and the administrator that creates it. */
export interface DemoTarget {
  origin: string;
  publicUrl: string;
  databaseUrl: string;
  /** The key with which phone numbers of opt-outs are hashed. */
  numberHashKey: string;
  admin: FirstAdmin['variables'];
}

/**
 * Creates the demo clients, campaigns, leads and messages if there are no clients yet. Uses the REST API, except for
 * the history, which is inserted into the database. Returns the text for the startup message.
 */
export async function fillDemo({ origin, publicUrl, databaseUrl, numberHashKey, admin }: DemoTarget): Promise<string> {
  const { businessName, username: login, team } = demoClients.find((client) => client.team)!;
  const signIn = `To sign in as ${businessName}, open ${publicUrl}/client/login\nUsername: ${login}, or ${team!.at(-1)!.username} for staff of its team\nPassword: ${DEMO_PASSWORD}`;
  const db = new Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    const { rows } = await db.query<{ isDemo: boolean | null }>(
      'SELECT bool_or(username IS NOT DISTINCT FROM $1) AS "isDemo" FROM clients',
      [login],
    );
    const { isDemo } = rows[0]!;
    if (isDemo !== null)
      return isDemo ? `Demo: its clients exist. ${signIn}` : 'Demo: skipped because there are clients already';
    const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = admin;
    if (!username || !password)
      throw new Failure('--demo must sign in as the administrator. Set ADMIN_USERNAME and ADMIN_PASSWORD.', 2);
    await db.query(`SELECT set_config('dripline.number_hash_key', $1, false)`, [numberHashKey]);
    const call = await signInAdmin(origin, username, password);
    const random = createRandom(20_261_121);
    const isLocal = new URL(publicUrl).hostname === 'localhost';
    // Lists show the newest client first, so the first one is created last.
    for (const client of demoClients.toReversed()) await createClient(client, { origin, call, db, random, isLocal });
    await addPlaybook({ call, db, random });
    await setForecastLimits(db, call);
    await setRates(db);
  } finally {
    await db.end();
  }
  return `Demo: ${demoClients.length} clients. ${signIn}`;
}

interface DemoContext {
  origin: string;
  call: RestCaller;
  db: Client;
  random: Random;
  /** Whether the demo is opened on this machine. */
  isLocal: boolean;
}

async function createClient(
  {
    campaigns,
    team = [],
    files = {},
    status,
    isAtLeadLimit,
    trouble,
    isAboveForecast: _,
    brand,
    domain,
    username,
    timeZone,
    ...input
  }: DemoClient,
  context: DemoContext,
): Promise<void> {
  const { call, db, random, isLocal } = context;
  const login = username ? { authEnabled: true, username, password: DEMO_PASSWORD } : {};
  const { id, handle } = await call<{ id: string; handle: string }>('POST', '/api/clients', { ...input, ...login });
  await call('PUT', `/api/clients/${id}`, { timeZone });
  const ids = new Map<string, string>();
  for (const campaign of campaigns)
    ids.set(
      campaign.name,
      await createCampaign(
        campaign,
        { id, businessName: input.businessName, translationOfId: ids.get(campaign.translationOf ?? '') },
        context,
      ),
    );
  if (username) await saveViews(db, id);
  const isNew = campaigns.length === 0;
  for (const column of isNew ? [] : ['clients WHERE id', 'campaigns WHERE client_id', 'sequences WHERE client_id']) {
    const [table, where] = column.split(' WHERE ');
    await db.query(`UPDATE ${table} SET created_at = now() - interval '${DAYS + 1} days' WHERE ${where} = $1`, [id]);
  }
  await countUsage(db);
  if (isAtLeadLimit) {
    const { totalLeads } = await call<{ totalLeads: number }>('GET', `/api/clients/${id}/stats`);
    const { rows } = await db.query<{ used: number }>(
      `SELECT used FROM usage_counters WHERE client_id = $1 AND kind = 'leads' ORDER BY month DESC`,
      [id],
    );
    await call('PUT', `/api/clients/${id}`, { monthlyLeadLimit: Math.min(totalLeads, rows[0]?.used ?? 0) + 1 });
  }
  const created = await call<{ name: string; slug: string; formFields: { id: string; options: string[] }[] }[]>(
    'GET',
    `/api/clients/${id}/campaigns`,
  );
  const withVisitors = new Set(campaigns.filter(({ visitorDays }) => !visitorDays).map(({ name }) => name));
  for (const { slug, formFields } of created.filter(({ name }) => withVisitors.has(name))) {
    for (let visitor = 0; visitor < 4; visitor += 1) {
      const { fullName, email, phone } = makePerson(random);
      const choices = formFields
        .filter(({ options }) => options.length > 0)
        .map((field) => [field.id, random.pick(field.options)]);
      await call('POST', `/api/campaigns/${handle}/${slug}/leads?source=qr`, {
        fullName,
        email,
        phone,
        ...Object.fromEntries(choices),
      });
    }
  }
  for (const { name } of campaigns.filter(({ archived }) => archived))
    await call('PUT', `/api/campaigns/${ids.get(name)!}`, { archived: true });
  for (const [name, text] of Object.entries(files))
    await upload(context, `/api/clients/${id}/files/upload`, {
      ...{ fileName: name, mimeType: name.endsWith('.csv') ? 'text/csv' : 'text/plain' },
      ...{ content: Buffer.from(text), clientId: id },
    });
  if (username) {
    await importPeople(ids.get(campaigns.at(-1)!.name)!, call, random);
    await addTeam(id, team, context);
    await tagQualifiedLeads(id, context);
  }
  if (trouble) await cause(trouble, id, context);
  if (brand) {
    const images = await uploadBrand(context, brand.color);
    const fields = { whiteLabelEnabled: true, brand: { ...brand, ...images }, domain: isLocal ? domain : null };
    await call('PUT', `/api/clients/${id}`, fields);
  }
  if (status) await call('PUT', `/api/clients/${id}`, { status });
}

/** Adds a client's team, which shares its leads. Each newer lead has another owner, and the oldest have none. */
async function addTeam(
  clientId: string,
  team: NonNullable<DemoClient['team']>,
  { call, db }: DemoContext,
): Promise<void> {
  for (const member of team)
    await call('POST', '/graphql', {
      query: `mutation ($clientId: ID!, $input: CreateMemberInput!) {
        createMember(clientId: $clientId, input: $input) { id }
      }`,
      variables: { clientId, input: { ...member, password: DEMO_PASSWORD } },
    });
  await db.query(
    `WITH team AS (SELECT array_agg(id ORDER BY name) AS members FROM members WHERE client_id = $1),
       newest AS (SELECT id, row_number() OVER (ORDER BY created_at DESC, id) AS n FROM leads WHERE client_id = $1 ORDER BY created_at DESC, id LIMIT 60)
     UPDATE leads SET owner_id = members[1 + n % (cardinality(members) + 1)] FROM team, newest WHERE leads.id = newest.id`,
    [clientId],
  );
  const { rows } = await db.query<{ lead: string; owner: string; name: string }>(
    `SELECT leads.id AS lead, members.id AS owner, members.name FROM leads, members
     WHERE leads.client_id = $1 AND members.client_id = $1 AND role = 'staff' AND phone IS NOT NULL ORDER BY leads.created_at DESC LIMIT 1`,
    [clientId],
  );
  for (const { lead, owner, name } of rows)
    await call('POST', '/graphql', {
      query: `mutation ($clientId: ID!, $lead: ID!, $owner: ID!, $body: String!) {
        updateLeads(clientId: $clientId, ids: [$lead], ownerId: $owner) { id }
        createLeadNote(leadId: $lead, body: $body) { id }
      }`,
      variables: { clientId, lead, owner, body: `@${name}, please call before noon.` },
    });
}

/** Sets the message limits of clients between what they used this month and what their sequences are forecast to use. */
async function setForecastLimits(db: Client, call: RestCaller): Promise<void> {
  const names = demoClients.filter(({ isAboveForecast }) => isAboveForecast).map(({ businessName }) => businessName);
  const { rows } = await db.query<{ id: string }>('SELECT id FROM clients WHERE business_name = ANY ($1)', [names]);
  for (const { id } of rows) {
    const { data } = await call<{ data: { messageForecast: { used: number; total: number } } }>('POST', '/graphql', {
      query: 'query ($id: ID!) { messageForecast(clientId: $id) { used total } }',
      variables: { id },
    });
    const { used, total } = data.messageForecast;
    await call('PUT', `/api/clients/${id}`, { monthlySMSLimit: used + Math.floor((total - used) / 2) });
  }
}

/** Sets what the agency charges from the first month of the history on, and a lower fee for the first client. */
async function setRates(db: Client): Promise<void> {
  await db.query(
    `
    WITH first AS (SELECT to_char(now() AT TIME ZONE 'UTC' - interval '${DAYS + 1} days', 'YYYY-MM') AS month)
    INSERT INTO rates (client_id, from_month, currency, base_fee, per_lead, per_segment, changed_by)
    SELECT NULL::uuid, month, 'USD', 99, 1.5, 0.025, 'admin' FROM first
    UNION ALL SELECT id, month, NULL, 79, NULL, NULL, 'admin' FROM first, clients WHERE business_name = $1`,
    [demoClients[0]!.businessName],
  );
}

/** Changes many leads at once, which the Leads tab then offers to undo. */
async function tagQualifiedLeads(clientId: string, { call }: DemoContext): Promise<void> {
  await call('POST', '/graphql', {
    query: `mutation ($clientId: ID!) {
      startLeadJob(clientId: $clientId, filter: { status: qualified }, action: { addTags: ["Newsletter"] }) { id }
    }`,
    variables: { clientId },
  });
}

/** Makes a client need attention. */
async function cause(
  trouble: NonNullable<DemoClient['trouble']>,
  id: string,
  { call, db }: DemoContext,
): Promise<void> {
  if (trouble === 'sequence paused by carriers')
    return void (await db.query(`UPDATE sequences SET paused_at = now() - interval '3 hours' WHERE client_id = $1`, [
      id,
    ]));
  await call('PUT', `/api/clients/${id}`, { webhooksEnabled: true });
  await call('POST', '/graphql', {
    query: 'mutation ($id: ID!, $input: CreateWebhookInput!) { createWebhook(clientId: $id, input: $input) { id } }',
    variables: { id, input: { url: 'https://crm.example/hooks/leads', description: 'CRM', events: ['lead.created'] } },
  });
  await db.query(`UPDATE webhooks SET failing_since = now() - interval '2 days' WHERE client_id = $1`, [id]);
}

async function createCampaign(
  demo: DemoCampaign,
  client: { id: string; businessName: string; translationOfId: string | undefined },
  { call, db, random }: DemoContext,
): Promise<string> {
  const {
    name,
    headline,
    subheadline,
    submitButtonText,
    design,
    question,
    sequence,
    placements = [],
    draftHeadline,
  } = demo;
  const isSpanish = design?.language === 'es';
  const campaign = await call<{ id: string }>('POST', `/api/clients/${client.id}/campaigns`, {
    ...{ name, headline, subheadline, submitButtonText, ...design, translationOfId: client.translationOfId },
    thankYouMessage: isSpanish
      ? '¡Gracias! Le llamaremos en un día hábil.'
      : 'Thank you! We will be in touch within one business day.',
    formFields: [
      { id: 'fullName', type: 'text', label: isSpanish ? 'Nombre completo' : 'Full Name' },
      { id: 'phone', type: 'tel', label: isSpanish ? 'Teléfono' : 'Phone Number' },
      { id: 'email', type: 'email', label: isSpanish ? 'Correo electrónico' : 'Email Address' },
      { ...question, type: 'select' },
    ],
  });
  const scanSources = ['qr'];
  for (const placement of placements) {
    const answer = await call<{ data: { createPlacement: { source: string } } }>('POST', '/graphql', {
      query: `mutation ($campaignId: ID!, $input: CreatePlacementInput!) {
        createPlacement(campaignId: $campaignId, input: $input) { source }
      }`,
      variables: { campaignId: campaign.id, input: { name: placement } },
    });
    scanSources.push(answer.data.createPlacement.source);
  }
  const created: CreatedCampaign = {
    ...{ id: campaign.id, clientId: client.id, businessName: client.businessName },
    ...{ demo, scanSources },
  };
  if (sequence) {
    const { firstGoodbye, draftGoodbye, optOutShare: _, ...current } = sequence;
    const body = { ...current, description: '', campaignId: campaign.id, status: 'active' };
    const create = (steps: object[]) =>
      call<{ id: string }>('POST', `/api/clients/${client.id}/sms-sequences`, { ...body, steps });
    const endingWith = (goodbye: string | undefined) =>
      current.steps.map((step, index, { length }) =>
        goodbye !== undefined && index === length - 1 ? { ...step, message: goodbye } : step,
      );
    created.sequenceId = (await create(endingWith(firstGoodbye))).id;
    // Publishes a second version.
    if (firstGoodbye !== undefined) await call('PUT', `/api/sms-sequences/${created.sequenceId}`, body);
    if (draftGoodbye !== undefined)
      await call('POST', '/graphql', {
        query: `mutation ($id: ID!, $input: UpdateSequenceInput!) { saveSequenceDraft(id: $id, input: $input) { id } }`,
        variables: { id: created.sequenceId, input: { steps: endingWith(draftGoodbye) } },
      });
  }
  if (draftHeadline !== undefined)
    await call('POST', '/graphql', {
      query: `mutation ($id: ID!, $headline: String!, $publishAt: DateTimeISO!) {
        saveCampaignDraft(id: $id, input: { headline: $headline }, publishAt: $publishAt) { id }
      }`,
      variables: { id: campaign.id, headline: draftHeadline, publishAt: new Date(Date.now() + 5 * 24 * 60 * 60_000) },
    });
  await writeHistory(db, created, random);
  if (demo.tested) await startTest(demo.tested, created, { call, db });
  return campaign.id;
}

/** Starts an A/B test that has been running for two weeks. */
async function startTest(
  variant: NonNullable<DemoCampaign['tested']>,
  { id, clientId }: CreatedCampaign,
  { call, db }: Pick<DemoContext, 'call' | 'db'>,
): Promise<void> {
  await call('PUT', `/api/clients/${clientId}`, { abTestingEnabled: true });
  await call('POST', '/graphql', {
    query: `mutation ($id: ID!, $variant: AbTestVariantInput!) {
      startAbTest(campaignId: $id, input: { goal: leads, improvement: 50, variants: [$variant] }) { id }
    }`,
    variables: { id, variant },
  });
  await db.query(`UPDATE ab_tests SET created_at = now() - interval '14 days' WHERE campaign_id = $1`, [id]);
  await db.query(
    `WITH tested AS (SELECT array_agg(variant.id ORDER BY position) AS ids FROM ab_tests JOIN ab_test_variants variant ON test_id = ab_tests.id WHERE campaign_id = $1),
       numbered AS (SELECT id, row_number() OVER (ORDER BY created_at, id) AS n FROM leads WHERE campaign_id = $1 AND created_at > now() - interval '14 days')
     UPDATE leads SET variant_id = ids[CASE WHEN n % 12 < 5 THEN 1 ELSE 2 END] FROM tested, numbered WHERE leads.id = numbered.id`,
    [id],
  );
  await db.query(
    `UPDATE ab_test_variants variant SET views = (views.n + position) / 2 FROM ab_tests test,
       (SELECT count(*)::int AS n FROM views WHERE campaign_id = $1 AND created_at > now() - interval '14 days') views
     WHERE variant.test_id = test.id AND test.campaign_id = $1`,
    [id],
  );
}
