import { InitialSchema1763800000000 } from './1763800000000-initial-schema';

/** In the order they run. */
export const migrations = [InitialSchema1763800000000];
