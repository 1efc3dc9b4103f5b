import { join } from 'node:path';

/** The repository root, from `src` as well as from `dist`. */
export const root = join(__dirname, '../../..');
