import { createLog } from '@dripline/runtime/log';

/** The service’s log. */
export const log = createLog('workflows');
