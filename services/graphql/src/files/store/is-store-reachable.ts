import { setTimeout as delay } from 'node:timers/promises';
import type { ObjectStore } from './object-store';

const TIMEOUT_MS = 2_000;
/** The id of no object, so that the response is short. */
const MISSING_ID = 'readiness';

/** Returns whether the object store responds within two seconds. */
export function isStoreReachable(objectStore: ObjectStore): Promise<boolean> {
  const isResponding = objectStore.read(MISSING_ID).then(
    (body) => {
      body?.destroy();
      return true;
    },
    () => false,
  );
  return Promise.race([isResponding, delay(TIMEOUT_MS, false, { ref: false })]);
}
