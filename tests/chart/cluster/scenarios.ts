import { eventually } from '@dripline/runtime/testing/eventually';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Failure } from '@dripline/launcher/failure';
import { root } from '@dripline/launcher/paths';
import { chart } from '@dripline/tools/chart/render-chart';
import type { Prometheus } from '../../harness/prometheus';
import type { PreviousChart } from './previous-chart';
import type { Release } from './release';

/** Performs an operation on the release and returns a description of what was verified. Throws a Failure. */
export type ChartScenario = (release: Release) => Promise<string>;

const nodes = ['n1', 'n2', 'n3'];
/** The default tag of the images. */
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

function expect(condition: boolean, message: string): void {
  if (!condition) throw new Failure(message);
}

/** Returns whether the attempt was rejected. Throws a Failure if it was rejected for another reason. */
async function isRejected(attempt: Promise<string>, reason: RegExp): Promise<boolean> {
  const errorMessage = await attempt.then(
    () => undefined,
    (error: Error) => error.message,
  );
  if (errorMessage !== undefined && !reason.test(errorMessage))
    throw new Failure(`Rejected, but not because of ${reason}: ${errorMessage}`);
  return errorMessage !== undefined;
}

const imagesOf = async (release: Release) =>
  (await release.deployments()).map(({ spec }) => spec.template.spec.containers[0]!.image).sort();

export const newInstallation: ChartScenario = async (release) => {
  const insecurePod = release.kubectl('run', 'insecure', '--image=x');
  expect(
    await isRejected(insecurePod, /violates PodSecurity "restricted/),
    'The namespace does not enforce restricted Pod Security.',
  );
  await release.apply();
  await release.waitUntilComplete();
  expect((await release.deployments()).length === 4, 'The release does not have four deployments.');
  await release.helm('test');
  return 'new installation under restricted Pod Security: four deployments of two pods or more, helm test passes';
};

const examples = readdirSync(join(chart, 'examples')).map((file) => `examples/${file}`);
/** What `skaffold dev`, and its profiles `staging` and `prod` install. */
const skaffoldReleases = ['dev', 'staging', 'prod'].map((name) => `ci/${name}.yaml`);
/** Their CustomResourceDefinitions belong to the Prometheus operator. */
const withoutMonitoring = ['serviceMonitor=false', 'prometheusRule=false', 'probe.prober='].map(
  (value) => `monitoring.${value}`,
);

const otherImages = [
  'images.tag=9.9.9',
  ...['graphql', 'restFacade', 'workflows', 'web'].map((component) => `images.digests.${component}=`),
];

/** @param crds files with the CustomResourceDefinitions of the objects in the examples */
export const installedExamples =
  (crds: string[]): ChartScenario =>
  async (release) => {
    for (const crd of crds) await release.kubectl('create', '-f', crd);
    for (const crd of crds) await release.kubectl('wait', '--for=condition=Established', '-f', crd);
    // What the administrator of the OpenShift cluster creates.
    await release.kubectl('create', 'serviceaccount', 'dripline');
    for (const node of nodes) await release.kubectl('label', 'node', node, 'node-role.kubernetes.io/worker=');
    for (const values of [...examples, ...skaffoldReleases]) {
      const set = skaffoldReleases.includes(values) ? withoutMonitoring : [];
      await release.apply({ values, set });
      const names = (await release.deployments()).map(({ metadata }) => metadata.name);
      expect(names.length === 4, `${values} has the deployments ${names.join(', ')}.`);
      const images = String(await imagesOf(release));
      await release.helm('test');
      await release.apply({ values, set: [...set, ...otherImages] });
      expect(String(await imagesOf(release)) !== images, `The upgrade of ${values} replaced no image.`);
      await release.helm('rollback', '1', '--wait', '--timeout', '3m');
      expect(String(await imagesOf(release)) === images, `The rollback of ${values} did not restore the images.`);
      await release.helm('uninstall', '--wait');
      expect((await release.deployments()).length === 0, `${values} leaves deployments behind.`);
    }
    return `${[...examples, ...skaffoldReleases].map((file) => basename(file, '.yaml')).join(', ')}: each is installed, passes helm test, is upgraded, rolled back and uninstalled`;
  };

export const changedSecret: ChartScenario = async (release) => {
  const original = await release.pods();
  await release.apply();
  await release.waitUntilComplete();
  expect(String(await release.pods()) === String(original), 'An upgrade that changes nothing replaced a pod.');
  await release.kubectl('patch', 'secret', 'dripline', '--patch', '{"stringData":{"SESSION_SECRET":"changed"}}');
  await release.apply();
  await release.waitUntilComplete();
  const pods = await release.pods();
  expect(!pods.some((pod) => original.includes(pod)), 'A pod kept running with a Secret that changed.');
  return 'changed secret: the next upgrade replaces every pod, and an upgrade without changes replaces none';
};

/** @param watch starts a Prometheus with the rules about the cluster */
export const failedMigration =
  (watch: (release: Release) => Promise<Prometheus>): ChartScenario =>
  async (release) => {
    const { firing } = await watch(release);
    const alerts = (expected: string[]) =>
      eventually(async () => String(await firing()) === String(expected), { timeout: 60_000 });
    const [pods, images] = [await release.pods(), await imagesOf(release)];
    // No node has 1,000 CPUs, so the migration never starts and exceeds its deadline.
    const failingValues = [
      'images.tag=9.9.9',
      'migration.resources.requests.cpu=1000000m',
      'migration.deadlineSeconds=10',
    ];
    expect(
      await isRejected(release.apply({ set: failingValues, timeout: '2m' }), /pre-upgrade hooks failed/),
      'An upgrade continued after a failed migration.',
    );
    expect(String(await release.pods()) === String(pods), 'A failed migration replaced a pod.');
    expect(String(await imagesOf(release)) === String(images), 'A failed migration changed an image.');
    await alerts(['DriplineMigrationFailed']);
    await release.apply({ set: ['images.tag=0.1.1'] });
    await release.waitUntilComplete();
    expect(
      (await imagesOf(release)).every((image) => image.endsWith(':0.1.1')),
      'The upgrade after a failed one did not succeed.',
    );
    await alerts([]);
    return 'failed migration: the upgrade stops, the old pods stay, DriplineMigrationFailed fires, and the next upgrade succeeds and clears it';
  };

export const drainNodes: ChartScenario = async (release) => {
  // With all nodes cordoned, no new pod can start, so only the disruption budgets keep pods running.
  for (const node of nodes) await release.kubectl('cordon', node);
  const drainAll = release.kubectl('drain', ...nodes, '--delete-emptydir-data', '--force', '--timeout=15s');
  expect(await isRejected(drainAll, /disruption budget|global timeout/), 'All pods could be evicted at the same time.');
  for (const { metadata, spec, status } of await release.deployments()) {
    expect(
      (status.availableReplicas ?? 0) >= spec.replicas - 1,
      `${metadata.name} has only ${status.availableReplicas ?? 0} of ${spec.replicas} pods.`,
    );
  }
  for (const node of nodes) await release.kubectl('uncordon', node);
  await release.waitUntilComplete();
  await release.kubectl('drain', nodes[0]!, '--delete-emptydir-data', '--force', '--timeout=60s');
  await release.waitUntilComplete();
  await release.kubectl('uncordon', nodes[0]!);
  return 'drain: draining all nodes evicts at most one pod of each deployment, and draining one node succeeds';
};

export const maintenance: ChartScenario = async (release) => {
  const autoscalers = async () => (await release.kubectl('get', 'hpa', '-o', 'name')).trim();
  expect((await autoscalers()) !== '', 'The release has no autoscaler.');
  await release.apply({ set: ['productName=Kept'] });
  await release.runBlock('stop-pods');
  expect((await release.pods()).length === 0, 'Pods run during maintenance.');
  expect((await autoscalers()) === '', 'An autoscaler would start pods during maintenance.');
  await release.runBlock('start-pods');
  await release.waitUntilComplete();
  const config = await release.kubectl('get', 'configmaps', '-o', 'yaml');
  expect(/DATABASE_RESTORED_AT: "\d{4}-/.test(config), 'The server does not get the time of the restore.');
  expect(config.includes('PRODUCT_NAME: Kept'), 'The values of the release are lost.');
  expect((await autoscalers()) !== '', 'The autoscalers did not return.');
  return 'maintenance, with the commands of the page “Back up and restore”: no pod runs, and afterwards all of them';
};

export const rollBack: ChartScenario = async (release) => {
  await release.helm('rollback', '1', '--wait', '--timeout', '3m');
  await release.waitUntilComplete();
  expect(
    (await imagesOf(release)).every((image) => image.endsWith(`:${version}`)),
    'A rollback did not restore the first images.',
  );
  await release.helm('test');
  return 'rollback to the first revision: helm test passes';
};

export const upgradeFromPrevious =
  ({ folder, name }: PreviousChart): ChartScenario =>
  async (release) => {
    // It had no default.
    await release.apply({ from: folder, set: ['images.registry=ghcr.io/dripline'] });
    await release.waitUntilComplete();
    await release.apply({ set: ['images.tag=0.2.0', 'productName=Other'] });
    await release.waitUntilComplete();
    expect(
      (await imagesOf(release)).every((image) => image.endsWith(':0.2.0')),
      'The upgrade did not replace all images.',
    );
    await release.helm('test');
    return `upgrade from ${name}: helm test passes`;
  };

export const developmentCluster: ChartScenario = async (release) => {
  const [folder, stores] = [join(root, 'k8s/dev'), ['postgres', 'temporal', 'object-store']];
  const secrets = async () => {
    const { items } = JSON.parse(await release.kubectl('get', 'secrets', '-o', 'json')) as {
      items: { metadata: { name: string; resourceVersion: string }; data: Record<string, string> }[];
    };
    return new Map(items.map(({ metadata, data }) => [metadata.name, { version: metadata.resourceVersion, data }]));
  };
  const valueOf = async (name: string, key: string) =>
    Buffer.from((await secrets()).get(name)!.data[key]!, 'base64').toString();
  const changed = async (action: () => Promise<unknown>) => {
    const before = await secrets();
    await action();
    return [...(await secrets())].flatMap(([name, { version }]) => (before.get(name)?.version === version ? [] : name));
  };

  await release.kubectl('delete', 'secrets', '--all');
  await release.makeSecrets();
  const password = await valueOf('postgres', 'password');
  const isComplete = async () =>
    (await valueOf('postgres', 'password')) === password &&
    (await valueOf('dripline', 'DATABASE_URL')) === `postgres://dripline_app:${password}@postgres:5432/dripline` &&
    (await valueOf('dripline-migration', 'DATABASE_URL')) === `postgres://postgres:${password}@postgres:5432/dripline`;
  expect(await isComplete(), 'A secret of the development cluster has another password than Postgres.');
  expect((await changed(release.makeSecrets)).length === 0, 'A second run of make-secrets changed a secret.');
  for (const missing of [['dripline'], ['postgres', 'dripline-migration'], ['dripline-s3', 'postgres', 'dripline']]) {
    await release.kubectl('delete', 'secret', ...missing);
    const created = await changed(release.makeSecrets);
    expect(String(created.sort()) === String([...missing].sort()), `make-secrets changed ${created}, not ${missing}.`);
    expect(await isComplete(), `After ${missing} was missing, a secret has another password than Postgres.`);
  }

  // What Skaffold does at its start and after Ctrl-C.
  await release.kubectl('apply', '--kustomize', folder);
  const podsOf = async () => (await release.kubectl('get', 'pods', '-o', 'name')).split('\n');
  let pods = await podsOf();
  const hasPods = () => stores.every((name) => pods.includes(`pod/${name}-0`));
  for (const deadline = Date.now() + 60_000; !hasPods(); pods = await podsOf())
    expect(Date.now() < deadline, `k8s/dev has no pods under restricted Pod Security, only ${pods}.`);
  const left = await changed(() => release.kubectl('delete', '--kustomize', folder));
  const claims = (await release.kubectl('get', 'persistentvolumeclaims', '-o', 'name')).trim().split('\n').sort();
  expect(left.length === 0 && (await secrets()).size === 5, 'The deletion of k8s/dev deleted a secret.');
  expect(
    String(claims) === String(stores.map((name) => `persistentvolumeclaim/data-${name}-0`).sort()),
    `The deletion of k8s/dev left the claims ${claims}.`,
  );
  return 'development cluster: missing secrets are created with the Postgres password; secrets and volumes survive Ctrl-C';
};
