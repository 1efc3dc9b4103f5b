import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './run.mjs';

/** Throws a Failure where Node is older than the root package.json's `engines` ask for. */
export function checkNode(root, version = process.versions.node) {
  const wanted = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node.replace('>=', '');
  const [major, minor] = version.split('.').map(Number);
  const [wantedMajor, wantedMinor] = wanted.split('.').map(Number);
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return;
  throw new Failure(`Dripline needs Node ${wanted} or later; this is Node ${version}.`);
}
