import { AsyncLocalStorage } from 'node:async_hooks';

/** The rows that the current work may see: all rows (`agency`), or the rows of the clients below (`client`). */
export interface Scope {
  role: 'agency' | 'client';
  /** The signed-in client. */
  ownClientId: string | null;
  /** Clients whose ids the caller sent in a dashboard link. Postgres shows only those with login disabled. */
  linkedClientIds: Set<string>;
  /** Whether the work sees clients, campaigns and sequences that are being deleted. */
  seesDeleting?: boolean;
}

/**
 * Which database connections the current work may use: `urgent` work all of them, `ordinary` work most of them, and
 * `background` work a few. See `ScopedPool`.
 */
export type Priority = 'urgent' | 'ordinary' | 'background';

const storage = new AsyncLocalStorage<{ scope: Scope | null; priority: Priority }>();

/** Creates the scope of an administrator, an internal service or a periodic job. */
export const systemScope = (): Scope => ({ role: 'agency', ownClientId: null, linkedClientIds: new Set() });

/** Creates the scope of a client, or without an id of a visitor, who sees no rows. */
export const clientScope = (own: string | null = null): Scope => ({
  role: 'client',
  ownClientId: own,
  linkedClientIds: new Set(),
});

/** Runs work with access to every client's rows. Sessions, periodic jobs, landing pages and submissions use it. */
export function asSystem<Result>(work: () => Result): Result {
  return storage.run({ scope: systemScope(), priority: currentPriority() }, work);
}

/** Runs work that deletes: it also sees those rows of the current scope that are being deleted. */
export function withDeleting<Result>(work: () => Result): Result {
  return storage.run({ scope: { ...currentScope(), seesDeleting: true }, priority: currentPriority() }, work);
}

/** Runs a request without database access until `setScope` is called. */
export function withNoScope<Result>(work: () => Result): Result {
  return storage.run({ scope: null, priority: 'ordinary' }, work);
}

/** Sets the scope of the current request. */
export function setScope(scope: Scope): void {
  const work = storage.getStore();
  if (!work) throw new Error('setScope must be called within withNoScope');
  work.scope = scope;
}

/**
 * Returns the scope of the current work. Throws when there is none, because database access without a scope is a bug.
 */
export function currentScope(): Scope {
  const scope = storage.getStore()?.scope;
  if (!scope) throw new Error('The database was queried without a scope');
  return scope;
}

/** Runs work of the current scope with another priority. */
export function withPriority<Result>(priority: Priority, work: () => Result): Result {
  return storage.run({ scope: storage.getStore()?.scope ?? null, priority }, work);
}

/** Returns the priority of the current work. */
export function currentPriority(): Priority {
  return storage.getStore()?.priority ?? 'ordinary';
}

/**
 * Whether the current work sees every client's rows. True outside of requests, where the pool's connections have no
 * role set.
 */
export function isSystemScope(): boolean {
  return storage.getStore()?.scope?.role !== 'client';
}
