import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useApolloClient, useQuery } from '@apollo/client/react';
import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useState } from 'react';
import { ClientChangesDocument } from '../graphql/generated';
import type { refreshedOnOpen } from '../refreshed-on-open';
import { useSessionRole } from '../session-role';
import { applyChanges, checkFigures, loadAgain } from './apply-change';
import type { ClientChange } from './follow-changes';
import { reloadQuery } from './reload-query';

type Listener = (change: ClientChange) => void;

const Listeners = createContext<Set<Listener>>(new Set());

interface LiveClientProps {
  /** Null until the screen has loaded. */
  clientId: string | null;
  children: ReactNode;
}

/** Keeps what the cache contains of a client current while the screen within is open. */
export function LiveClient({ clientId, children }: LiveClientProps) {
  const apollo = useApolloClient();
  const role = useSessionRole();
  const [listeners] = useState(() => new Set<Listener>());
  useEffect(() => {
    if (clientId === null) return undefined;
    let stop: (() => void) | undefined;
    const ended = new AbortController();
    const document = apollo.cache.transformDocument(ClientChangesDocument);
    const start = async () => {
      // Loaded after the screen, which does not need it.
      const { followChanges } = await import('./follow-changes');
      if (ended.signal.aborted) return;
      stop = followChanges<ClientChange>(
        { role, name: clientId, document, variables: { clientId } },
        {
          onChanges: (changes) => {
            applyChanges(apollo, clientId, changes);
            for (const change of changes) for (const listener of listeners) listener(change);
          },
          onStart: () => void checkFigures(apollo, clientId),
          onGap: () => loadAgain(apollo, clientId),
        },
      );
    };
    const startUnlessOffline = () =>
      start().catch(() => addEventListener('online', startUnlessOffline, { once: true, signal: ended.signal }));
    void startUnlessOffline();
    return () => {
      ended.abort();
      stop?.();
    };
  }, [apollo, role, clientId, listeners]);
  return <Listeners value={listeners}>{children}</Listeners>;
}

/** Calls the listener with each change of the client whose screen is open, after the cache was updated. */
export function useClientChange(listener: Listener) {
  const listeners = useContext(Listeners);
  const onChange = useEffectEvent(listener);
  useEffect(() => {
    const call: Listener = (change) => onChange(change);
    listeners.add(call);
    return () => void listeners.delete(call);
  }, [listeners]);
}

/** Runs a query, and again after each change that concerns it. */
export function useLiveQuery<Data, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  options: { variables: Variables } & Partial<typeof refreshedOnOpen>,
  concerns: (change: ClientChange) => boolean,
) {
  const result = useQuery<Data, OperationVariables>(query, options);
  useClientChange((change) => {
    if (concerns(change)) void reloadQuery(result.observable);
  });
  return result;
}
