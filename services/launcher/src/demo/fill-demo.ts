import { Client } from 'pg';
import { Failure } from '../failure';
import type { FirstAdmin } from '../first-admin';
import { type RestCaller, signInAdmin } from '../rest-client';
import { agency, type DemoCampaign, type DemoClient } from './agency';
import { countHistory, DAYS, type MadeCampaign, writeHistory } from './history';
import { makePerson } from './people';
import { createRandom, type Random } from './random';

/** What every client of the demo that has a login signs in with. */
export const DEMO_PASSWORD = 'drip by drip';

/** Where the running product is, and who may fill it. */
export interface DemoStage {
  origin: string;
  publicUrl: string;
  databaseUrl: string;
  admin: FirstAdmin['variables'];
}

/** Fills an empty agency with believable clients, campaigns, leads and texts; through the API, but for the past. Answers what to say of it. */
export async function fillDemo({ origin, publicUrl, databaseUrl, admin }: DemoStage): Promise<string> {
  const db = new Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    if ((await db.query('SELECT FROM clients')).rowCount)
      return 'Demo: there are clients already, so nothing was filled in';
    const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = admin;
    if (!username || !password)
      throw new Failure(
        '--demo signs in as the admin, whose password is not known here: set ADMIN_USERNAME and ADMIN_PASSWORD.',
        2,
      );
    const call = await signInAdmin(origin, username, password);
    const random = createRandom(20_261_121);
    // Newest first on every screen, so the first of the list is made last.
    for (const client of agency.toReversed()) await makeClient(client, { origin, call, db, random });
  } finally {
    await db.end();
  }
  const { businessName, username } = agency.find((client) => client.username)!;
  return `Demo: ${agency.length} clients. ${businessName} signs in at ${publicUrl}/client/login\nas ${username}, with the password: ${DEMO_PASSWORD}`;
}

interface Tools {
  origin: string;
  call: RestCaller;
  db: Client;
  random: Random;
}

async function makeClient(
  { campaigns, files = {}, status, isAtLeadLimit, username, timeZone, ...input }: DemoClient,
  tools: Tools,
): Promise<void> {
  const { call, db, random } = tools;
  const login = username ? { authEnabled: true, username, password: DEMO_PASSWORD } : {};
  const { id, handle } = await call<{ id: string; handle: string }>('POST', '/api/clients', { ...input, ...login });
  await call('PUT', `/api/clients/${id}`, { timeZone });
  for (const campaign of campaigns) await makeCampaign(campaign, { id, businessName: input.businessName }, tools);
  for (const column of ['clients WHERE id', 'campaigns WHERE client_id', 'sequences WHERE client_id']) {
    const [table, where] = column.split(' WHERE ');
    await db.query(`UPDATE ${table} SET created_at = now() - interval '${DAYS + 1} days' WHERE ${where} = $1`, [id]);
  }
  await countHistory(db);
  if (isAtLeadLimit) {
    const { totalLeads } = await call<{ totalLeads: number }>('GET', `/api/clients/${id}/stats`);
    const { rows } = await db.query<{ used: number }>(
      `SELECT used FROM usage_counters WHERE client_id = $1 AND kind = 'leads'`,
      [id],
    );
    await call('PUT', `/api/clients/${id}`, { monthlyLeadLimit: Math.min(totalLeads, rows[0]?.used ?? 0) + 1 });
  }
  const made = await call<{ slug: string; formFields: { id: string; options: string[] }[] }[]>(
    'GET',
    `/api/clients/${id}/campaigns`,
  );
  for (const { slug, formFields } of made) {
    for (let visitor = 0; visitor < 4; visitor += 1) {
      const { fullName, email, phone } = makePerson(random);
      const chosen = formFields
        .filter(({ options }) => options.length > 0)
        .map((field) => [field.id, random.pick(field.options)]);
      await call('POST', `/api/campaigns/${handle}/${slug}/leads?source=qr`, {
        fullName,
        email,
        phone,
        ...Object.fromEntries(chosen),
      });
    }
  }
  for (const [name, text] of Object.entries(files)) await upload(tools, id, name, text);
  if (status) await call('PUT', `/api/clients/${id}`, { status });
}

async function makeCampaign(
  demo: DemoCampaign,
  client: { id: string; businessName: string },
  { call, db, random }: Tools,
): Promise<void> {
  const { name, headline, subheadline, submitButtonText, question, sequence } = demo;
  const campaign = await call<{ id: string }>('POST', `/api/clients/${client.id}/campaigns`, {
    ...{ name, headline, subheadline, submitButtonText },
    thankYouMessage: 'Thank you! We will be in touch within one business day.',
    formFields: [
      { id: 'fullName', type: 'text', label: 'Full Name' },
      { id: 'phone', type: 'tel', label: 'Phone Number' },
      { id: 'email', type: 'email', label: 'Email Address' },
      { ...question, type: 'select' },
    ],
  });
  const made: MadeCampaign = { id: campaign.id, clientId: client.id, businessName: client.businessName, demo };
  if (sequence) {
    const body = { ...sequence, description: '', campaignId: campaign.id, status: 'active' };
    made.sequenceId = (await call<{ id: string }>('POST', `/api/clients/${client.id}/sms-sequences`, body)).id;
  }
  await writeHistory(db, made, random);
}

async function upload({ call, origin }: Tools, clientId: string, fileName: string, text: string): Promise<void> {
  const mimeType = fileName.endsWith('.csv') ? 'text/csv' : 'text/plain';
  const { uploadURL } = await call<{ uploadURL: string }>('POST', `/api/clients/${clientId}/files/upload`);
  // PUBLIC_URL may not lead here.
  const put = await fetch(uploadURL.replace(/^https?:\/\/[^/]+/, origin), {
    method: 'PUT',
    headers: { 'content-type': mimeType },
    body: text,
  });
  if (!put.ok) throw new Error(`PUT of a demo file: ${put.status}`);
  await call('PUT', '/api/objects/set-path', {
    objectURL: uploadURL,
    fileName,
    fileSize: Buffer.byteLength(text),
    mimeType,
    clientId,
  });
}
