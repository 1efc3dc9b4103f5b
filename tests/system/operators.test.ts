import { eventually } from '@dripline/runtime/testing/eventually';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { Client } from 'pg';
import { readEnv } from '@dripline/launcher/env';
import { type Bucket, startBucket } from '@dripline/tools/images/start-bucket';
import { alertGroups } from '@dripline/tools/chart/alerts';
import { dashboards } from '@dripline/tools/chart/dashboards';
import { pickPorts } from '@dripline/launcher/processes/ports';
import { type Certificates, createCertificates } from '../harness/certificates';
import { findEmptyQueries, findUnknown, labelsByMetric, type Series, toSeries } from '../harness/metrics';
import { type TcpProxy, startTcpProxy } from '../harness/tcp-proxy';
import { launch, type LaunchedCommand, readRunFile } from '../harness/launch';
import { type RestCaller, signInAdmin } from '@dripline/launcher/rest-client';

jest.setTimeout(300_000);

const names = ['graphql', 'rest-facade', 'workflows', 'web'] as const;
type Name = (typeof names)[number];

const fakeGcs = process.env['FAKE_GCS_SERVER_PATH'];

/** Long enough for reconnect attempts to back off. */
const OUTAGE_MS = 30_000;
const RECOVERY_MS = 10_000;

// Postgres, Temporal and the bucket are behind proxies. Temporal requires a client certificate.
describe('the product in operation', () => {
  const admin = { ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'a password for operators' };
  let proxies: { postgres: TcpProxy; temporal: TcpProxy; storage?: TcpProxy };
  let bucket: Bucket | undefined;
  let certificates: Certificates;
  let stack: LaunchedCommand;
  let origin: string;
  let call: RestCaller;

  beforeAll(async () => {
    const database = new URL(process.env['TEST_DATABASE_URL']!);
    const temporal = new URL(`tcp://${process.env['TEST_TEMPORAL_ADDRESS']!}`);
    certificates = await createCertificates('temporal.example');
    proxies = {
      postgres: await startTcpProxy({ host: database.hostname, port: Number(database.port) }),
      temporal: await startTcpProxy(
        { host: temporal.hostname, port: Number(temporal.port) },
        {
          ...certificates.server,
          ca: certificates.ca,
          requestCert: true,
          ALPNProtocols: ['h2'],
          minVersion: 'TLSv1.3',
        },
      ),
    };
    const storageVariables: Record<string, string> = {};
    if (fakeGcs) {
      const folder = mkdtempSync(join(tmpdir(), 'dripline-operators-'));
      bucket = await startBucket(readEnv(process.env), fakeGcs, folder, new AbortController().signal, async (port) => {
        proxies.storage = await startTcpProxy({ host: '127.0.0.1', port });
        return proxies.storage.port;
      });
      Object.assign(storageVariables, {
        GCS_BUCKET: bucket.name,
        GCS_API_ENDPOINT: bucket.url,
        GOOGLE_APPLICATION_CREDENTIALS: join(folder, 'gcs.json'),
      });
    }
    const name = `operators_${randomUUID().replaceAll('-', '')}`;
    const db = new Client({ connectionString: database.toString() });
    await db.connect();
    await db.query(`CREATE DATABASE ${name}`);
    await db.end();
    execFileSync(
      process.env['TEMPORAL_CLI_PATH']!,
      ['operator', 'namespace', 'create', '--namespace', name, '--address', temporal.host],
      { stdio: 'ignore' },
    );
    const [port = 0] = await pickPorts(1);
    origin = `http://127.0.0.1:${port}`;
    const proxiedUrl = Object.assign(new URL(database), {
      hostname: '127.0.0.1',
      port: String(proxies.postgres.port),
      pathname: name,
    });
    const addresses = {
      DATABASE_URL: proxiedUrl.toString(),
      TEMPORAL_ADDRESS: `127.0.0.1:${proxies.temporal.port}`,
      TEMPORAL_NAMESPACE: name,
    };
    const tlsVariables = {
      TEMPORAL_TLS_SERVER_NAME: 'temporal.example',
      TEMPORAL_TLS_SERVER_CA_CERT_DATA: certificates.ca,
      TEMPORAL_TLS_CLIENT_CERT_DATA: certificates.client.cert,
      TEMPORAL_TLS_CLIENT_KEY_DATA: certificates.client.key,
    };
    stack = launch('start', {
      PORT: String(port),
      PUBLIC_URL: origin,
      ...addresses,
      ...tlsVariables,
      ...storageVariables,
      ...admin,
    });
    await stack.waitForOutput(/Ready in/);
    call = await signInAdmin(origin, admin.ADMIN_USERNAME, admin.ADMIN_PASSWORD);
  });
  afterAll(async () => {
    stack.child.kill('SIGINT');
    await stack.ended;
    await Promise.all(Object.values(proxies).map((proxy) => proxy.close()));
    await bucket?.process.stop();
  });

  const requestOps = (service: Name, path: string) =>
    fetch(`http://127.0.0.1:${readRunFile(stack.dataDir).services[service]!.opsPort}${path}`);
  const statuses = async (path: string) =>
    Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, (await requestOps(name, path)).status] as const)),
    );
  const allOf = (status: number) => Object.fromEntries(names.map((name) => [name, status]));
  /** The metrics without buckets and sums. */
  const metrics = async (service: Name) => {
    const lines = (await (await requestOps(service, '/metrics')).text()).split('\n');
    return lines.filter((line) => /^(http|graphql|dripline)_/.test(line) && !/_(bucket|sum)\{/.test(line)).join('\n');
  };
  const pids = () => names.map((name) => readRunFile(stack.dataDir).services[name]!.pid);

  /** Creates a client whose leads get a message at once. */
  const makeSequence = async () => {
    const client = await call<{ id: string; handle: string }>('POST', '/api/clients', {
      businessName: 'Busy',
      contactEmail: 'b@busy.example',
      notificationPhone: 'none',
    });
    const campaign = await call<{ id: string; slug: string }>('POST', `/api/clients/${client.id}/campaigns`, {
      name: 'Spring',
      formFields: [{ id: 'phone', type: 'tel', label: 'Phone' }],
    });
    await call('POST', `/api/clients/${client.id}/sms-sequences`, {
      name: 'Hello',
      campaignId: campaign.id,
      triggerEvent: 'lead_created',
      steps: [{ delayMinutes: 0, message: 'Hi' }],
    });
    const submit = (phone: string, headers: Record<string, string> = {}) =>
      fetch(`${origin}/api/campaigns/${client.handle}/${campaign.slug}/leads`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ phone }),
      });
    const sentCount = async () =>
      (await call<{ status: string }[]>('GET', `/api/clients/${client.id}/sms-messages`)).filter(
        ({ status }) => status === 'sent',
      ).length;
    return { clientId: client.id, submit, sentCount };
  };

  it('connects to a Temporal that rejects clients without a certificate', async () => {
    const { port } = proxies.temporal;
    const socket = connectTls({
      host: '127.0.0.1',
      port,
      servername: 'temporal.example',
      ca: certificates.ca,
      ALPNProtocols: ['h2'],
    });
    const [error] = (await once(socket.resume(), 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED');
  });

  it('has a separate operations port for each service, which is not reachable through the public port', async () => {
    expect(await statuses('/healthz')).toEqual(allOf(200));
    expect(await statuses('/readyz')).toEqual(allOf(200));
    expect(await statuses('/metrics')).toEqual(allOf(200));
    for (const path of ['/', '/graphql', '/api/clients', '/healthz/']) expect(await statuses(path)).toEqual(allOf(404));
    for (const path of ['/metrics', '/readyz', '/healthz']) expect((await fetch(`${origin}${path}`)).status).toBe(404);
  });

  it('reports metrics by route and operation, without ids', async () => {
    const { id } = await call<{ id: string }>('POST', '/api/clients', {
      businessName: 'Acme',
      contactEmail: 'a@acme.example',
      notificationPhone: '+14155550100',
    });
    await call('GET', `/api/clients/${id}/leads?search=ann`);
    await fetch(`${origin}/api/clients`);
    const facade = await metrics('rest-facade');
    expect(facade).toMatch(
      /http_request_duration_seconds_count\{route="\/api\/clients\/:id\/leads",method="GET",status="200"\} 1/,
    );
    expect(facade).toMatch(/http_request_duration_seconds_count\{route="\/api\/clients",method="GET",status="401"\} 1/);
    const graphql = await metrics('graphql');
    expect(graphql).toMatch(/graphql_operation_duration_seconds_count\{operation="createClient",outcome="ok"\} 1/);
    expect(graphql).toMatch(
      /graphql_operation_duration_seconds_count\{operation="clients",outcome="UNAUTHENTICATED"\} 1/,
    );
    for (const name of [
      'dripline_outbox_pending 0',
      'dripline_outbox_oldest_seconds 0',
      'dripline_provider_breaker_open 0',
      'dripline_db_connections{state="idle"}',
    ])
      expect(graphql).toContain(name);
    expect(await metrics('web')).toMatch(
      /http_request_duration_seconds_count\{route="none",method="GET",status="401"\} 1/,
    );
    expect(await metrics('workflows')).toMatch(/dripline_task_queue_backlog\{task_queue="dripline-webhooks"\} \d/);
    for (const name of names) expect(await metrics(name)).not.toContain(id);
  });

  it('counts exceeded quotas, and messages by outcome', async () => {
    const { clientId, submit } = await makeSequence();
    await call('PUT', `/api/clients/${clientId}`, { monthlyLeadLimit: 1 });
    for (const phone of ['+14155552671', '+14155552672']) {
      const lead = await submit(phone, { 'x-request-id': 'one-request-of-a-test' });
      expect([lead.status, lead.headers.get('x-request-id')]).toEqual([201, 'one-request-of-a-test']);
    }
    expect(await metrics('graphql')).toContain('dripline_quota_exceeded_total{quota="leads"} 1');
    await eventually(async () =>
      expect(await metrics('workflows')).toContain('dripline_sms_sends_total{outcome="sent"} 1'),
    );
    await eventually(async () =>
      expect(await metrics('graphql')).toContain('dripline_sms_outcomes_total{outcome="sent"} 1'),
    );
    expect(await metrics('graphql')).toContain('dripline_sms_outcomes_total{outcome="expired"} 0');
    expect(await metrics('workflows')).toContain('dripline_sms_sends_total{outcome="unknown"} 0');
    expect(await metrics('graphql')).toContain('dripline_sms_delay_seconds_count 1');
    expect(await metrics('graphql')).toContain('dripline_ready{dependency="database"} 1');
    // The Temporal SDK's own metrics.
    expect(await (await requestOps('workflows', '/metrics')).text()).toMatch(
      /temporal_local_activity_execution_latency_seconds_count\{activity_type="sendStep"/,
    );
    expect(await metrics('workflows')).toMatch(
      /dripline_worker_schedule_to_start_seconds_count\{activity="sendStep"\} [1-9]/,
    );
  });

  describe('for alerts and dashboards', () => {
    const rules = alertGroups().flatMap((group) => group.rules);
    const panels = dashboards.flatMap(({ rows }) => rows.flatMap((row) => row.panels));
    const queries = panels
      .flatMap((panel) => Object.values(panel.queries))
      .map((expr) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$namespace', 'dripline'));
    const recorded = rules.flatMap(({ record }) => (record ? [{ name: record, labels: { slo: '' } }] : []));
    let series: Series[];
    beforeAll(async () => {
      const { submit } = await makeSequence();
      await submit('+14155552671');
      await fetch(`${origin}/api/landing/nobody/nothing`);
      const readPage = async (name: Name) => [name, await (await requestOps(name, '/metrics')).text()] as const;
      series = toSeries(Object.fromEntries(await Promise.all(names.map(readPage))));
    });

    it('exports every metric and label that they use', () => {
      const metrics = labelsByMetric([...series, ...recorded]);
      const expressions = [...rules.map(({ expr }) => expr), ...queries];
      expect(expressions.length).toBeGreaterThan(90);
      expect(expressions.flatMap((expr) => findUnknown(expr, metrics))).toEqual([]);
      expect(findUnknown('sum by (name, pod) (rate(dripline_raedy{dependency="x"}[5m]))', metrics)).toHaveLength(3);
      expect(findUnknown('max by (dependency) (dripline_ready{state!~"x"})', metrics)).toEqual([
        'state of dripline_ready',
      ]);
    });

    const promtool = process.env['PROMTOOL_PATH'];
    (promtool ? it : it.skip)('exports what each query of a dashboard needs to return a value', async () => {
      expect(await findEmptyQueries(promtool!, series, [...queries, 'sum by (a) (up) + on () up'])).toEqual([
        'sum by (a) (up) + on () up',
      ]);
    });

    it('keeps the labels that the legends name', () => {
      const legends = panels.flatMap((panel) => Object.entries(panel.queries));
      const lost = legends.flatMap(([legend, expr]) =>
        [...legend.matchAll(/\{\{(\w+)\}\}/g)].flatMap(([, label = '']) =>
          new RegExp(`by \\([^)]*\\b${label}\\b|dripline_slo_`).test(expr) ? [] : [`${label} in ${expr}`],
        ),
      );
      expect(lost).toEqual([]);
    });
  });

  const isReady = async (service: Name) => (await requestOps(service, '/readyz')).status === 200;
  const isWorking = async () => (await fetch(`${origin}/api/landing/nobody/nothing`)).status === 404;

  it.each([
    ['postgres', 'graphql', 'database'],
    ['temporal', 'workflows', 'temporal'],
  ] as const)(
    'reports an outage of %s by readiness, restarts nothing, and recovers',
    async (target, service, check) => {
      const { submit, sentCount } = await makeSequence();
      const pidsBefore = pids();
      proxies[target].disconnect();
      const outage = delay(OUTAGE_MS);
      await eventually(async () => expect(await isReady(service)).toBe(false));
      expect(await (await requestOps(service, '/readyz')).json()).toMatchObject({ [check]: false });
      // Leads are saved while Temporal is not reachable.
      expect((await submit('+14155552671')).status).toBe(target === 'temporal' ? 201 : 503);
      await outage;
      expect(await isReady(service)).toBe(false);
      expect(await statuses('/healthz')).toEqual(allOf(200));
      expect(await metrics(service)).toContain(`dripline_ready{dependency="${check}"} 0`);
      proxies[target].reconnect();
      const recoveredAt = Date.now();
      await eventually(async () => expect([await isReady(service), await isWorking()]).toEqual([true, true]));
      if (target === 'postgres') expect((await submit('+14155552671')).status).toBe(201);
      // A service that is ready again stays ready while it catches up.
      while ((await sentCount()) < 1) {
        expect(await isReady(service)).toBe(true);
        expect(Date.now() - recoveredAt).toBeLessThan(RECOVERY_MS);
      }
      expect(await sentCount()).toBe(1);
      expect(pids()).toEqual(pidsBefore);
    },
  );

  it('stays ready during an outage of the bucket, reports it, and serves files again afterwards', async () => {
    if (!proxies.storage)
      return void process.stderr.write(
        `The outage of the bucket is not tested: ${process.env['FAKE_GCS_SERVER_MISSING'] ?? 'run the tests with `npm test`'}\n`,
      );
    const pidsBefore = pids();
    const readiness = async () => (await (await requestOps('graphql', '/readyz')).json()) as object;
    const { id: clientId } = await call<{ id: string }>('POST', '/api/clients', {
      businessName: 'Files',
      contactEmail: 'f@files.example',
      notificationPhone: 'none',
    });
    const { uploadURL } = await call<{ uploadURL: string }>('POST', `/api/clients/${clientId}/files/upload`);
    await fetch(uploadURL, { method: 'PUT', body: 'kept', headers: { 'content-type': 'text/plain' } });
    const upload = { objectURL: uploadURL, fileName: 'note.txt', fileSize: 4, mimeType: 'text/plain', clientId };
    const { objectPath } = await call<{ objectPath: string }>('PUT', '/api/objects/set-path', upload);
    const getFile = () => fetch(`${origin}${objectPath}`);
    expect((await getFile()).status).toBe(200);
    proxies.storage.disconnect();
    await eventually(async () => expect(await readiness()).toMatchObject({ storage: false }));
    expect(await statuses('/readyz')).toEqual(allOf(200));
    expect(await statuses('/healthz')).toEqual(allOf(200));
    // The bucket itself serves the file.
    await expect(getFile()).rejects.toThrow();
    expect(await isWorking()).toBe(true);
    proxies.storage.reconnect();
    const recoveredAt = Date.now();
    await eventually(async () => expect((await getFile()).status).toBe(200));
    expect(Date.now() - recoveredAt).toBeLessThan(RECOVERY_MS);
    expect(await readiness()).toMatchObject({ database: true, storage: true });
    expect(pids()).toEqual(pidsBefore);
  });

  it('logs the request id with the error', async () => {
    proxies.postgres.disconnect();
    const headers = { 'content-type': 'application/json', 'x-request-id': 'a-request-that-fails' };
    // A submission, because a landing page's read may share the query of another request.
    const submit = () => fetch(`${origin}/api/campaigns/nobody/nothing/leads`, { method: 'POST', headers, body: '{}' });
    await eventually(async () => expect((await submit()).status).toBe(503));
    proxies.postgres.reconnect();
    await eventually(isWorking);
    const lines = readFileSync(join(stack.dataDir, 'logs/graphql.log'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{'));
    const records = lines.map((line) => JSON.parse(line) as { requestId?: string; service: string; msg: string });
    expect(records).toContainEqual(
      expect.objectContaining({ requestId: 'a-request-that-fails', service: 'graphql', msg: 'request failed' }),
    );
  });
});
