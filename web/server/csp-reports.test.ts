import { metrics } from '@dripline/runtime/http/health-server';
import { REPORT_REQUESTS_PER_MINUTE, REPORTS_PER_REQUEST } from './csp-reports';
import { log } from './log';
import { startWeb } from './testing/start-web';

const EMAIL = 'ann@example.com';
const personalUrl = `https://pages.example/client/dashboard/1?search=${EMAIL}`;

let web: Awaited<ReturnType<typeof startWeb>>;
let warnings: jest.SpyInstance;

beforeEach(async () => {
  metrics.resetMetrics();
  web = await startWeb({});
  warnings = jest.spyOn(log, 'warn').mockImplementation(() => undefined);
});
afterEach(async () => {
  await web.stop();
  jest.restoreAllMocks();
});

const send = (body: unknown, page = 'app', type = 'application/csp-report') =>
  fetch(`${web.url}/csp-reports/${page}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const uriReport = (report: object) => ({ 'csp-report': { 'document-uri': personalUrl, ...report } });
const apiReport = (effectiveDirective: string, body: object = {}) => ({
  type: 'csp-violation',
  url: personalUrl,
  body: { effectiveDirective, documentURL: personalUrl, sample: EMAIL, ...body },
});
const counted = async () =>
  (await metrics.getSingleMetric('dripline_csp_violations_total')!.get()).values.map(
    ({ labels: { page, directive }, value }) => `${page} ${directive} ${value}`,
  );

test('reports of both kinds are counted by directive and page', async () => {
  const responses = [
    await send(uriReport({ 'effective-directive': 'style-src-elem', 'blocked-uri': 'inline' })),
    await send(uriReport({ 'violated-directive': "style-src-elem 'self'", 'blocked-uri': 'inline' })),
    await send([apiReport('img-src', { blockedURL: 'http://a.example/x.png' })], 'landing', 'application/reports+json'),
    await send([apiReport('img-src'), { type: 'deprecation', body: {} }], 'landing', 'application/reports+json'),
  ];
  expect(responses.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
  expect((await counted()).sort()).toEqual(['app style-src-elem 2', 'landing img-src 2']);
});

test('neither metrics nor logs contain what the report says about the user', async () => {
  await send(
    uriReport({
      'effective-directive': EMAIL,
      'blocked-uri': personalUrl,
      'script-sample': EMAIL,
      referrer: personalUrl,
    }),
  );
  expect(await counted()).toEqual(['app other 1']);
  expect(warnings.mock.calls).toEqual([
    [{ directive: 'other', page: 'app', blocked: 'url' }, 'a page violated its content security policy'],
  ]);
  expect(await metrics.metrics()).not.toMatch(/ann|search|dashboard/);
});

test('violations by browser extensions are not counted', async () => {
  await send(uriReport({ 'effective-directive': 'script-src-elem', 'blocked-uri': 'chrome-extension' }));
  await send([apiReport('style-src-elem', { sourceFile: 'moz-extension://1/x.js' })]);
  expect(await counted()).toEqual([]);
});

test('a request counts a limited number of reports', async () => {
  const reports = Array.from({ length: REPORTS_PER_REQUEST + 5 }, () => apiReport('img-src'));
  expect((await send(reports, 'app', 'application/reports+json')).status).toBe(204);
  expect(await counted()).toEqual([`app img-src ${REPORTS_PER_REQUEST}`]);
});

test('other bodies, pages and large reports are rejected', async () => {
  const large = uriReport({ 'effective-directive': 'img-src', 'script-sample': 'x'.repeat(40_000) });
  const statuses = [
    await send('{'),
    await send({ any: 'thing' }),
    await send(uriReport({ 'effective-directive': 'img-src' }), 'app', 'text/plain'),
    await send(large),
    await send(uriReport({ 'effective-directive': 'img-src' }), 'other'),
  ].map(({ status }) => status);
  expect(statuses).toEqual([400, 400, 400, 413, 404]);
  expect(await counted()).toEqual([]);
});

test('the number of requests in a minute is limited', async () => {
  const report = uriReport({ 'effective-directive': 'img-src' });
  for (let sent = 0; sent < REPORT_REQUESTS_PER_MINUTE; sent += 1) expect((await send(report)).status).toBe(204);
  const refused = await send(report);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  expect(await counted()).toEqual([`app img-src ${REPORT_REQUESTS_PER_MINUTE}`]);
});

test('pages report to the endpoint of their kind, with report-to only over https', async () => {
  const local = await startWeb({ PUBLIC_URL: 'http://localhost:8080' });
  const headersOf = async (url: string, path: string) => (await fetch(url + path)).headers;
  for (const [path, page] of [
    ['/client/login', 'app'],
    ['/landing/summit/spring', 'landing'],
  ] as const) {
    const secure = await headersOf(web.url, path);
    expect(secure.get('content-security-policy')).toContain(`report-uri /csp-reports/${page}; report-to csp`);
    expect(secure.get('reporting-endpoints')).toBe(`csp="/csp-reports/${page}"`);
    const plain = await headersOf(local.url, path);
    expect(plain.get('content-security-policy')).toContain(`report-uri /csp-reports/${page}`);
    expect(plain.get('content-security-policy')).not.toContain('report-to');
    expect(plain.get('reporting-endpoints')).toBeNull();
  }
  await local.stop();
});
