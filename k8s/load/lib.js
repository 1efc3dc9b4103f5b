import { sleep } from 'k6';
import http from 'k6/http';
import { Counter } from 'k6/metrics';

/** Settings from environment variables. */
export const settings = {
  baseUrl: (__ENV.BASE_URL || 'http://localhost:8080').replace(/\/$/, ''),
  /** Visitors and submissions per second at the peak. */
  visitors: Number(__ENV.VISITORS || 150),
  submissions: Number(__ENV.SUBMISSIONS || 30),
  ramp: __ENV.RAMP || '15s',
  duration: __ENV.DURATION || '2m',
  pageP95: Number(__ENV.PAGE_P95_MS || 150),
  submissionP95: Number(__ENV.SUBMISSION_P95_MS || 400),
  campaigns: Number(__ENV.CAMPAIGNS || 20),
  summary: __ENV.SUMMARY || 'load-summary.json',
};

/** Increased for each response and decreased at the end by what the database contains. The rest was lost. */
const leads = new Counter('leads_lost');
const views = new Counter('views_lost');
const answered = { leads: new Counter('leads_accepted'), views: new Counter('views_shown') };

const perSecond = (target) => ({
  executor: 'ramping-arrival-rate',
  startRate: 1,
  timeUnit: '1s',
  preAllocatedVUs: Math.max(20, target),
  maxVUs: Math.max(100, target * 10),
  stages: [
    { target, duration: settings.ramp },
    { target, duration: settings.duration },
  ],
});

/** Visitors arrive at a fixed rate, whatever the response times. */
export const visitors = { ...perSecond(settings.visitors), exec: 'browse' };
export const senders = { ...perSecond(settings.submissions), exec: 'submit' };

/** k6 fails when a threshold is exceeded. */
export const thresholds = {
  http_req_failed: ['rate<0.001'],
  checks: ['rate>0.999'],
  'http_req_duration{kind:page}': [`p(95)<${settings.pageP95}`],
  'http_req_duration{kind:submission}': [`p(95)<${settings.submissionP95}`],
  // A lead may be stored although its response was lost, so more leads than accepted is no loss.
  leads_lost: ['count<=0'],
  views_lost: ['count<=0'],
  // Visitors that k6 was too slow to simulate would improve the other figures.
  dropped_iterations: [`count<${Math.max(1, settings.visitors)}`],
};

const json = { headers: { 'content-type': 'application/json' } };

function must(response, what) {
  if (response.status >= 300) throw new Error(`${what}: ${response.status} ${response.body}`);
  return response.json();
}

/** Signs in and creates a client with campaigns. Each virtual user receives the session cookie. */
export function setup() {
  const { baseUrl } = settings;
  const credentials = { username: __ENV.ADMIN_USERNAME || 'admin', password: __ENV.ADMIN_PASSWORD || '' };
  const signIn = http.post(`${baseUrl}/api/auth/login`, JSON.stringify(credentials), json);
  must(signIn, 'The administrator could not sign in (ADMIN_USERNAME, ADMIN_PASSWORD)');
  const [name, [{ value }]] = Object.entries(signIn.cookies)[0];
  const cookie = `${name}=${value}`;
  const as = { headers: { ...json.headers, cookie } };
  const businessName = `Load ${new Date().toISOString()}`;
  const client = must(
    http.post(
      `${baseUrl}/api/clients`,
      JSON.stringify({ businessName, contactEmail: 'load@example.com', notificationPhone: 'none' }),
      as,
    ),
    'A client',
  );
  must(
    http.put(
      `${baseUrl}/api/clients/${client.id}`,
      JSON.stringify({ monthlyLeadLimit: 10000000, monthlyCampaignLimit: 10000 }),
      as,
    ),
    'Its limits',
  );
  const formFields = [
    { id: 'fullName', type: 'text', label: 'Full Name' },
    { id: 'phone', type: 'tel', label: 'Phone' },
  ];
  const campaigns = [];
  for (let n = 1; n <= settings.campaigns; n += 1) {
    const made = must(
      http.post(
        `${baseUrl}/api/clients/${client.id}/campaigns`,
        JSON.stringify({ name: `Offer ${n}`, headline: `Offer ${n}`, formFields }),
        as,
      ),
      'A campaign',
    );
    campaigns.push({ id: made.id, slug: made.slug });
  }
  return { cookie, clientId: client.id, handle: client.handle, campaigns };
}

const sources = ['', '?source=qr', '?source=facebook', '?source=flyer'];
const any = (list) => list[Math.floor(Math.random() * list.length)];

/** Simulates a visitor: requests the page as a browser does. */
export function visit({ handle, campaigns }, check) {
  const page = http.get(`${settings.baseUrl}/landing/${handle}/${any(campaigns).slug}${any(sources)}`, {
    headers: { 'accept-encoding': 'gzip, br' },
    tags: { kind: 'page', name: 'page' },
  });
  if (!check(page, { 'the page is shown': ({ status, body }) => status === 200 && body.includes('<form') })) return;
  answered.views.add(1);
  views.add(1);
}

/** Sends a submission as a client's own site does. */
export function send({ handle, campaigns }, check) {
  const n = Math.floor(Math.random() * 1e9);
  const form = { fullName: `Visitor ${n}`, phone: `+1415${String(2000000 + (n % 7000000))}` };
  const answer = http.post(
    `${settings.baseUrl}/api/campaigns/${handle}/${any(campaigns).slug}/leads`,
    JSON.stringify(form),
    {
      headers: { ...json.headers, 'idempotency-key': `${Date.now()}-${n}` },
      tags: { kind: 'submission', name: 'submission' },
    },
  );
  if (!check(answer, { 'the lead is accepted': ({ status }) => status === 201 })) return;
  answered.leads.add(1);
  leads.add(1);
}

/** Compares the responses with the database. */
export function teardown({ cookie, clientId, campaigns }) {
  // Views are counted with a delay.
  sleep(3);
  const as = { headers: { cookie } };
  const stored = Number(
    http.get(`${settings.baseUrl}/api/clients/${clientId}/leads?limit=1`, as).headers['X-Total-Count'],
  );
  leads.add(-stored);
  const seen = campaigns.map(
    ({ id }) => http.get(`${settings.baseUrl}/api/campaigns/${id}/scan-analytics`, as).json().totalViews,
  );
  views.add(-seen.reduce((sum, each) => sum + each, 0));
}

/** Prints a short summary and writes the full one to a file. */
export function handleSummary(data) {
  const { metrics } = data;
  const value = (name, of) => metrics[name]?.values[of];
  const ms = (name) =>
    metrics[name]
      ? `p95 ${value(name, 'p(95)').toFixed(0)} ms, median ${value(name, 'med').toFixed(0)} ms, longest ${value(name, 'max').toFixed(0)} ms`
      : 'none';
  const failed = Object.entries(metrics).flatMap(([name, { thresholds: all = {} }]) =>
    Object.entries(all).flatMap(([rule, { ok }]) => (ok ? [] : [`  MISSED ${name} ${rule}`])),
  );
  const lines = [
    '',
    `pages        ${value('views_shown', 'count') ?? 0} shown; ${ms('http_req_duration{kind:page}')}`,
    `submissions  ${value('leads_accepted', 'count') ?? 0} accepted; ${ms('http_req_duration{kind:submission}')}`,
    `errors       ${((value('http_req_failed', 'rate') ?? 0) * 100).toFixed(3)} % of ${value('http_reqs', 'count') ?? 0} requests`,
    `lost         ${Math.max(0, value('leads_lost', 'count') ?? 0)} leads, ${Math.max(0, value('views_lost', 'count') ?? 0)} views`,
    `not sent     ${value('dropped_iterations', 'count') ?? 0} iterations, because k6 had no free virtual user`,
    ...(failed.length > 0 ? ['', ...failed] : ['', '  all thresholds met']),
    '',
  ];
  return { stdout: `${lines.join('\n')}\n`, [settings.summary]: JSON.stringify(data, null, 2) };
}
