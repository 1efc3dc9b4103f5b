import { createLog } from '@dripline/contract/log';

/** The web server's logger. */
export const log = createLog('web');
