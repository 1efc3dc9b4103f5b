import { createLog } from '@dripline/runtime/log';

/** The service's logger. */
export const log = createLog('rest-facade');
