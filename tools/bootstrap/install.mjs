import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkPostgresLibraries } from './link-postgres-libraries.mjs';
import { prune } from './prune.mjs';
import { Failure, run } from './run.mjs';
import { hashSources, readStamps, writeStamps } from './stamp.mjs';

/** npm's record of installed packages. */
const recordFile = 'node_modules/.package-lock.json';

/** The workspaces that `npm start` builds and runs. */
export const productWorkspaces = [
  'services/contract',
  'services/runtime',
  'services/graphql',
  'services/rest-facade',
  'services/workflows',
  'services/launcher',
  'web',
];

/**
 * Installs the packages of the lockfile unless node_modules already contains them. For `npm start`, installs only what
 * the product needs, unless everything was installed before. Returns whether everything is installed. Throws a Failure.
 */
export async function install(root, { isForProduct }) {
  const isComplete = await installPackages(root, isForProduct);
  linkPostgresLibraries(root);
  return isComplete;
}

async function installPackages(root, isForProduct) {
  const stampFile = join(root, 'node_modules/.cache/dripline/install.json');
  const lockfile = hashSources(root, ['package-lock.json']);
  const installed = readStamps(stampFile);
  if (installed.lockfile === lockfile && (isForProduct || !installed.isPruned)) return !installed.isPruned;
  const isOnlyProduct = isForProduct && (installed.isPruned || !existsSync(join(root, recordFile)));
  if (isOnlyProduct) {
    await installFromLockfile(
      root,
      productWorkspaces.map((workspace) => `--workspace=${workspace}`),
    );
    prune(root);
  } else if (installed.isPruned || !matchesLockfile(root)) await installFromLockfile(root, []);
  writeStamps(stampFile, { lockfile, isPruned: isOnlyProduct });
  return !isOnlyProduct;
}

async function installFromLockfile(root, workspaces) {
  try {
    accessSync(root, constants.W_OK);
  } catch {
    throw new Failure(`Dependencies must be installed, but ${root} is not writable.`);
  }
  const label = 'Installing dependencies (a few minutes the first time)';
  const options = ['--include=dev', '--no-audit', '--no-fund', ...workspaces];
  try {
    await run(label, 'npm', ['ci', ...options], root);
  } catch (error) {
    // `npm ci` rejects a lockfile that lacks an optional package of another platform.
    if (!/\bEUSAGE\b/.test(error.output)) throw error;
    await run('Installing dependencies with an incomplete lockfile', 'npm', ['install', '--no-save', ...options], root);
  }
}

/** Returns whether npm's record of installed packages matches the lockfile, so that `npm ci` can be skipped. */
function matchesLockfile(root) {
  if (!existsSync(join(root, recordFile))) return false;
  const locked = packagesIn(join(root, 'package-lock.json'));
  const installed = packagesIn(join(root, recordFile));
  return Object.entries(locked).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link) return true;
    return installed[path]
      ? installed[path].version === entry.version && installed[path].integrity === entry.integrity
      : entry.optional === true;
  });
}

const packagesIn = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
