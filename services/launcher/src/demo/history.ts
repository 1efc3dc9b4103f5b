import { fillDisclosure } from '@dripline/contract/rules/disclosure';
import { languageTexts } from '@dripline/contract/rules/languages';
import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { DemoCampaign } from './demo-clients';
import { makePerson } from './people';
import type { Random } from './random';
import { writeOptOuts } from './write-opt-outs';

/** Length of the demo history in days. */
export const DAYS = 45;
const DAY = 24 * 60 * 60 * 1000;

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15';
const sources = ['facebook', 'google', 'instagram', null, 'newsletter'];
/** Where the visitors of a source came from. */
const attributions: Record<string, (clickId?: string) => object> = {
  facebook: (fbclid) => ({
    referrer: 'https://l.facebook.com/',
    utmSource: 'facebook',
    utmMedium: 'paid_social',
    utmCampaign: 'homeowners',
    fbclid,
  }),
  google: (gclid) => ({
    referrer: 'https://www.google.com/',
    utmSource: 'google',
    utmMedium: 'cpc',
    utmCampaign: 'autumn-search',
    utmTerm: 'free inspection',
    gclid,
  }),
  instagram: () => ({ referrer: 'https://l.instagram.com/' }),
  newsletter: () => ({ utmSource: 'newsletter', utmMedium: 'email', utmCampaign: 'october' }),
};

/** A campaign that was created through the API, with the ids that its history refers to. */
export interface CreatedCampaign {
  id: string;
  clientId: string;
  businessName: string;
  sequenceId?: string;
  /** The sources of visitors who scanned a QR code. */
  scanSources: string[];
  demo: DemoCampaign;
}

/**
 * Inserts the views, leads and messages of the last weeks for a campaign. They are written to the tables because the
 * API accepts no past dates. Call `countUsage` afterwards to count them against the monthly limits.
 */
export async function writeHistory(db: Client, campaign: CreatedCampaign, random: Random): Promise<void> {
  const { views, leads } = generateTraffic(campaign, random);
  const optedOut = chooseOptOuts(campaign, leads, random);
  await insert(
    db,
    'views',
    views.map((view) => ({ ...view, campaign_id: campaign.id })),
    'campaign_id, source, created_at',
  );
  const owner = { client_id: campaign.clientId, campaign_id: campaign.id };
  await insert(
    db,
    'leads',
    leads.map((lead) => ({ ...lead, ...owner })),
    `${leadColumns}, client_id, campaign_id`,
  );
  await tagLeads(db, campaign.clientId, leads, random);
  const disclosure = fillDisclosure(
    languageTexts[campaign.demo.design?.language ?? 'en'].disclosure,
    campaign.businessName,
  );
  const consents = leads.map(({ id, phone_e164, created_at }) => ({
    client_id: campaign.clientId,
    lead_id: id,
    phone_e164,
    created_at,
    disclosure,
    via: 'page',
    page_version: 'first',
    ip_address: '203.0.113.24',
    user_agent: PHONE,
  }));
  await insert(
    db,
    'consents',
    consents,
    'client_id, lead_id, phone_e164, disclosure, via, page_version, ip_address, user_agent, created_at',
  );
  const { sequence } = campaign.demo;
  if (!sequence || !campaign.sequenceId) return;
  const recipients = leads.filter(({ status }) => sequence.triggerEvent === 'lead_created' || status !== 'new');
  const enrollments = recipients.map((lead) => ({
    id: randomUUID(),
    lead_id: lead.id,
    client_id: campaign.clientId,
    sequence_id: campaign.sequenceId,
    steps: stepsOf(sequence, lead),
    created_at: lead.created_at,
    ...(optedOut.has(lead.id)
      ? { status: 'cancelled', reason: 'opted_out', next_step: 1 }
      : { status: 'completed', reason: null, next_step: sequence.steps.length }),
  }));
  await insert(
    db,
    'enrollments',
    enrollments,
    'id, lead_id, client_id, sequence_id, steps, status, reason, next_step, created_at',
  );
  const messages = enrollments
    .flatMap(({ id }, index) => makeMessages(campaign, recipients[index]!, id, random))
    .filter(({ lead_id, step }) => step === 0 || !optedOut.has(lead_id));
  await insert(db, 'sms_messages', messages, messageColumns);
  const isOptedOut = ({ lead_id }: { lead_id: string }) => optedOut.has(lead_id);
  await writeOptOuts(db, campaign.clientId, messages.filter(isOptedOut));
  await insertAnswers(
    db,
    campaign.clientId,
    messages.filter((message) => !isOptedOut(message)),
    random,
  );
  const newest = recipients.findLast(({ id }) => !optedOut.has(id));
  if (newest) await insertConversation(db, campaign, newest);
}

/**
 * Chooses the leads that opt out. They get numbers that no other lead has, because an opt-out holds for all clients
 * that share a sender.
 */
function chooseOptOuts(
  { demo }: CreatedCampaign,
  leads: (PastLead & { form_data: Record<string, string> })[],
  random: Random,
): Set<string> {
  const share = demo.sequence?.optOutShare ?? 0;
  const chosen = share === 0 ? [] : leads.filter(() => random.next() < share);
  for (const lead of chosen) {
    const digits = `01${lead.phone_e164.slice(-2)}`;
    lead.phone_e164 = `+1702555${digits}`;
    Object.assign(lead, { phone: `(702) 555-${digits}` });
    lead.form_data['phone'] = `(702) 555-${digits}`;
  }
  return new Set(chosen.map(({ id }) => id));
}

/** Chooses one of the messages of each step for a lead, as the server does. */
const stepsOf = ({ steps }: NonNullable<DemoCampaign['sequence']>, { phone_e164 }: PastLead) =>
  steps.map(({ delayMinutes, message, variants = [] }) => ({
    delayMinutes,
    message: [message, ...variants][Number(phone_e164.slice(-3)) % (variants.length + 1)]!,
  }));

/** Inserts answers to some of the messages that end with a question. */
async function insertAnswers(
  db: Client,
  client_id: string,
  messages: ReturnType<typeof makeMessages>,
  random: Random,
): Promise<void> {
  const answered = messages.filter(
    ({ body, sent_at }) => sent_at && body.endsWith('?') && random.next() < (body.includes('better') ? 0.3 : 0.12),
  );
  const replies = answered.map(({ lead_id, sent_at }) => ({
    ...{ client_id, lead_id, body: random.pick(['Friday, please', 'Yes, thanks', 'Can you call me?']) },
    ...{ intent: 'reply', provider_id: `demo-${randomUUID()}`, created_at: new Date(sent_at!.getTime() + 20 * 60_000) },
  }));
  await insert(db, 'replies', replies, 'client_id, lead_id, body, intent, provider_id, created_at');
}

/** Inserts a conversation with a lead, and a note on it. */
async function insertConversation(
  db: Client,
  { id: campaign_id, clientId: client_id, businessName }: CreatedCampaign,
  { id: lead_id, phone_e164: to_e164, created_at }: PastLead,
): Promise<void> {
  const minutesLater = (minutes: number) => new Date(created_at.getTime() + minutes * 60_000);
  const reply = (body: string, minutes: number) => ({
    ...{ client_id, lead_id, body, intent: 'reply', provider_id: `demo-${randomUUID()}` },
    created_at: minutesLater(minutes),
  });
  const replies = [reply('Hi! Could you come on Thursday?', 20), reply('Perfect, thank you', 40)];
  await insert(db, 'replies', replies, 'client_id, lead_id, body, intent, provider_id, created_at');
  const body = 'Thursday works. Is 10 am all right for you?';
  const [id, sentAt] = [randomUUID(), minutesLater(25)];
  const enrollment = { id, client_id, lead_id, to_e164, steps: [{ delayMinutes: 0, message: body }] };
  await insert(
    db,
    'enrollments',
    [{ ...enrollment, status: 'completed', reason: 'done', next_step: 1, created_at: sentAt }],
    'id, client_id, lead_id, to_e164, steps, status, reason, next_step, created_at',
  );
  const message = { id, client_id, campaign_id, lead_id, enrollment_id: id, step: 0, segments: 1, attempts: 1 };
  const outcome = { status: 'sent', delivery_status: 'delivered', due_at: sentAt, sent_at: sentAt, created_at: sentAt };
  await insert(
    db,
    'sms_messages',
    [{ ...message, to_e164, body, sent_by: businessName, ...outcome }],
    'id, client_id, campaign_id, lead_id, enrollment_id, step, segments, attempts, to_e164, body, sent_by, status, delivery_status, due_at, sent_at, created_at',
  );
  const note = { id: randomUUID(), client_id, lead_id, author_id: client_id, author_name: businessName, version: 1 };
  const notedAt = minutesLater(45);
  await insert(
    db,
    'lead_notes',
    [{ ...note, body: 'Thursday at 10 am is confirmed. Ring twice.', created_at: notedAt, updated_at: notedAt }],
    'id, client_id, lead_id, body, author_id, author_name, created_at, updated_at, version',
  );
}

/** Tags every third lead. */
async function tagLeads(db: Client, clientId: string, leads: PastLead[], random: Random): Promise<void> {
  const tagged = leads
    .filter((_, nth) => nth % 3 === 0)
    .map(({ id }) => ({ lead_id: id, name: random.pick(['Call back', 'Quote sent', 'Urgent'], 1.2) }));
  await db.query(
    `WITH tagged AS (SELECT * FROM jsonb_to_recordset($2) AS tagged (lead_id uuid, name text)),
       named AS (
         INSERT INTO tags (client_id, name, key) SELECT DISTINCT $1::uuid, name, lower(name) FROM tagged
         ON CONFLICT (client_id, key) DO UPDATE SET name = excluded.name RETURNING id, name
       )
     INSERT INTO lead_tags (client_id, lead_id, tag_id) SELECT $1, lead_id, named.id FROM tagged JOIN named USING (name)`,
    [clientId, JSON.stringify(tagged)],
  );
}

const leadColumns =
  'id, status, form_data, form_labels, full_name, email, phone, phone_e164, source, attribution, ad_consent, ad_consent_text, contacted_at, created_at';
const messageColumns =
  'client_id, campaign_id, sms_sequence_id, lead_id, enrollment_id, step, to_e164, body, status, delivery_status, reason, due_at, sent_at, created_at';

interface PastLead {
  id: string;
  status: string;
  full_name: string;
  phone_e164: string;
  created_at: Date;
}

function generateTraffic(
  { demo: { visitors, perLead, question, design, visitorDays = [DAYS, 1] }, scanSources }: CreatedCampaign,
  random: Random,
) {
  const sourcesOfAll = [...scanSources, ...sources];
  const views: { source: string | null; created_at: Date }[] = [];
  const leads: (PastLead & { form_data: Record<string, string> } & Record<string, unknown>)[] = [];
  const [firstDay, lastDay] = visitorDays;
  for (let daysAgo = firstDay; daysAgo >= lastDay; daysAgo -= 1) {
    const date = Date.now() - daysAgo * DAY;
    const weekday = new Date(date).getUTCDay();
    const trafficFactor =
      (weekday === 0 || weekday === 6 ? 0.55 : 1) *
      (0.6 + (0.8 * (DAYS - daysAgo)) / DAYS) *
      (0.7 + 0.6 * random.next());
    for (let visitor = 0; visitor < visitors * trafficFactor; visitor += 1) {
      const created_at = new Date(date + random.next() * DAY * 0.9);
      const source = random.pick(sourcesOfAll, 1.6);
      views.push({ source, created_at });
      if (random.next() * perLead > 1) continue;
      const { fullName, email, phone, phoneE164 } = makePerson(random);
      const status = random.pick(
        ['new', 'new', 'contacted', 'contacted', 'contacted', 'qualified', 'converted'],
        daysAgo < 4 ? 3 : 1.3,
      );
      const answers = { fullName, phone, email, [question.id]: random.pick(question.options) };
      const id = randomUUID();
      // Two of three visitors agree.
      const adConsent = design?.adConsentText ? parseInt(id[0]!, 16) % 3 > 0 : null;
      const attribution = attributions[source ?? '']?.(adConsent === false ? undefined : `demo-${id}`) ?? null;
      leads.push({
        ...{
          id,
          status,
          form_data: answers,
          form_labels: { [question.id]: question.label },
          full_name: fullName,
          email,
          phone,
          phone_e164: phoneE164,
          source,
          attribution,
          ad_consent: adConsent,
          ad_consent_text: design?.adConsentText ?? null,
          created_at,
        },
        contacted_at: status === 'new' ? null : created_at,
      });
    }
  }
  return { views, leads };
}

function makeMessages(
  { id, clientId, businessName, sequenceId, demo }: CreatedCampaign,
  lead: PastLead,
  enrollmentId: string,
  random: Random,
) {
  let dueMs = lead.created_at.getTime();
  return stepsOf(demo.sequence!, lead).flatMap(({ delayMinutes, message }, step) => {
    dueMs += delayMinutes * 60_000;
    if (dueMs > Date.now()) return [];
    const status = random.next() < 0.02 ? 'failed' : 'sent';
    const body = message
      .replaceAll('{{firstName}}', lead.full_name.split(' ')[0]!)
      .replaceAll('{{businessName}}', businessName)
      .replace(/\{\{\w+\}\}/g, '');
    const sent = status === 'sent';
    return [
      {
        ...{
          client_id: clientId,
          campaign_id: id,
          sms_sequence_id: sequenceId,
          lead_id: lead.id,
          enrollment_id: enrollmentId,
          step,
          to_e164: lead.phone_e164,
          body,
          status,
        },
        ...{
          delivery_status: sent ? 'delivered' : null,
          reason: sent ? null : 'The carrier rejected this number',
          due_at: new Date(dueMs),
          sent_at: sent ? new Date(dueMs) : null,
        },
        created_at: new Date(dueMs),
      },
    ];
  });
}

/** Counts the inserted leads and messages of each month against the monthly limits, in each client's time zone. */
export async function countUsage(db: Client): Promise<void> {
  const used = (kind: string, segments: string, from: string) => `
    SELECT c.id, date_trunc('month', paid.created_at AT TIME ZONE c.time_zone), '${kind}', count(*), ${segments}
    FROM clients c JOIN ${from} GROUP BY 1, 2`;
  await db.query(`
    INSERT INTO usage_counters (client_id, month, kind, used, segments)
    ${used('leads', '0', 'leads paid ON paid.client_id = c.id AND NOT paid.held')} UNION ALL ${used('sms', 'sum(paid.segments)', `sms_messages paid ON paid.client_id = c.id AND paid.status = 'sent'`)}
    ON CONFLICT (client_id, month, kind) DO UPDATE SET used = excluded.used, segments = excluded.segments`);
}

async function insert(db: Client, table: string, rows: object[], columns: string): Promise<void> {
  await db.query(
    `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}
