import { AsyncLocalStorage } from 'node:async_hooks';

/** Whose rows the running work may see: the whole agency's, or those of the clients named here, as far as Postgres itself finds that they may be opened. */
export interface Scope {
  role: 'agency' | 'tenant';
  /** The client that is signed in. */
  own: string | null;
  /** Clients whose dashboards the caller names by their link. Only those without a login are opened by it. */
  named: Set<string>;
}

const running = new AsyncLocalStorage<{ scope: Scope | null }>();

const agency = (): Scope => ({ role: 'agency', own: null, named: new Set() });

/** What somebody who is not of the agency sees: that client's rows, and none where there is no client. */
export const tenant = (own: string | null = null): Scope => ({ role: 'tenant', own, named: new Set() });

/** Does work that is the agency's own, or that answers for everybody: sessions, sweeps, what visitors see and leave. It sees every client. */
export function asAgency<Answer>(work: () => Answer): Answer {
  return running.run({ scope: agency() }, work);
}

/** Starts a request, which may not ask the database for anything before `setScope`. */
export function withoutScope<Answer>(work: () => Answer): Answer {
  return running.run({ scope: null }, work);
}

/** Says from here on, for the request that is running, what it may see. */
export function setScope(scope: Scope): void {
  const work = running.getStore();
  if (!work) throw new Error('No request is running');
  work.scope = scope;
}

/** What the running work may see. Work that nobody gave a scope may see nothing: that is a mistake of ours, and is refused. */
export function runningScope(): Scope {
  const scope = running.getStore()?.scope;
  if (!scope) throw new Error('Work without a scope asked for the database');
  return scope;
}

/** Whether the running work sees every client's rows, as work outside of any request does. */
export function seesAllClients(): boolean {
  return running.getStore()?.scope?.role !== 'tenant';
}

/** The scope of somebody of the agency, or of its own services. */
export const everything = agency;
