import { setTimeout as delay } from 'node:timers/promises';
import type { ObjectStore } from './object-store';

const PATIENCE_MS = 2_000;
/** No object has this id: the answer is short. */
const NOBODYS = 'readiness';

/** Whether the object store answers. */
export function isStoreThere(objectStore: ObjectStore): Promise<boolean> {
  const answered = objectStore.read(NOBODYS).then(
    (body) => {
      body?.destroy();
      return true;
    },
    () => false,
  );
  return Promise.race([answered, delay(PATIENCE_MS, false, { ref: false })]);
}
