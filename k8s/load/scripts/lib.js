import { sleep } from 'k6';
import http from 'k6/http';
import { Counter } from 'k6/metrics';

/** Settings from environment variables. */
export const settings = {
  baseUrl: (__ENV.BASE_URL || 'http://localhost:8080').replace(/\/$/, ''),
  /** Visitors and submissions per second after the ramp. */
  visitors: Number(__ENV.VISITORS || 150),
  submissions: Number(__ENV.SUBMISSIONS || 30),
  ramp: __ENV.RAMP || '15s',
  duration: __ENV.DURATION || '2m',
  pageP95: Number(__ENV.PAGE_P95_MS || 150),
  submissionP95: Number(__ENV.SUBMISSION_P95_MS || 400),
  campaigns: Number(__ENV.CAMPAIGNS || 20),
  summary: __ENV.SUMMARY || 'load-summary.json',
};

/** Count successful responses up, and what is stored in the database at the end down. The rest was lost. */
const lostLeads = new Counter('leads_lost');
const lostViews = new Counter('views_lost');
const succeeded = { leads: new Counter('leads_accepted'), views: new Counter('views_shown') };

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

/** Visitors arrive at a fixed rate, even if responses are slow. */
export const visitors = { ...perSecond(settings.visitors), exec: 'browse' };
export const submissions = { ...perSecond(settings.submissions), exec: 'submit' };

/** k6 exits with an error if one of these is crossed. */
export const thresholds = {
  http_req_failed: ['rate<0.001'],
  checks: ['rate>0.999'],
  'http_req_duration{kind:page}': [`p(95)<${settings.pageP95}`],
  'http_req_duration{kind:submission}': [`p(95)<${settings.submissionP95}`],
  // A request without a response may have stored a lead, so there may be more leads than successful responses.
  leads_lost: ['count<=0'],
  views_lost: ['count<=0'],
  // If k6 is too slow to start iterations, the other figures look better than they are.
  dropped_iterations: [`count<${Math.max(1, settings.visitors)}`],
};

const json = { headers: { 'content-type': 'application/json' } };

function jsonOrThrow(response, action) {
  if (response.status >= 300) throw new Error(`${action} failed: ${response.status} ${response.body}`);
  return response.json();
}

/** Signs in and creates a client with campaigns. The returned data includes the session cookie for the VUs. */
export function setup() {
  const { baseUrl } = settings;
  const credentials = { username: __ENV.ADMIN_USERNAME || 'admin', password: __ENV.ADMIN_PASSWORD || '' };
  const signIn = http.post(`${baseUrl}/api/auth/login`, JSON.stringify(credentials), json);
  jsonOrThrow(signIn, 'Signing in with ADMIN_USERNAME and ADMIN_PASSWORD');
  const [name, [{ value }]] = Object.entries(signIn.cookies)[0];
  const cookie = `${name}=${value}`;
  const withSession = { headers: { ...json.headers, cookie } };
  const businessName = `Load ${new Date().toISOString()}`;
  const client = jsonOrThrow(
    http.post(
      `${baseUrl}/api/clients`,
      JSON.stringify({ businessName, contactEmail: 'load@example.com', notificationPhone: 'none' }),
      withSession,
    ),
    'Creating a client',
  );
  jsonOrThrow(
    http.put(
      `${baseUrl}/api/clients/${client.id}`,
      JSON.stringify({ monthlyLeadLimit: 10000000, monthlyCampaignLimit: 10000 }),
      withSession,
    ),
    'Setting the client’s limits',
  );
  const formFields = [
    { id: 'fullName', type: 'text', label: 'Full Name' },
    { id: 'phone', type: 'tel', label: 'Phone' },
  ];
  const campaigns = [];
  for (let n = 1; n <= settings.campaigns; n += 1) {
    const campaign = jsonOrThrow(
      http.post(
        `${baseUrl}/api/clients/${client.id}/campaigns`,
        JSON.stringify({ name: `Offer ${n}`, headline: `Offer ${n}`, formFields }),
        withSession,
      ),
      'Creating a campaign',
    );
    campaigns.push({ id: campaign.id, slug: campaign.slug });
  }
  return { cookie, clientId: client.id, handle: client.handle, campaigns };
}

const sources = ['', '?source=qr', '?source=facebook', '?source=flyer'];
const randomItem = (list) => list[Math.floor(Math.random() * list.length)];

/** Requests a landing page as a browser does. */
export function visit({ handle, campaigns }, check) {
  const page = http.get(`${settings.baseUrl}/landing/${handle}/${randomItem(campaigns).slug}${randomItem(sources)}`, {
    headers: { 'accept-encoding': 'gzip, br' },
    tags: { kind: 'page', name: 'page' },
  });
  if (!check(page, { 'the landing page is returned': ({ status, body }) => status === 200 && body.includes('<form') }))
    return;
  succeeded.views.add(1);
  lostViews.add(1);
}

/** Submits a form as a client's own site does. */
export function submitForm({ handle, campaigns }, check) {
  const n = Math.floor(Math.random() * 1e9);
  const form = { fullName: `Visitor ${n}`, phone: `+1415${String(2000000 + (n % 7000000))}` };
  const response = http.post(
    `${settings.baseUrl}/api/campaigns/${handle}/${randomItem(campaigns).slug}/leads`,
    JSON.stringify(form),
    {
      headers: { ...json.headers, 'idempotency-key': `${Date.now()}-${n}` },
      tags: { kind: 'submission', name: 'submission' },
    },
  );
  if (!check(response, { 'the lead is accepted': ({ status }) => status === 201 })) return;
  succeeded.leads.add(1);
  lostLeads.add(1);
}

/** Subtracts what is stored in the database from what succeeded. */
export function teardown({ cookie, clientId, campaigns }) {
  // Views are stored a moment after the page is returned.
  sleep(3);
  const withSession = { headers: { cookie } };
  const stored = Number(
    http.get(`${settings.baseUrl}/api/clients/${clientId}/leads?limit=1`, withSession).headers['X-Total-Count'],
  );
  lostLeads.add(-stored);
  const storedViews = campaigns.map(
    ({ id }) => http.get(`${settings.baseUrl}/api/campaigns/${id}/scan-analytics`, withSession).json().totalViews,
  );
  lostViews.add(-storedViews.reduce((sum, count) => sum + count, 0));
}

/** Prints a short summary, and writes all metrics to a JSON file. */
export function handleSummary(data) {
  const { metrics } = data;
  const value = (name, statistic) => metrics[name]?.values[statistic];
  const ms = (name) =>
    metrics[name]
      ? `p95 ${value(name, 'p(95)').toFixed(0)} ms, median ${value(name, 'med').toFixed(0)} ms, max ${value(name, 'max').toFixed(0)} ms`
      : 'none';
  const failed = Object.entries(metrics).flatMap(([name, { thresholds: rules = {} }]) =>
    Object.entries(rules).flatMap(([rule, { ok }]) => (ok ? [] : [`  CROSSED ${name} ${rule}`])),
  );
  const lines = [
    '',
    `pages        ${value('views_shown', 'count') ?? 0} returned; ${ms('http_req_duration{kind:page}')}`,
    `submissions  ${value('leads_accepted', 'count') ?? 0} accepted; ${ms('http_req_duration{kind:submission}')}`,
    `errors       ${((value('http_req_failed', 'rate') ?? 0) * 100).toFixed(3)} % of ${value('http_reqs', 'count') ?? 0} requests`,
    `lost         ${Math.max(0, value('leads_lost', 'count') ?? 0)} leads, ${Math.max(0, value('views_lost', 'count') ?? 0)} views`,
    `dropped      ${value('dropped_iterations', 'count') ?? 0} iterations, because k6 had no free VU`,
    ...(failed.length > 0 ? ['', ...failed] : ['', '  all thresholds passed']),
    '',
  ];
  return { stdout: `${lines.join('\n')}\n`, [settings.summary]: JSON.stringify(data, null, 2) };
}
