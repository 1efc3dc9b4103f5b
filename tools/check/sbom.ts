import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { root } from '@dripline/launcher/paths';

/** A package in CycloneDX format. */
interface Component {
  name: string;
  version: string;
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
}

/** Workspaces that are shipped in images. */
const shipped = ['contract', 'runtime', 'graphql', 'rest-facade', 'workflows', 'web'];
/**
 * Allowed licences, which require no more than a notice. LGPL is for libvips, which sharp
 * links dynamically and ships unchanged.
 */
const allowed = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'OFL-1.1',
  'LGPL-3.0-or-later',
  'Unlicense',
  'CC0-1.0',
  'Python-2.0',
];

/**
 * `npm run sbom`: writes the shipped packages to `sbom.json` in CycloneDX format and prints their
 * licences. Fails if a licence is not allowed.
 */
export const sbom: Command = async () => {
  const { text, components } = await listPackages();
  const file = join(root, 'sbom.json');
  writeFileSync(file, text);
  const counts = new Map<string, number>();
  for (const component of components) counts.set(licenceOf(component), (counts.get(licenceOf(component)) ?? 0) + 1);
  for (const [licence, count] of [...counts].sort(([, a], [, b]) => b - a))
    console.log(`${String(count).padStart(5)}  ${licence}`);
  console.log(`${components.length} packages, listed in ${file}.`);
  const rejected = findDisallowed(components);
  if (rejected.length > 0) throw new Failure(rejected.join('\n'));
};

/** Returns whether all licences are allowed, and prints those that are not. */
export async function areLicencesAllowed(): Promise<boolean> {
  const rejected = findDisallowed((await listPackages()).components);
  for (const line of rejected) console.error(line);
  return rejected.length === 0;
}

async function listPackages(): Promise<{ text: string; components: Component[] }> {
  const args = [
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--omit',
    'dev',
    ...shipped.flatMap((name) => ['-w', `@dripline/${name}`]),
  ];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  const { components } = JSON.parse(stdout) as { components: Component[] };
  // Workspaces without a licence field have the repository's licence.
  return {
    text: stdout,
    components: components.filter(({ licenses, name }) => licenses?.length || !shipped.includes(name)),
  };
}

const findDisallowed = (components: Component[]): string[] =>
  components
    .filter((component) => !isAllowed(licenceOf(component)))
    .map((component) => `${component.name} ${component.version}: ${licenceOf(component)} is not an allowed licence`);

const licenceOf = ({ licenses = [] }: Component): string =>
  licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? 'unknown').join(' AND ') ||
  'unknown';

/** Evaluates an SPDX expression: every part of AND, and one part of OR, must be allowed. */
const isAllowed = (expression: string): boolean =>
  expression
    .replace(/[()]/g, '')
    .split(/ AND /)
    .every((part) => part.split(/ OR /).some((licence) => allowed.includes(licence.trim())));
