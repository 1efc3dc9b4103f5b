import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkPostgresLibraries } from './link-postgres-libraries.mjs';
import { Failure, run } from './run.mjs';
import { hashSources, readStamps, writeStamps } from './stamp.mjs';

/** Installs the packages of the lockfile unless node_modules already contains them. Throws a Failure. */
export async function install(root) {
  const stampFile = join(root, 'node_modules/.cache/dripline/install.json');
  const lockfile = hashSources(root, ['package-lock.json']);
  if (readStamps(stampFile).lockfile !== lockfile) {
    if (!matchesLockfile(root)) await installFromLockfile(root);
    writeStamps(stampFile, { lockfile });
  }
  linkPostgresLibraries(root);
}

async function installFromLockfile(root) {
  try {
    accessSync(root, constants.W_OK);
  } catch {
    throw new Failure(`Dependencies must be installed, but ${root} is not writable.`);
  }
  try {
    await run('Installing dependencies (a few minutes the first time)', 'npm', ['ci', '--no-audit', '--no-fund'], root);
  } catch (error) {
    // `npm ci` rejects a lockfile that lacks an optional package of another platform.
    if (!/\bEUSAGE\b/.test(error.output)) throw error;
    await run(
      'Installing dependencies with an incomplete lockfile',
      'npm',
      ['install', '--no-save', '--no-audit', '--no-fund'],
      root,
    );
  }
}

/** Returns whether npm's record of installed packages matches the lockfile, so that `npm ci` can be skipped. */
function matchesLockfile(root) {
  const recordFile = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(recordFile)) return false;
  const locked = packagesIn(join(root, 'package-lock.json'));
  const installed = packagesIn(recordFile);
  return Object.entries(locked).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link) return true;
    return installed[path]
      ? installed[path].version === entry.version && installed[path].integrity === entry.integrity
      : entry.optional === true;
  });
}

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
