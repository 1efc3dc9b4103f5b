import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

const skipped = new Set(['node_modules', 'dist', 'testing', 'e2e', 'histories']);

/** Hashes the files under these paths that an image may contain, and other inputs of the build. */
export function hashFiles(root: string, paths: string[], ...otherInputs: string[]): string {
  const hash = createHash('sha256').update(otherInputs.join('\0'));
  for (const file of paths.flatMap((path) => filesUnder(join(root, path))))
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 16);
}

function filesUnder(path: string): string[] {
  if (!statSync(path).isDirectory()) return /\.test\.tsx?$|\.tsbuildinfo$/.test(path) ? [] : [path];
  return readdirSync(path)
    .filter((name) => !skipped.has(name))
    .sort()
    .flatMap((name) => filesUnder(join(path, name)));
}
