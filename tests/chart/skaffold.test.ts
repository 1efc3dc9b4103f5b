import Ajv from 'ajv';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { root } from '@dripline/launcher/paths';
import { podOf, type Rendered, workloadsOf } from './testing/objects';
import { devObjects } from './testing/dev-objects';

const schema = process.env['SKAFFOLD_SCHEMA'];
const configs = parseAllDocuments(readFileSync(join(root, 'skaffold.yaml'), 'utf8')).map(
  (document) => document.toJS() as Config,
);

interface Artifact {
  image: string;
  docker: { dockerfile: string; target?: string };
  sync?: { manual: { src: string; dest: string; strip?: string }[] };
}

interface Config {
  apiVersion: string;
  metadata: { name: string };
  requires?: { configs: string[] }[];
  build?: { artifacts: Artifact[] };
  manifests?: { kustomize: { paths: string[] } };
  deploy?: {
    helm?: { releases: { valuesFiles: string[]; chartPath: string; setValueTemplates: Record<string, string> }[] };
  };
  portForward?: { resourceType: string; resourceName: string; port: number }[];
  patches?: { op: string; path: string }[];
}
type Profile = Config & { name: string; activation?: { command: string }[] };

const profilesOf = (config: Config) => (config as Config & { profiles: Profile[] }).profiles;
const main = configs.find(({ metadata }) => metadata.name === 'dripline')!;
const dependencies = configs.find(({ metadata }) => metadata.name === 'around')!;
const [dev, prod] = ['dev', 'prod'].map((name) => profilesOf(main).find((profile) => profile.name === name)!) as [
  Profile,
  Profile,
];

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

test.each([
  ['a development cluster', main.build!.artifacts, main.deploy!.helm!.releases[0]!],
  ['production', prod.build!.artifacts, prod.deploy!.helm!.releases[0]!],
])(
  'the four images for %s are built from existing Dockerfiles and passed to the chart',
  (_target, artifacts, { valuesFiles, chartPath, setValueTemplates }) => {
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

test('the production profile uses the shipped images and nothing of k8s/dev', () => {
  expect(prod.build!.artifacts.filter(({ docker, sync }) => docker.target ?? sync)).toEqual([]);
  expect(prod.deploy!.helm!.releases[0]!.valuesFiles).toEqual(['charts/dripline/ci/prod.yaml']);
  expect(profilesOf(dependencies).find(({ name }) => name === 'prod')!.patches).toEqual(
    ['/build/artifacts', '/manifests/kustomize'].map((path) => ({ op: 'remove', path })),
  );
});

test('k8s/dev is deployed before the chart, and its own images are built', () => {
  expect(main.requires).toEqual([{ configs: ['around'] }]);
  expect(dependencies.manifests!.kustomize.paths).toEqual(['k8s/dev']);
  const images = workloadsOf(devObjects()).flatMap((object) => podOf(object).containers.map(({ image }) => image));
  expect(images.filter((image) => !image.includes(':'))).toEqual(
    dependencies.build!.artifacts.map(({ image }) => image),
  );
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

  test.each(main.build!.artifacts)(
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
  });
});

test('the release has the name that k8s/dev refers to', () => {
  const names = new Set(
    devObjects().flatMap((object: Rendered) => JSON.stringify(object).match(/dripline-graphql/g) ?? []),
  );
  expect([...names]).toEqual(['dripline-graphql']);
  expect(readFileSync(join(root, 'skaffold.yaml'), 'utf8')).toMatch(/releases:\n\s+- name: dripline\n/);
});
