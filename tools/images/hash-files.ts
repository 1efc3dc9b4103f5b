import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

const skipped = new Set(['node_modules', 'dist', 'testing', 'e2e', 'histories']);

/** A short hash over the files under these paths that an image can hold, and over what else it is made from. */
export function hashFiles(root: string, paths: string[], ...more: string[]): string {
  const hash = createHash('sha256').update(more.join('\0'));
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
