import { join } from 'node:path';

/** The repository's root, seen from `src` and from `dist` alike. */
export const root = join(__dirname, '../../..');
