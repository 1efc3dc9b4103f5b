import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@dripline/launcher/paths';
import { chart } from '@dripline/tools/chart/render-chart';
import {
  containersOf,
  ofKind,
  podOf,
  render,
  type Rendered,
  tellWhereHelmIsMissing,
  withHelm,
} from './testing/objects';

jest.setTimeout(60_000);
tellWhereHelmIsMissing();

const isFor =
  (component: string) =>
  ({ metadata }: Rendered) =>
    metadata.labels?.['app.kubernetes.io/component'] === component;

/** The metrics that the services register, by name. */
function measuredNames(): string[] {
  const folders = ['runtime', 'graphql', 'workflows'].map((service) => join(root, 'services', service, 'src'));
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  );
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:name: |gauge\()'([a-z]+_[a-z_]+)'/g)].map(([, name]) => name!),
  );
}

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

  test('gives each pod the keys of secrets that it needs, and no other', () => {
    const temporal = [
      'TEMPORAL_TLS_SERVER_CA_CERT_DATA',
      'TEMPORAL_TLS_CLIENT_CERT_DATA',
      'TEMPORAL_TLS_CLIENT_KEY_DATA',
      'TEMPORAL_API_KEY',
    ];
    expect(Object.fromEntries(ofKind(objects, 'Deployment').map((each) => [each.metadata.name, keysOf(each)]))).toEqual(
      {
        'acme-graphql': [
          'DATABASE_URL',
          'SERVICE_TOKEN',
          'SESSION_SECRET',
          'TWILIO_AUTH_TOKEN',
          'TWILIO_AUTH_TOKEN_PREVIOUS',
          'SESSION_SECRET_PREVIOUS',
          ...temporal,
        ],
        'acme-workflows': ['SERVICE_TOKEN', 'TWILIO_AUTH_TOKEN', ...temporal],
        'acme-rest-facade': ['SERVICE_TOKEN'],
        'acme-web': ['SERVICE_TOKEN'],
      },
    );
    const [migrate] = ofKind(objects, 'Job').filter(isFor('migrate'));
    expect(keysOf(migrate!)).toEqual(['DATABASE_URL', 'ADMIN_USERNAME', 'ADMIN_PASSWORD']);
    expect(
      podOf(migrate!).volumes!.flatMap(({ projected }) => projected?.sources.map(({ secret }) => secret!.name) ?? []),
    ).toEqual(['dripline-migration', 'dripline-migration']);
  });

  test('holds no secret, and makes none', () => {
    expect(ofKind(objects, 'Secret')).toEqual([]);
    const [config] = ofKind(objects, 'ConfigMap').filter(isFor('config'));
    expect(Object.keys(config!.data!).filter((name) => /secret|password|token|database_url/i.test(name))).toEqual([]);
  });

  test('migrates in a hook before pods change, and nowhere else', () => {
    const [migrate] = ofKind(objects, 'Job').filter(isFor('migrate'));
    expect(migrate!.metadata.annotations).toMatchObject({
      'helm.sh/hook': 'pre-install,pre-upgrade',
      'helm.sh/hook-delete-policy': 'before-hook-creation',
    });
    expect(migrate!.spec).toMatchObject({ backoffLimit: 2, activeDeadlineSeconds: 600 });
    const commands = ofKind(objects, 'Deployment').flatMap((each) => containersOf(each).map(({ command }) => command));
    expect(commands).toEqual([undefined, undefined, undefined, undefined]);
    const [account] = ofKind(objects, 'ServiceAccount').filter(isFor('migrate'));
    expect(account!.metadata.annotations).toMatchObject({
      'helm.sh/hook': 'pre-install,pre-upgrade',
      'helm.sh/hook-weight': '-5',
    });
  });

  test('rolls pods when settings change, and those that read the secret when its revision does', async () => {
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

  test('splits one origin, and sends nobody to a pod that serves no visitors', () => {
    const [ingress] = ofKind(objects, 'Ingress');
    const [rule] = ingress!.spec!.rules!;
    expect(rule!.host).toBe('leads.example.com');
    expect(rule!.http.paths.map(({ path, backend }) => `${path} ${backend.service.name}`)).toEqual([
      '/api acme-rest-facade',
      '/graphql acme-graphql',
      '/objects acme-graphql',
      '/webhooks acme-graphql',
      '/ acme-web',
    ]);
    expect(ingress!.spec!.tls).toEqual([{ hosts: ['leads.example.com'], secretName: 'leads-tls' }]);
  });

  test('takes images by digest where one is given, by tag where not', async () => {
    expect(containersOf(deployment('rest-facade'))[0]!.image).toBe(
      `registry.example.com/dripline/rest-facade@sha256:${'2'.repeat(64)}`,
    );
    const plain = await render('-f', join(chart, 'ci/min.yaml'));
    expect(containersOf(ofKind(plain, 'Deployment').find(isFor('web'))!)[0]!.image).toBe(
      'registry.example.com/dripline/web:0.1.0',
    );
  });

  test('scales the worker by what waits for it, the rest by their processors', () => {
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

  test('each service finds in its settings what it will not start without', () => {
    const [config] = ofKind(objects, 'ConfigMap').filter(isFor('config'));
    const needed = [
      'PUBLIC_URL',
      'GRAPHQL_URL',
      'TEMPORAL_ADDRESS',
      'TEMPORAL_NAMESPACE',
      'GCS_BUCKET',
      'PRODUCT_NAME',
      'TRUST_PROXY_HOPS',
    ];
    expect(needed.filter((name) => !config!.data![name])).toEqual([]);
    expect(config!.data!['GRAPHQL_URL']).toBe('http://acme-graphql:4000/graphql');
  });

  test('each alert is explained in the operations guide, and only our own metrics are asked for', () => {
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
      expect(readFileSync(join(runbooks, url.slice(base.length)), 'utf8')).toContain(`# ${alert}\n`);
    }

    const known = [
      ...measuredNames(),
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
      ...rules.flatMap(({ record }) => record ?? []),
    ];
    const dashboard = JSON.parse(ofKind(objects, 'ConfigMap').find(isFor('dashboard'))!.data!['dripline.json']!) as {
      panels: { targets?: { expr: string }[] }[];
    };
    const expressions = [
      ...rules.map(({ expr }) => expr),
      ...dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ];
    const asked = expressions.flatMap(
      (expr) => expr.match(/\b(dripline|http|graphql|process|nodejs)_[a-z0-9_]+/g) ?? [],
    );
    const unknown = asked.filter((name) => !known.includes(name.replace(/_(bucket|count|sum)$/, '')));
    expect(unknown).toEqual([]);
    expect(asked.length).toBeGreaterThan(30);
  });
});
