import { FirstSchema1763720000000 } from './1763720000000-first-schema';

/** In the order they run. */
export const migrations = [FirstSchema1763720000000];
