import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { root } from '@dripline/launcher/paths';
import type { Rendered } from './objects';

const folder = join(root, 'k8s/dev');

/** Returns the objects of k8s/dev that its kustomization lists. */
export function devObjects(): Rendered[] {
  const { resources } = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as { resources: string[] };
  return resources.flatMap((name) =>
    parseAllDocuments(readFileSync(join(folder, name), 'utf8')).map((document) => document.toJS() as Rendered),
  );
}
