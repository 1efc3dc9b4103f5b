import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure, run } from './run.mjs';

/** The release line that the product and its tests run on, as in the images. */
const MAJOR = 24;

const isOlder = (version, [major, minor]) => {
  const [ownMajor, ownMinor] = version.split('.').map(Number);
  return ownMajor < major || (ownMajor === major && ownMinor < minor);
};

/** Throws a Failure if Node.js is older than `engines` in package.json requires. */
export function checkNode(root, version = process.versions.node) {
  const required = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node.replace('>=', '');
  if (isOlder(version, required.split('.').map(Number)))
    throw new Failure(`Dripline requires Node.js ${required} or later, but this is Node.js ${version}.`);
}

/** Runs this command again on another Node.js and returns its exit code. */
export function runAgain(node) {
  const env = { ...process.env, PATH: `${dirname(node)}:${process.env.PATH}` };
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // A killed npm forwards no signal.
  const parent = process.ppid;
  const watch = () => process.ppid === parent || child.kill('SIGTERM');
  if (process.env.npm_lifecycle_event) setInterval(watch, 500).unref();
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/**
 * If this is an older Node.js, returns the path of Node.js 24 in the cache, after installing it there from npm if
 * needed. Throws a Failure.
 */
export async function findNewerNode(version = process.versions.node) {
  if (!isOlder(version, [MAJOR, 0])) return undefined;
  const name = `node-${process.platform}-${process.arch}`;
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'dripline');
  const folder = join(cache, `node-${MAJOR}-${process.platform}-${process.arch}`);
  const node = join(folder, 'node_modules', name, 'bin/node');
  if (existsSync(node)) return node;
  mkdirSync(cache, { recursive: true });
  const newFolder = mkdtempSync(`${folder}-`);
  const args = ['install', '--prefix', newFolder, '--no-audit', '--no-fund', `${name}@${MAJOR}`];
  try {
    await run(`Installing Node.js ${MAJOR} in ${cache} (about 50 MB, once)`, 'npm', args, newFolder);
    renameSync(newFolder, folder);
  } catch (error) {
    // Another command may have installed it at the same time.
    if (!existsSync(node))
      throw new Failure(
        `Dripline runs on Node.js ${MAJOR}. This is Node.js ${process.versions.node}, and npm could not install the package ${name}. Install Node.js ${MAJOR}.`,
        1,
        error.output,
      );
  } finally {
    rmSync(newFolder, { recursive: true, force: true });
  }
  return node;
}
