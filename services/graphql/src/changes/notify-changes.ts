import type { DataSource } from 'typeorm';
import { asSystem, withPriority } from '../access/scope';

/** The Postgres channel on which replicas learn that changes were committed. */
export const CHANNEL = 'dripline_changes';
/** A process notifies at most once in this time, in milliseconds. */
const INTERVAL_MS = 100;

const states = new WeakMap<DataSource, 'sent' | 'again'>();

/**
 * Notifies all replicas that changes may have been committed. It is a statement of its own, because Postgres commits
 * transactions that notify one after another. A lost notification only delays events, because replicas also poll.
 */
export function notifyChanges(dataSource: DataSource): void {
  if (states.has(dataSource)) return void states.set(dataSource, 'again');
  states.set(dataSource, 'sent');
  const send = () => dataSource.query(`SELECT pg_notify('${CHANNEL}', '')`);
  void withPriority('background', () => asSystem(send)).catch(() => undefined);
  setTimeout(() => {
    const isDue = states.get(dataSource) === 'again';
    states.delete(dataSource);
    if (isDue && dataSource.isInitialized) notifyChanges(dataSource);
  }, INTERVAL_MS).unref();
}
