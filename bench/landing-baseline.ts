import express from 'express';
import { readFileSync } from 'node:fs';
import { Pool } from 'pg';

/*
 * The baseline for landing pages: a process with Express and pg and a minimal implementation. Its arguments are the
 * database URL and a file with the HTML of a page.
 */
const [, , databaseUrl, file = ''] = process.argv;
const page = readFileSync(file, 'utf8');
const db = new Pool({ connectionString: databaseUrl, max: 10 });
const app = express();

const PAGE = `
  SELECT k.id, c.handle AS "clientHandle", k.slug, c.business_name AS "businessName", c.white_label_enabled AS "whiteLabel", k.headline, k.subheadline, k.logo_image_url AS "logoImageUrl",
    k.logo_size AS "logoSize", k.background_image_url AS "backgroundImageUrl", k.form_image_url AS "formImageUrl", k.form_image_size AS "formImageSize", k.form_video_url AS "formVideoUrl",
    k.submit_button_text AS "submitButtonText", replace(k.disclosure, '{{businessName}}', c.business_name) AS disclosure, k.page_version AS "pageVersion",
    (SELECT json_agg(json_build_object('id', f.id, 'type', f.type, 'label', f.label, 'placeholder', f.placeholder, 'required', f.required, 'options', f.options) ORDER BY f.position)
     FROM form_fields f WHERE f.campaign_id = k.id) AS "formFields"
  FROM campaigns k JOIN clients c ON c.id = k.client_id WHERE c.handle = $1 AND k.slug = $2 AND k.status = 'active' AND c.status = 'active'`;

app.get('/api/landing/:client/:slug', async (req, res) => {
  const { rows } = await db.query<{ id: string }>({
    name: 'page',
    text: PAGE,
    values: [req.params.client, req.params.slug],
  });
  if (!rows[0]) return void res.status(404).json({ message: 'Campaign not found' });
  const { id, ...landingPage } = rows[0];
  await db.query({
    name: 'view',
    text: 'INSERT INTO views (campaign_id, source) VALUES ($1, $2)',
    values: [id, req.query['source'] ?? null],
  });
  res.json(landingPage);
});

const FIND_CAMPAIGN = `
  SELECT k.id, k.client_id, k.thank_you_message, k.page_version, replace(k.disclosure, '{{businessName}}', c.business_name) AS wording
  FROM campaigns k JOIN clients c ON c.id = k.client_id WHERE c.handle = $1 AND k.slug = $2`;
const COUNT = `
  INSERT INTO usage_counters AS u (client_id, month, kind, used) SELECT id, date_trunc('month', now() AT TIME ZONE time_zone), 'leads', 1 FROM clients WHERE id = $1
  ON CONFLICT (client_id, month, kind) DO UPDATE SET used = u.used + 1 WHERE u.used < (SELECT monthly_lead_limit FROM clients WHERE id = $1) RETURNING used`;
const LEAD = `
  INSERT INTO leads (client_id, campaign_id, form_data, full_name, phone, phone_e164, held) VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`;
const CONSENT = `
  INSERT INTO consents (client_id, lead_id, phone_e164, disclosure, via, page_version, ip_address, user_agent)
  VALUES ($1, $2, $3, $4, 'api', $5, $6, $7)`;
const NOTIFICATION = `INSERT INTO notifications (client_id, kind, lead_id) VALUES ($1, 'new_lead', $2)`;

app.post('/api/campaigns/:client/:slug/leads', express.json(), async (req, res) => {
  const { fullName, phone } = req.body as Record<string, string>;
  if (!fullName || !phone) return void res.status(400).json({ message: 'Full Name and Phone are required' });
  const client = await db.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<Record<string, string>>({
      name: 'campaign',
      text: FIND_CAMPAIGN,
      values: [req.params.client, req.params.slug],
    });
    const campaign = rows[0]!;
    const quota = await client.query({ name: 'count', text: COUNT, values: [campaign['client_id']] });
    const values = [campaign['client_id'], campaign['id'], req.body, fullName, phone, phone, quota.rowCount === 0];
    const lead = (await client.query<{ id: string }>({ name: 'lead', text: LEAD, values })).rows[0]!;
    await client.query({
      name: 'consent',
      text: CONSENT,
      values: [
        ...[campaign['client_id'], lead.id, phone, campaign['wording']],
        ...[campaign['page_version'], req.ip, req.get('user-agent') ?? ''],
      ],
    });
    await client.query({ name: 'notification', text: NOTIFICATION, values: [campaign['client_id'], lead.id] });
    await client.query('COMMIT');
    res.status(201).json({
      id: lead.id,
      postSubmissionType: 'message',
      thankYouMessage: campaign['thank_you_message'],
      redirectUrl: null,
    });
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
});

app.get('/html', (_req, res) => void res.type('html').send(page));

const server = app.listen(0, '127.0.0.1', () =>
  process.stdout.write(`${(server.address() as { port: number }).port}\n`),
);
// Exits when the process that started it ends, for any reason.
process.stdin.resume().once('end', () => process.exit(0));
