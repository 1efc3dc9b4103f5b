import { createLog } from '@dripline/contract/log';

/** The service's logger. */
export const log = createLog('workflows');
