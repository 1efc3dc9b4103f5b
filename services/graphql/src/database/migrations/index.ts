import { InitialSchema1763800000000 } from './1763800000000-initial-schema';

/** All migrations, in the order in which they run. */
export const migrations = [InitialSchema1763800000000];
