import { join } from 'node:path';
import { chart } from '@dripline/tools/chart/render-chart';
import { address, type End, isAllowed, other, ours } from './testing/evaluate-policies';
import { ofKind, render, type Rendered, tellWhereHelmIsMissing, withHelm } from './testing/objects';

jest.setTimeout(60_000);
tellWhereHelmIsMissing();

const ends: Record<string, End> = {
  ...Object.fromEntries(
    ['web', 'rest-facade', 'graphql', 'workflows', 'migrate', 'smoke-test'].map((name) => [name, ours(name)]),
  ),
  'the ingress controller': other('ingress-nginx'),
  Prometheus: other('monitoring'),
  'a stranger’s pod': other('default'),
  'a stray pod of the release': ours('debug'),
  'cluster DNS': other('kube-system', { 'k8s-app': 'kube-dns' }),
  Temporal: other('temporal', { 'app.kubernetes.io/component': 'frontend' }),
  Postgres: address('10.20.0.7'),
  'another machine within': address('10.20.9.9'),
  'the internet': address('142.250.1.1'),
  'the metadata server': address('169.254.169.254'),
};

// Under ci/prod.yaml. All else is denied: the test asks about every pair and port below.
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
  'workflows > graphql:4000',
  'smoke-test > web:8080',
  'smoke-test > rest-facade:3000',
  'smoke-test > graphql:9464',
  'graphql > Postgres:6432',
  'migrate > Postgres:6432',
  'graphql > Temporal:7233',
  'workflows > Temporal:7233',
  'graphql > the internet:443',
  'workflows > the internet:443',
  'graphql > the metadata server:80',
  'graphql > the metadata server:988',
  ...['web', 'rest-facade', 'graphql', 'workflows'].map((name) => `${name} > Prometheus:4318`),
  ...['web', 'rest-facade', 'graphql', 'workflows', 'migrate', 'smoke-test', 'a stray pod of the release'].map(
    (name) => `${name} > cluster DNS:53`,
  ),
];
const ports = [53, 80, 443, 988, 3000, 4000, 4318, 6432, 7233, 8080, 9464];
const within = new Set([
  'web',
  'rest-facade',
  'graphql',
  'workflows',
  'migrate',
  'smoke-test',
  'a stray pod of the release',
]);

const pairs = Object.keys(ends).flatMap((from) =>
  Object.keys(ends).flatMap((to) =>
    from !== to && (within.has(from) || within.has(to)) ? ports.map((port) => ({ from, to, port })) : [],
  ),
);
const openIn = (objects: Rendered[]) =>
  pairs
    .filter(({ from, to, port }) => isAllowed(objects, ends[from]!, ends[to]!, port))
    .map(({ from, to, port }) => `${from} > ${to}:${port}`);

withHelm('network policies', () => {
  let objects: Rendered[];
  beforeAll(async () => {
    objects = await render('-f', join(chart, 'ci/prod.yaml'));
  });

  test('let through what is needed, and nothing else', () => {
    expect(pairs.length).toBeGreaterThan(1_000);
    expect(openIn(objects).sort()).toEqual([...allowed].sort());
  });

  test('keep the metadata server shut where no workload identity is asked for', async () => {
    const open = openIn(
      await render('-f', join(chart, 'ci/prod.yaml'), '--set', 'networkPolicies.workloadIdentity=false'),
    );
    expect(open.filter((pair) => pair.includes('metadata'))).toEqual([]);
  });

  test.each(['default-deny', 'web', 'rest-facade', 'graphql', 'workflows', 'migrate', 'smoke-test'])(
    'are missed by this test when %s is gone or wide open',
    (name) => {
      const isIt = ({ kind, metadata }: Rendered) => kind === 'NetworkPolicy' && metadata.name === `acme-${name}`;
      expect(openIn(objects.filter((object) => !isIt(object))).sort()).not.toEqual([...allowed].sort());
      const open = structuredClone(objects);
      Object.assign(open.find(isIt)!.spec!, { egress: [{}] });
      expect(openIn(open).sort()).not.toEqual([...allowed].sort());
      expect(ofKind(open, 'NetworkPolicy')).toHaveLength(7);
    },
  );
});
