import { join } from 'node:path';
import { chart } from '@dripline/tools/chart/render-chart';
import { ipAddress, type NetworkEndpoint, isAllowed, podIn, releasePod } from './testing/evaluate-policies';
import { ofKind, render, type Rendered, reportMissingHelm, withHelm } from './testing/objects';

jest.setTimeout(60_000);
reportMissingHelm();

const endpoints: Record<string, NetworkEndpoint> = {
  ...Object.fromEntries(
    ['web', 'rest-facade', 'graphql', 'workflows', 'migrate', 'smoke-test'].map((name) => [name, releasePod(name)]),
  ),
  'the ingress controller': podIn('ingress-nginx'),
  Prometheus: podIn('monitoring'),
  'a pod of another namespace': podIn('default'),
  'an unknown pod of the release': releasePod('debug'),
  'cluster DNS': podIn('kube-system', { 'k8s-app': 'kube-dns' }),
  Temporal: podIn('temporal', { 'app.kubernetes.io/component': 'frontend' }),
  Postgres: ipAddress('10.20.0.7'),
  'another host of the network': ipAddress('10.20.9.9'),
  'the internet': ipAddress('142.250.1.1'),
  'the metadata server': ipAddress('169.254.169.254'),
};

// Connections that ci/prod.yaml allows. The test checks every pair and port below, and all others are denied.
const allowed = [
  'the ingress controller > web:8080',
  'the ingress controller > rest-facade:3000',
  'the ingress controller > graphql:4000',
  'Prometheus > web:9464',
  'Prometheus > rest-facade:9464',
  'Prometheus > graphql:9464',
  'Prometheus > workflows:9464',
  'web > graphql:4000',
  'rest-facade > graphql:4000',
  'web > graphql:4001',
  'rest-facade > graphql:4001',
  'workflows > graphql:4001',
  'smoke-test > web:8080',
  'smoke-test > rest-facade:3000',
  'smoke-test > graphql:9464',
  'graphql > Postgres:6432',
  'migrate > Postgres:6432',
  'graphql > Temporal:7233',
  'workflows > Temporal:7233',
  'graphql > the internet:443',
  'graphql > the internet:587',
  'workflows > the internet:443',
  'graphql > the metadata server:80',
  'graphql > the metadata server:988',
  ...['web', 'rest-facade', 'graphql', 'workflows'].map((name) => `${name} > Prometheus:4318`),
  ...['web', 'rest-facade', 'graphql', 'workflows', 'migrate', 'smoke-test', 'an unknown pod of the release'].map(
    (name) => `${name} > cluster DNS:53`,
  ),
];
const ports = [53, 80, 443, 587, 988, 3000, 4000, 4001, 4318, 6432, 7233, 8080, 9464];
const releasePods = new Set([
  'web',
  'rest-facade',
  'graphql',
  'workflows',
  'migrate',
  'smoke-test',
  'an unknown pod of the release',
]);

const pairs = Object.keys(endpoints).flatMap((from) =>
  Object.keys(endpoints).flatMap((to) =>
    from !== to && (releasePods.has(from) || releasePods.has(to)) ? ports.map((port) => ({ from, to, port })) : [],
  ),
);
const openConnections = (objects: Rendered[]) =>
  pairs
    .filter(({ from, to, port }) => isAllowed(objects, endpoints[from]!, endpoints[to]!, port))
    .map(({ from, to, port }) => `${from} > ${to}:${port}`);

withHelm('network policies', () => {
  let objects: Rendered[];
  beforeAll(async () => {
    objects = await render('-f', join(chart, 'ci/prod.yaml'));
  });

  test('allow exactly the required connections', () => {
    expect(pairs.length).toBeGreaterThan(1_000);
    expect(openConnections(objects).sort()).toEqual([...allowed].sort());
  });

  test('deny the metadata server without workload identity', async () => {
    const open = openConnections(
      await render('-f', join(chart, 'ci/prod.yaml'), '--set', 'networkPolicies.workloadIdentity=false'),
    );
    expect(open.filter((pair) => pair.includes('metadata'))).toEqual([]);
  });

  test('open the internal port to no other pod, even if every pod may send requests to the services', async () => {
    const open = openConnections(
      await render(
        ...['-f', join(chart, 'ci/prod.yaml')],
        ...['--set-json', 'networkPolicies.ingressFrom=[{"namespaceSelector":{}}]'],
      ),
    );
    expect(open).toContain('a pod of another namespace > graphql:4000');
    expect(open.filter((pair) => pair.endsWith(':4001')).sort()).toEqual([
      'rest-facade > graphql:4001',
      'web > graphql:4001',
      'workflows > graphql:4001',
    ]);
  });

  test.each(['default-deny', 'web', 'rest-facade', 'graphql', 'workflows', 'migrate', 'smoke-test'])(
    'are not as expected if the policy %s is missing or allows everything',
    (name) => {
      const isPolicy = ({ kind, metadata }: Rendered) => kind === 'NetworkPolicy' && metadata.name === `acme-${name}`;
      expect(openConnections(objects.filter((object) => !isPolicy(object))).sort()).not.toEqual([...allowed].sort());
      const open = structuredClone(objects);
      Object.assign(open.find(isPolicy)!.spec!, { egress: [{}] });
      expect(openConnections(open).sort()).not.toEqual([...allowed].sort());
      expect(ofKind(open, 'NetworkPolicy')).toHaveLength(7);
    },
  );
});
