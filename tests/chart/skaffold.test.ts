import Ajv from 'ajv';
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { root } from '@dripline/launcher/paths';
import { ofKind, podOf, render, type Rendered, reportMissingHelm, withHelm, workloadsOf } from './testing/objects';
import { devObjects } from './testing/dev-objects';

reportMissingHelm();

const schema = process.env['SKAFFOLD_SCHEMA'];
const configs = parseAllDocuments(readFileSync(join(root, 'skaffold.yaml'), 'utf8')).map(
  (document) => document.toJS() as Config,
);

interface Artifact {
  image: string;
  docker: { dockerfile: string; target?: string };
  sync?: { manual: { src: string; dest: string; strip?: string }[] };
}

interface Hook {
  host: { command: string[]; dir?: string };
}

interface Release {
  name: string;
  valuesFiles: string[];
  chartPath: string;
  namespace: string;
  setValues?: Record<string, string>;
  setValueTemplates: Record<string, string>;
}

interface Config {
  apiVersion: string;
  metadata: { name: string };
  requires?: { configs: string[] }[];
  build?: { artifacts?: Artifact[]; local?: { push: boolean } };
  manifests?: { kustomize?: { paths: string[] } };
  deploy?: {
    kubectl?: { hooks: { before: Hook[] } };
    helm?: { releases: Release[]; hooks?: { after: Hook[] } };
  };
  portForward?: { resourceType: string; resourceName: string; port: number; localPort: number }[];
  verify?: {
    container: { name: string; image: string; args: string[]; env: { name: string; value: string }[] };
    executionMode: { kubernetesCluster: { jobManifestPath: string } };
  }[];
}
type Profile = Config & {
  name: string;
  activation?: { command?: string; kubeContext?: string }[];
  patches?: { op: 'add' | 'remove' | 'replace'; path: string; value?: unknown }[];
};

const profilesOf = (config: Config) => (config as Config & { profiles: Profile[] }).profiles;

/** Returns the configuration with a profile, as Skaffold computes it: fields replace fields, then patches are applied. */
function withProfile(name: string, config: Config): Config {
  const profile = profilesOf(config).find((other) => other.name === name);
  const result = structuredClone({ ...config, build: { ...config.build, ...profile?.build } });
  for (const { op, path, value } of profile?.patches ?? []) {
    const keys = path.slice(1).split('/');
    const parent = keys.slice(0, -1).reduce<unknown>((object, key) => (object as Record<string, unknown>)[key], result);
    const target = parent as Record<string, unknown>;
    const key = keys.at(-1)!;
    if (op === 'add' ? key in target : !(key in target)) throw new Error(`${op} ${path} does not fit`);
    if (op === 'remove') delete target[key];
    else target[key] = value;
  }
  return result;
}

const main = configs.find(({ metadata }) => metadata.name === 'dripline')!;
const dependencies = configs.find(({ metadata }) => metadata.name === 'around')!;
const dev = profilesOf(main).find(({ name }) => name === 'dev')!;
const local = ['kind', 'minikube', 'remote'];
const shipped = ['staging', 'prod'];
const releaseOf = (config: Config) => config.deploy!.helm!.releases[0]!;

(schema ? test : test.skip)('skaffold.yaml is valid', () => {
  const isValid = new Ajv({ strict: false, allErrors: true, logger: false }).compile(
    JSON.parse(readFileSync(schema!, 'utf8')) as object,
  );
  for (const config of configs) {
    isValid(config);
    expect(isValid.errors ?? []).toEqual([]);
  }
  expect(isValid({ ...configs[0], biuld: {} })).toBe(false);
});

test.each([...local, ...shipped])(
  'with the profile %s, the four images are built from existing Dockerfiles and passed to the chart',
  (name) => {
    const config = withProfile(name, main);
    const { artifacts = [] } = config.build!;
    const { valuesFiles, chartPath, setValueTemplates } = releaseOf(config);
    expect(artifacts.map(({ image }) => image)).toEqual([
      'dripline-graphql',
      'dripline-rest-facade',
      'dripline-workflows',
      'dripline-web',
    ]);
    expect(
      [chartPath, ...valuesFiles, ...artifacts.map(({ docker }) => docker.dockerfile)].filter(
        (path) => !existsSync(join(root, path)),
      ),
    ).toEqual([]);
    expect(Object.values(setValueTemplates)).toEqual(
      artifacts.map(({ image }) => `{{.IMAGE_FULLY_QUALIFIED_${image.replaceAll('-', '_')}}}`),
    );
  },
);

withHelm('the chart', () => {
  test.each([
    ['kind', 'Never'],
    ['minikube', 'Never'],
    ['remote', 'IfNotPresent'],
    ['staging', 'IfNotPresent'],
    ['prod', 'IfNotPresent'],
  ])('renders as Skaffold renders it with the profile %s: the built images, pulled %s', async (name, pullPolicy) => {
    const { valuesFiles, setValues, setValueTemplates } = releaseOf(withProfile(name, main));
    const set = { ...setValues };
    for (const [key, template] of Object.entries(setValueTemplates))
      set[key] = `registry.example.com/${/dripline_(\w+)/.exec(template)![1]}:v1@sha256:${'a'.repeat(64)}`;
    const objects = await render(
      ...valuesFiles.flatMap((file) => ['-f', join(root, file)]),
      ...Object.entries(set).flatMap(([key, value]) => ['--set', `${key}=${value}`]),
    );
    const containers = ofKind(objects, 'Deployment').map((object) => podOf(object).containers[0]!);
    expect(containers.map(({ image }) => image.split('@')[0]).sort()).toEqual(
      ['graphql', 'rest_facade', 'web', 'workflows'].map((image) => `registry.example.com/${image}:v1`),
    );
    expect([...new Set(containers.map((container) => container.imagePullPolicy))]).toEqual([pullPolicy]);
  });
});

test.each(shipped)('the profile %s uses the shipped images and its values', (name) => {
  const config = withProfile(name, main);
  expect(config.build!.artifacts!.filter(({ docker, sync }) => docker.target ?? sync)).toEqual([]);
  expect(releaseOf(config).valuesFiles).toEqual([`charts/dripline/ci/${name}.yaml`]);
});

test('skaffold run and skaffold deploy run helm test after the deployment, and skaffold dev does not', () => {
  const { activation } = profilesOf(main).find(({ name }) => name === 'run')!;
  expect(activation).toEqual([{ command: 'run' }, { command: 'deploy' }]);
  const [shell, flag, command] = withProfile('run', main).deploy!.helm!.hooks!.after[0]!.host.command;
  expect([shell, flag]).toEqual(['sh', '-c']);
  const { name, namespace } = releaseOf(main);
  expect(command).toContain(`helm test ${name} --namespace ${namespace} --kube-context "$SKAFFOLD_KUBE_CONTEXT"`);
  expect([...local, ...shipped, 'dev'].flatMap((other) => withProfile(other, main).deploy!.helm!.hooks ?? [])).toEqual(
    [],
  );
});

test.each(shipped)('the profile %s deploys nothing of k8s/dev and creates no secrets', (name) => {
  const { build, manifests, deploy } = withProfile(name, dependencies);
  expect([build, manifests, deploy]).toEqual([{ tagPolicy: { gitCommit: {} } }, {}, {}]);
});

test('images are loaded into local clusters and pushed to remote ones', () => {
  for (const config of [main, dependencies])
    expect(local.map((name) => withProfile(name, config).build!.local!.push)).toEqual([false, false, true]);
});

test('the secrets are created before k8s/dev is deployed, in the context of the deployment', () => {
  const [hook, ...others] = dependencies.deploy!.kubectl!.hooks.before;
  expect(others).toEqual([]);
  expect(hook).toEqual({ host: { command: ['k8s/dev/make-secrets'], dir: '.' } });
  expect(() => accessSync(join(root, 'k8s/dev/make-secrets'), constants.X_OK)).not.toThrow();
});

test('k8s/dev is deployed before the chart, and its own images are built', () => {
  expect(main.requires).toEqual([{ configs: ['around'] }]);
  expect(dependencies.manifests!.kustomize!.paths).toEqual(['k8s/dev', 'k8s/load/scripts']);
  const images = workloadsOf(devObjects()).flatMap((object) => podOf(object).containers.map(({ image }) => image));
  expect(images.filter((image) => !image.includes(':'))).toEqual(
    dependencies.build!.artifacts!.map(({ image }) => image),
  );
});

test('skaffold verify runs the Job of k8s/load in development clusters, with variables that the scripts read', () => {
  const [smoke, ...others] = main.verify!;
  const { container, executionMode } = smoke!;
  expect(others).toEqual([]);
  const job = parse(readFileSync(join(root, executionMode.kubernetesCluster.jobManifestPath), 'utf8')) as Rendered;
  expect((job.metadata as { namespace?: string }).namespace).toBe(releaseOf(main).namespace);
  // Skaffold replaces image and arguments of this container, and appends the variables.
  const [original] = podOf(job).containers;
  expect([container.name, container.image, container.args]).toEqual([original!.name, original!.image, original!.args]);
  const load = join(root, 'k8s/load/scripts');
  const scripts = parse(readFileSync(join(load, 'kustomization.yaml'), 'utf8')) as {
    namespace: string;
    configMapGenerator: { name: string; files: string[] }[];
  };
  expect(scripts.configMapGenerator[0]!.files.filter((file) => !existsSync(join(load, file)))).toEqual([]);
  expect(container.args.at(-1)!.replace('/scripts/', '')).toBe(scripts.configMapGenerator[0]!.files.at(-1));
  expect(podOf(job).volumes).toContainEqual({ name: 'scripts', configMap: { name: 'dripline-load' } });
  const read = readFileSync(join(load, 'lib.js'), 'utf8').match(/__ENV\.\w+/g)!;
  expect(container.env.map(({ name }) => `__ENV.${name}`).filter((name) => !read.includes(name))).toEqual([]);
  const secrets = readFileSync(join(root, 'k8s/dev/make-secrets'), 'utf8');
  for (const { secretRef } of original!.envFrom!) expect(secrets).toContain(`create ${secretRef!.name} <<`);
  expect(local.map((name) => withProfile(name, main).verify)).toEqual(local.map(() => main.verify));
  expect(shipped.map((name) => withProfile(name, main).verify)).toEqual([undefined, undefined]);
});

const filesUnder = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? relative(root, join(entry.parentPath, entry.name)) : [],
  );
// Converts a glob: `**` matches across folders, and `*` does not.
const globToRegExp = (glob: string) =>
  new RegExp(
    `^${glob
      .replaceAll('.', '\\.')
      .replaceAll('**/', '(.+/)?')
      .replaceAll(/(?<!\))\*\*/g, '.+')
      .replaceAll(/(?<![.)*])\*(?!\*)/g, '[^/]*')}$`,
  );

describe('in a development cluster', () => {
  const program = readFileSync(join(root, 'k8s/dev/run-in-pod.mjs'), 'utf8');

  test.each(main.build!.artifacts!)(
    '$image runs its dev stage, and all of its sources are synced to the copy that is compiled',
    ({ docker, sync }) => {
      expect(readFileSync(join(root, docker.dockerfile), 'utf8')).toMatch(
        /^FROM build AS dev\nENV NODE_ENV=development\n[\s\S]*^USER 10001:10001\n[\s\S]*^CMD \["node", "\/run-in-pod.mjs"/m,
      );
      expect(program).toContain("['/app', '/tmp/app']");
      expect(sync!.manual.filter(({ dest, strip }) => dest !== '/tmp/app' || strip !== undefined)).toEqual([]);
      const folder = docker.dockerfile.replace('/Dockerfile', '');
      const sources = [`${folder}/src`, `${folder}/server`, 'services/contract/src', 'services/runtime/src']
        .filter((path) => existsSync(join(root, path)))
        .flatMap(filesUnder);
      expect(sources.length).toBeGreaterThan(40);
      expect(sources.filter((source) => !sync!.manual.some(({ src }) => globToRegExp(src).test(source)))).toEqual([]);
    },
  );

  test('forwarded ports refer to existing services', () => {
    expect(dev.activation).toEqual([{ command: 'dev' }]);
    const existing = devObjects().map(({ kind, metadata }) => `${kind.toLowerCase()}/${metadata.name}`);
    expect(
      dev
        .portForward!.map(({ resourceType, resourceName }) => `${resourceType}/${resourceName}`)
        .filter((name) => !existing.includes(name)),
    ).toEqual(['service/dripline-web']);
    // Browsers reach the object store at the endpoint that signs their URLs.
    expect(dev.portForward).toContainEqual(
      expect.objectContaining({ resourceName: 'object-store', port: 4443, localPort: 4443 }),
    );
  });
});

test('the release has the name that k8s/dev refers to', () => {
  const names = new Set(
    devObjects().flatMap((object: Rendered) => JSON.stringify(object).match(/dripline-graphql/g) ?? []),
  );
  expect([...names]).toEqual(['dripline-graphql']);
  expect(readFileSync(join(root, 'skaffold.yaml'), 'utf8')).toMatch(/releases:\n\s+- name: dripline\n/);
});
