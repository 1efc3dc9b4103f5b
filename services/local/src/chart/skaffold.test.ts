import Ajv from 'ajv';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { root } from '../paths';

// Skaffold's own description of its files is not ours to keep.
const schema = process.env['SKAFFOLD_SCHEMA'] || join(root, '../shared/schemas/skaffold-v4beta13.json');
const configs = parseAllDocuments(readFileSync(join(root, 'skaffold.yaml'), 'utf8')).map((document) => document.toJS() as Config);

interface Config {
  apiVersion: string;
  metadata: { name: string };
  build?: { artifacts: { image: string; docker: { dockerfile: string } }[] };
  deploy?: { helm?: { releases: { valuesFiles: string[]; chartPath: string; setValueTemplates: Record<string, string> }[] } };
  profiles?: (Config & { name: string })[];
}

if (!existsSync(schema)) process.stderr.write('skaffold.yaml is not held against Skaffold’s schema here: SKAFFOLD_SCHEMA names none.\n');

(existsSync(schema) ? test : test.skip)('skaffold.yaml is as Skaffold wants it', () => {
  const isValid = new Ajv({ strict: false, allErrors: true, logger: false }).compile(JSON.parse(readFileSync(schema, 'utf8')) as object);
  for (const config of configs) {
    isValid(config);
    expect(isValid.errors ?? []).toEqual([]);
  }
  expect(isValid({ ...configs[0], biuld: {} })).toBe(false);
});

test('it builds the four images from Dockerfiles that exist, and hands each to the chart in every profile', () => {
  const main = configs.find(({ metadata }) => metadata.name === 'dripline')!;
  const artifacts = main.build!.artifacts;
  expect(artifacts.filter(({ docker }) => !existsSync(join(root, docker.dockerfile)))).toEqual([]);
  const releases = [main, ...main.profiles!].flatMap(({ deploy }) => deploy?.helm?.releases ?? []);
  expect(releases).toHaveLength(2);
  for (const { valuesFiles, chartPath, setValueTemplates } of releases) {
    expect([chartPath, ...valuesFiles].filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(Object.values(setValueTemplates)).toEqual(artifacts.map(({ image }) => `{{.IMAGE_FULLY_QUALIFIED_${image.replaceAll('-', '_')}}}`));
  }
});
