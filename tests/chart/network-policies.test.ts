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
  'the internet by IPv6': ipAddress('2607:f8b0:4004::1'),
  'the metadata server': ipAddress('169.254.169.254'),
  'the metadata proxy': ipAddress('169.254.169.252'),
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
  'graphql > the internet by IPv6:443',
  'graphql > the internet by IPv6:587',
  'workflows > the internet by IPv6:443',
  'graphql > the metadata server:80',
  'graphql > the metadata proxy:987',
  'graphql > the metadata proxy:988',
  ...['web', 'rest-facade', 'graphql', 'workflows'].map((name) => `${name} > Prometheus:4318`),
  ...['web', 'rest-facade', 'graphql', 'workflows', 'migrate', 'smoke-test', 'an unknown pod of the release'].flatMap(
    (name) =>
      ['cluster DNS', 'the metadata server'].flatMap((dns) => [53, 5353].map((port) => `${name} > ${dns}:${port}`)),
  ),
];
const ports = [53, 80, 443, 587, 987, 988, 3000, 4000, 4001, 4318, 5353, 6432, 7233, 8080, 9464];
const releasePods = new Set([
  'web',
  'rest-facade',
  'graphql',
  'workflows',
  'migrate',
  'smoke-test',
  'an unknown pod of the release',
]);

const kubeDns = podIn('kube-system', { 'k8s-app': 'kube-dns' });
const nodeLocalDns = podIn('kube-system', { 'k8s-app': 'node-local-dns' });

/** The DNS servers of each kind of cluster. kube-dns is also the label of CoreDNS. */
const dnsServers: [cluster: string, NetworkEndpoint, port: number][] = [
  ['GKE with kube-dns', kubeDns, 53],
  ['GKE with NodeLocal DNSCache', ipAddress('169.254.20.10'), 53],
  ['GKE with NodeLocal DNSCache and Dataplane V2', nodeLocalDns, 53],
  ['GKE with Cloud DNS', ipAddress('169.254.169.254'), 53],
  ['GKE with Cloud DNS by IPv6', ipAddress('fd20:ce::254'), 53],
  ['EKS', kubeDns, 53],
  ['EKS with NodeLocal DNSCache', ipAddress('169.254.20.10'), 53],
  ['OpenShift', podIn('openshift-dns', { 'dns.operator.openshift.io/daemonset-dns': 'default' }), 5353],
];

/** Addresses that hand out a cloud's credentials, and the value of `workloadIdentity` that opens them. */
const metadataServers: [name: string, address: string, port: number, identity?: string][] = [
  ['GKE with Dataplane V1', '169.254.169.252', 987, 'gke'],
  ['GKE with Dataplane V1', '169.254.169.252', 988, 'gke'],
  ['GKE with Dataplane V2', '169.254.169.254', 80, 'gke'],
  ['pod identity of EKS', '169.254.170.23', 80, 'eks'],
  ['pod identity of EKS by IPv6', 'fd00:ec2::23', 80, 'eks'],
  ['metadata of EC2 by IPv6', 'fd00:ec2::254', 80],
  ['metadata of Compute Engine by IPv6', 'fd20:ce::254', 80],
];

/** Private and link-local addresses in each range that is not the internet. */
const privateAddresses = [
  ...['10.1.2.3', '100.64.1.2', '100.100.100.200', '172.31.0.2', '192.168.1.1', '169.254.169.254', '169.254.170.2'],
  ...['fc00::1', 'fd12:3456::1', 'fd00:ec2::254', 'fd20:ce::254', 'fe80::1'],
];

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

  test.each([
    ['https://s3.example.com', false, ['graphql > the internet:443']],
    ['https://s3.example.com:6432', false, ['graphql > the internet:6432', 'graphql > the internet by IPv6:6432']],
    ['http://minio.temporal:8080', true, ['graphql > Temporal:8080']],
    ['http://minio.temporal', true, ['graphql > Temporal:80']],
  ])('let only graphql connect to the S3 endpoint %s', async (endpoint, isInCluster, connections) => {
    const namespace = [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'temporal' } } }];
    const values = {
      objectStore: { bucket: '', s3: { bucket: 'dripline', region: 'us-east-1', endpoint } },
      'networkPolicies.objectStoreTo': isInCluster ? namespace : [],
    };
    const open = openConnections(
      await render(
        ...['-f', join(chart, 'ci/prod.yaml')],
        ...Object.entries(values).flatMap(([name, value]) => ['--set-json', `${name}=${JSON.stringify(value)}`]),
      ),
    );
    expect(open.sort()).toEqual([...new Set([...allowed, ...connections])].sort());
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

withHelm('network policies with their default addresses', () => {
  const renderDefaults = (...args: string[]) => render('-f', join(chart, 'examples/minimal.yaml'), ...args);
  const anyPort = [53, 80, 443, 587, 987, 988, 5353, 5432, 7233, 8443];

  test.each(dnsServers)('let every pod reach DNS on %s', async (_, server, port) => {
    const objects = await renderDefaults();
    for (const pod of releasePods)
      for (const protocol of ['UDP', 'TCP'] as const)
        expect({ pod, protocol, isAllowed: isAllowed(objects, endpoints[pod]!, server, port, protocol) }).toEqual({
          ...{ pod, protocol, isAllowed: true },
        });
  });

  test.each(['', 'gke', 'eks'])(
    'open only the metadata servers of workloadIdentity=%s to graphql',
    async (identity) => {
      const objects = await renderDefaults('--set', `networkPolicies.workloadIdentity=${identity}`);
      const open = [...releasePods].flatMap((pod) =>
        metadataServers.flatMap(([, address]) =>
          anyPort
            .filter((port) => port !== 53 && port !== 5353)
            .filter((port) => isAllowed(objects, endpoints[pod]!, ipAddress(address), port))
            .map((port) => `${pod} > ${address} ${port}`),
        ),
      );
      const expected = metadataServers.filter(([, , , opened]) => opened !== undefined && opened === identity);
      expect([...new Set(open)].sort()).toEqual(
        expected.map(([, address, port]) => `graphql > ${address} ${port}`).sort(),
      );
    },
  );

  test('deny private networks, except for Postgres and Temporal on their ports', async () => {
    const objects = await renderDefaults();
    const open = [...releasePods].flatMap((pod) =>
      privateAddresses.flatMap((address) =>
        anyPort
          .filter((port) => isAllowed(objects, endpoints[pod]!, ipAddress(address), port))
          .map((port) => `${pod} > ${address} ${port}`),
      ),
    );
    const isDns = (connection: string) => /(169\.254\.169\.254|fd20:ce::254) (53|5353)$/.test(connection);
    expect(open.filter((connection) => !isDns(connection)).sort()).toEqual([
      'graphql > 10.1.2.3 5432',
      'graphql > 10.1.2.3 7233',
      'migrate > 10.1.2.3 5432',
      'workflows > 10.1.2.3 7233',
    ]);
  });

  test.each(['142.250.1.1', '2607:f8b0:4004::1'])(
    'let graphql and workflows reach Temporal Cloud at %s, with temporalTo=[]',
    async (address) => {
      const args = ['--set', 'temporal.address=acme.a1b2c.tmprl.cloud:7233'];
      const objects = await renderDefaults(...args, '--set-json', 'networkPolicies.temporalTo=[]');
      const openTo = (target: string) =>
        [...releasePods].filter((pod) => isAllowed(objects, endpoints[pod]!, ipAddress(target), 7233));
      expect(openTo(address)).toEqual(['graphql', 'workflows']);
      expect(privateAddresses.filter((target) => openTo(target).length > 0)).toEqual([]);
      const closed = await renderDefaults(...args);
      expect(isAllowed(closed, endpoints['graphql']!, ipAddress(address), 7233)).toBe(false);
    },
  );
});
