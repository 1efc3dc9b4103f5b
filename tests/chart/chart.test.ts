import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@dripline/launcher/paths';
import { chart } from '@dripline/tools/chart/render-chart';
import {
  containersOf,
  matches,
  ofKind,
  podOf,
  render,
  type Rendered,
  reportMissingHelm,
  withHelm,
} from './testing/objects';

jest.setTimeout(60_000);
reportMissingHelm();

const isFor =
  (component: string) =>
  ({ metadata }: Rendered) =>
    metadata.labels?.['app.kubernetes.io/component'] === component;

withHelm('the chart in production', () => {
  let objects: Rendered[];
  beforeAll(async () => {
    objects = await render('-f', join(chart, 'ci/prod.yaml'));
  });

  const deployment = (component: string) => ofKind(objects, 'Deployment').find(isFor(component))!;
  const keysOf = (object: Rendered) =>
    podOf(object).volumes!.flatMap(
      ({ projected }) => projected?.sources.flatMap(({ secret }) => secret?.items.map(({ key }) => key) ?? []) ?? [],
    );

  test('mounts only the required secret keys in each pod', () => {
    const temporal = [
      'TEMPORAL_TLS_SERVER_CA_CERT_DATA',
      'TEMPORAL_TLS_CLIENT_CERT_DATA',
      'TEMPORAL_TLS_CLIENT_KEY_DATA',
      'TEMPORAL_API_KEY',
    ];
    expect(
      Object.fromEntries(
        ofKind(objects, 'Deployment').map((deployment) => [deployment.metadata.name, keysOf(deployment)]),
      ),
    ).toEqual({
      'acme-graphql': [
        'DATABASE_URL',
        'WORKER_TOKEN',
        'LANDING_TOKEN',
        'SESSION_SECRET',
        'NUMBER_HASH_KEY',
        'TWILIO_AUTH_TOKEN',
        'TWILIO_AUTH_TOKEN_PREVIOUS',
        'SESSION_SECRET_PREVIOUS',
        'SMTP_URL',
        ...temporal,
      ],
      'acme-workflows': ['WORKER_TOKEN', 'TWILIO_AUTH_TOKEN', ...temporal],
      'acme-rest-facade': ['LANDING_TOKEN'],
      'acme-web': ['LANDING_TOKEN'],
    });
    const [migrate] = ofKind(objects, 'Job').filter(isFor('migrate'));
    expect(keysOf(migrate!)).toEqual(['DATABASE_URL', 'ADMIN_USERNAME', 'ADMIN_PASSWORD']);
    expect(
      podOf(migrate!).volumes!.flatMap(({ projected }) => projected?.sources.map(({ secret }) => secret!.name) ?? []),
    ).toEqual(['dripline-migration', 'dripline-migration']);
  });

  test('contains and creates no secret', () => {
    expect(ofKind(objects, 'Secret')).toEqual([]);
    const [config] = ofKind(objects, 'ConfigMap').filter(isFor('config'));
    expect(Object.keys(config!.data!).filter((name) => /secret|password|token|database_url/i.test(name))).toEqual([]);
  });

  test('migrates only in a hook before pods change', () => {
    const [migrate] = ofKind(objects, 'Job').filter(isFor('migrate'));
    expect(migrate!.metadata.annotations).toMatchObject({
      'helm.sh/hook': 'pre-install,pre-upgrade',
      'helm.sh/hook-delete-policy': 'before-hook-creation',
    });
    expect(migrate!.spec).toMatchObject({ backoffLimit: 2, activeDeadlineSeconds: 600 });
    const commands = ofKind(objects, 'Deployment').flatMap((deployment) =>
      containersOf(deployment).map(({ command }) => command),
    );
    expect(commands).toEqual([undefined, undefined, undefined, undefined]);
    const [account] = ofKind(objects, 'ServiceAccount').filter(isFor('migrate'));
    expect(account!.metadata.annotations).toMatchObject({
      'helm.sh/hook': 'pre-install,pre-upgrade',
      'helm.sh/hook-weight': '-5',
    });
  });

  test('restarts pods when settings or the revision of the secret change', async () => {
    const changed = await render('-f', join(chart, 'ci/prod.yaml'), '--set', 'productName=Other');
    const revised = await render('-f', join(chart, 'ci/prod.yaml'), '--set-string', 'secrets.revision=2');
    const checksums = (all: Rendered[]) =>
      Object.fromEntries(
        ofKind(all, 'Deployment').map(({ metadata, spec }) => [metadata.name, spec!.template!.metadata.annotations!]),
      );
    const rolled = (all: Rendered[]) =>
      Object.keys(checksums(all))
        .filter((name) => JSON.stringify(checksums(all)[name]) !== JSON.stringify(checksums(objects)[name]))
        .sort();
    expect(rolled(changed)).toEqual(['acme-graphql', 'acme-rest-facade', 'acme-web', 'acme-workflows']);
    expect(rolled(revised)).toEqual(['acme-graphql', 'acme-rest-facade', 'acme-web', 'acme-workflows']);
  });

  test('serves the internal schema on a port of its own inside the cluster', () => {
    const portsNamed = (name: string) =>
      [...ofKind(objects, 'Service'), ...ofKind(objects, 'Deployment')].flatMap(({ kind, metadata, spec }) =>
        [...(spec!.ports ?? []), ...(spec!.template?.spec.containers.flatMap(({ ports }) => ports ?? []) ?? [])]
          .filter((port) => port.name === name)
          .map((port) => ({ ...port, of: `${kind} ${metadata.name}` })),
      );
    expect(portsNamed('internal')).toEqual([
      { of: 'Service acme-graphql', name: 'internal', port: 4001, targetPort: 'internal' },
      { of: 'Deployment acme-graphql', name: 'internal', containerPort: 4001 },
    ]);
    const [container] = containersOf(deployment('graphql'));
    expect(container!.env).toContainEqual({ name: 'INTERNAL_PORT', value: '4001' });
    // No Service is reachable from outside the cluster.
    expect(ofKind(objects, 'Service').map(({ spec }) => spec!.type ?? 'ClusterIP')).toEqual(
      ofKind(objects, 'Service').map(() => 'ClusterIP'),
    );
  });

  test('scrapes the metrics of every service', () => {
    const [monitor] = ofKind(objects, 'ServiceMonitor');
    expect(monitor!.spec!.endpoints).toMatchObject([{ port: 'ops', path: '/metrics' }]);
    const scraped = ofKind(objects, 'Service').filter(
      ({ metadata, spec }) =>
        matches(metadata.labels, monitor!.spec!.selector!.matchLabels) &&
        spec!.ports!.some(({ name }) => name === 'ops'),
    );
    expect(scraped.map(({ metadata }) => metadata.name).sort()).toEqual([
      'acme-graphql',
      'acme-rest-facade',
      'acme-web',
      'acme-workflows',
    ]);
  });

  test('requests the landing page through the public URL with a blackbox exporter, if it is set', async () => {
    const [probe] = ofKind(objects, 'Probe');
    expect(probe!.spec).toEqual({
      ...{ jobName: 'dripline-probe', interval: '15s', scrapeTimeout: '10s', module: 'http_2xx' },
      prober: { url: 'blackbox-exporter.monitoring:9115' },
      targets: { staticConfig: { static: ['https://leads.example.com/landing/acme/spring'] } },
    });
    expect(ofKind(await render('-f', join(chart, 'examples/minimal.yaml')), 'Probe')).toEqual([]);
  });

  test('uses image digests if they are set, and tags otherwise', async () => {
    expect(containersOf(deployment('rest-facade'))[0]!.image).toBe(
      `registry.example.com/dripline/rest-facade@sha256:${'2'.repeat(64)}`,
    );
    const minimal = await render('-f', join(chart, 'examples/minimal.yaml'));
    expect(containersOf(ofKind(minimal, 'Deployment').find(isFor('web'))!)[0]!.image).toBe(
      'ghcr.io/dripline/web:0.2.0',
    );
  });

  test('counts the connections that a pod of graphql opens', () => {
    const read = (file: string, pattern: RegExp) => Number(pattern.exec(readFileSync(join(root, file), 'utf8'))?.[1]);
    const pool = read('services/graphql/src/database/data-source.ts', /MAX_CONNECTIONS = (\d+);/);
    expect(read('charts/dripline/templates/graphql.yaml', /\$perPod := (\d+)/)).toBe(pool + 3);
  });

  test('scales the worker by backlog and the other services by CPU', () => {
    const metrics = Object.fromEntries(
      ofKind(objects, 'HorizontalPodAutoscaler').map(({ metadata, spec }) => [
        metadata.name,
        JSON.stringify(spec!.metrics),
      ]),
    );
    expect(metrics['acme-workflows']).toContain('dripline_worker_backlog_seconds');
    for (const name of ['acme-graphql', 'acme-rest-facade', 'acme-web'])
      expect(metrics[name]).toContain('"averageUtilization":70');
  });

  test('the config map contains all required settings', () => {
    const [config] = ofKind(objects, 'ConfigMap').filter(isFor('config'));
    const required = [
      'PUBLIC_URL',
      'GRAPHQL_URL',
      'INTERNAL_GRAPHQL_URL',
      'TEMPORAL_ADDRESS',
      'TEMPORAL_NAMESPACE',
      'GCS_BUCKET',
      'PRODUCT_NAME',
      'TRUST_PROXY_HOPS',
    ];
    expect(required.filter((name) => !config!.data![name])).toEqual([]);
    expect(config!.data!['GRAPHQL_URL']).toBe('http://acme-graphql:4000/graphql');
    expect(config!.data!['INTERNAL_GRAPHQL_URL']).toBe('http://acme-graphql:4001/graphql');
  });

  test('a bucket in S3 has its settings and keys in place of those of Google Cloud Storage', async () => {
    const withS3 = await render('-f', join(chart, 'ci/s3.yaml'));
    const config = ofKind(withS3, 'ConfigMap').find(isFor('config'));
    const graphql = ofKind(withS3, 'Deployment').find(isFor('graphql'));
    const names = Object.keys(config!.data!).filter((name) => /^(S3|AWS|GCS)_/.test(name));
    expect(names).toEqual(['S3_BUCKET', 'AWS_REGION', 'AWS_ENDPOINT_URL_S3', 'S3_PUBLIC_ENDPOINT']);
    expect(keysOf(graphql!)).toEqual(expect.arrayContaining(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']));
    expect(keysOf(graphql!)).not.toContain('gcs.json');
  });

  test('each alert has a runbook in the operations guide', () => {
    const rules = ofKind(objects, 'PrometheusRule')[0]!.spec!.groups!.flatMap((group) => group.rules);
    const alerts = rules.flatMap(({ alert }) => alert ?? []);
    expect(alerts.length).toBeGreaterThan(10);
    const runbooks = join(root, 'docs/runbooks');
    const headings = readdirSync(runbooks).flatMap(
      (file) => /^# (Dripline\w+)$/m.exec(readFileSync(join(runbooks, file), 'utf8'))?.[1] ?? [],
    );
    expect(headings.sort()).toEqual([...alerts].sort());
    const base = 'https://git.example.com/dripline/docs/runbooks/';
    for (const { alert, annotations } of rules.filter((rule) => rule.alert)) {
      const url = annotations!['runbook_url']!;
      expect(url.startsWith(base)).toBe(true);
      const page = readFileSync(join(runbooks, url.slice(base.length)), 'utf8');
      const [, check = ''] = /^## Check$([^]*?)^## /m.exec(page) ?? [];
      // Something to paste into Prometheus, and into a terminal or psql.
      expect({ alert, promql: check.includes('```promql\n'), commands: /^ *```(sql)?\n *\w/m.test(check) }).toEqual({
        ...{ alert, promql: true, commands: true },
      });
      expect(page.match(/^#+ .+$/gm)).toEqual([
        `# ${alert}`,
        ...['Meaning', 'Impact', 'Check', 'Mitigate', 'Escalate', 'Prevent'].map((section) => `## ${section}`),
      ]);
    }
  });
});
