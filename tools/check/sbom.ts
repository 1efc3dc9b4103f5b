import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Command } from '@dripline/launcher/command';
import { Failure } from '@dripline/launcher/failure';
import { root } from '@dripline/launcher/paths';

/** A package as CycloneDX has it. */
interface Component {
  name: string;
  version: string;
  licenses?: { license?: { id?: string; name?: string }; expression?: string }[];
}

/** What runs in the images; `local` stays on the machine. */
const shipped = ['contract', 'graphql', 'rest-facade', 'workflows', 'web'];
/** Ours, and those that ask for no more than their notice. LGPL: libvips, which sharp links dynamically and ships unchanged. */
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

/** `npm run sbom`: every package that we ship, as CycloneDX in `sbom.json`, and its licences; fails where one is not among the allowed. */
export const sbom: Command = async () => {
  const { text, components } = await listPackages();
  const file = join(root, 'sbom.json');
  writeFileSync(file, text);
  const counts = new Map<string, number>();
  for (const component of components) counts.set(licenceOf(component), (counts.get(licenceOf(component)) ?? 0) + 1);
  for (const [licence, count] of [...counts].sort(([, a], [, b]) => b - a))
    console.log(`${String(count).padStart(5)}  ${licence}`);
  console.log(`${components.length} packages; the list is in ${file}.`);
  const refused = notAllowed(components);
  if (refused.length > 0) throw new Failure(refused.join('\n'));
};

/** Whether every licence is allowed; says which are not. */
export async function areLicencesAllowed(): Promise<boolean> {
  const refused = notAllowed((await listPackages()).components);
  for (const line of refused) console.error(line);
  return refused.length === 0;
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
  // Our own have the repository's.
  return {
    text: stdout,
    components: components.filter(({ licenses, name }) => licenses?.length || !shipped.includes(name)),
  };
}

const notAllowed = (components: Component[]): string[] =>
  components
    .filter((component) => !isAllowed(licenceOf(component)))
    .map(
      (component) =>
        `${component.name} ${component.version}: ${licenceOf(component)} is not among the allowed licences`,
    );

const licenceOf = ({ licenses = [] }: Component): string =>
  licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? 'unknown').join(' AND ') ||
  'unknown';

/** Of an expression every part of AND, one of OR. */
const isAllowed = (expression: string): boolean =>
  expression
    .replace(/[()]/g, '')
    .split(/ AND /)
    .every((part) => part.split(/ OR /).some((licence) => allowed.includes(licence.trim())));
