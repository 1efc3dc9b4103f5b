import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkPostgresLibraries } from './link-postgres-libraries.mjs';
import { Failure, run } from './run.mjs';
import { hashSources, readStamps, writeStamps } from './stamp.mjs';

/** Installs what the lockfile says, unless node_modules already holds it. Throws a Failure. */
export async function install(root) {
  const stampFile = join(root, 'node_modules/.cache/dripline/install.json');
  const lockfile = hashSources(root, ['package-lock.json']);
  if (readStamps(stampFile).lockfile !== lockfile) {
    if (!holdsLockfile(root)) await installFromLockfile(root);
    writeStamps(stampFile, { lockfile });
  }
  linkPostgresLibraries(root);
}

async function installFromLockfile(root) {
  try {
    accessSync(root, constants.W_OK);
  } catch {
    throw new Failure(`Dependencies must be installed, but ${root} cannot be written to.`);
  }
  try {
    await run('Installing dependencies (a few minutes the first time)', 'npm', ['ci', '--no-audit', '--no-fund'], root);
  } catch (error) {
    // A lockfile written where a registry lacked some other platform's optional package is one that `npm ci` refuses, though all it names is right.
    if (!/\bEUSAGE\b/.test(error.output)) throw error;
    await run(
      'Installing dependencies beside an incomplete lockfile',
      'npm',
      ['install', '--no-save', '--no-audit', '--no-fund'],
      root,
    );
  }
}

/** npm notes in node_modules what it installed; where that agrees (after one's own `npm install`), wiping it all for `npm ci` would gain nothing. */
function holdsLockfile(root) {
  const noted = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(noted)) return false;
  const wanted = packagesIn(join(root, 'package-lock.json'));
  const present = packagesIn(noted);
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link) return true;
    return present[path]
      ? present[path].version === entry.version && present[path].integrity === entry.integrity
      : entry.optional === true;
  });
}

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
