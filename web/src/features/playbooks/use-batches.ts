import { MAX_PLAYBOOK_CLIENTS } from '@dripline/contract/limits';
import { useRef, useState } from 'react';
import { playbookMessages } from '../../messages/agency/playbooks';
import { errorMessageOf } from '../../shared/api-error';
import { formatCount } from '../../shared/format';

/** What a mutation did for one item. */
interface Result {
  error: string | null;
}

/** Why a mutation failed for an item. */
export interface Failure<Item> {
  item: Item;
  reason: string;
}

/** Sends items to a mutation in batches, one after the other, because each item takes time. */
export function useBatches<Item extends { id: string }>(send: (ids: string[]) => Promise<readonly Result[]>) {
  const [running, setRunning] = useState<{ done: number; total: number }>();
  const isStopped = useRef(false);
  /** Returns the items that failed, and those that were not sent because it was stopped. */
  const run = async (items: readonly Item[]): Promise<{ failures: Failure<Item>[]; rest: readonly Item[] }> => {
    const failures: Failure<Item>[] = [];
    isStopped.current = false;
    let done = 0;
    for (; done < items.length && !isStopped.current; done += MAX_PLAYBOOK_CLIENTS) {
      setRunning({ done, total: items.length });
      const batch = items.slice(done, done + MAX_PLAYBOOK_CLIENTS);
      try {
        const results = await send(batch.map(({ id }) => id));
        batch.forEach((item, index) => {
          const reason = results[index]?.error;
          if (reason != null) failures.push({ item, reason });
        });
      } catch (error) {
        const reason = errorMessageOf(error) ?? playbookMessages.unknownError;
        failures.push(...batch.map((item) => ({ item, reason })));
        isStopped.current = true;
      }
    }
    setRunning(undefined);
    return { failures, rest: items.slice(done) };
  };
  return {
    run,
    isRunning: running !== undefined,
    /** Sends no further batch. */
    stop: () => void (isStopped.current = true),
    /** How much is done, such as “100 of 250 done…”, or undefined if nothing runs. */
    progress: running && playbookMessages.progress(formatCount(running.done), formatCount(running.total)),
  };
}
