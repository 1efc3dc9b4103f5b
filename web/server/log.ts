import { createLog } from '@dripline/runtime/log';

/** The web server's logger. */
export const log = createLog('web');
