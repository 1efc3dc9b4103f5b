import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './run.mjs';

/** Throws a Failure if Node.js is older than `engines` in package.json requires. */
export function checkNode(root, version = process.versions.node) {
  const required = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).engines.node.replace('>=', '');
  const [major, minor] = version.split('.').map(Number);
  const [requiredMajor, requiredMinor] = required.split('.').map(Number);
  if (major > requiredMajor || (major === requiredMajor && minor >= requiredMinor)) return;
  throw new Failure(`Dripline requires Node.js ${required} or later, but this is Node.js ${version}.`);
}
