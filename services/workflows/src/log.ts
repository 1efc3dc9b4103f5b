import { createLog } from '@dripline/contract/log';

/** The service’s log. */
export const log = createLog('workflows');
