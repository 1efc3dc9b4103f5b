import { useApolloClient } from '@apollo/client/react';
import { useEffect } from 'react';
import { AdminStatsDocument, ClientsNeedingAttentionDocument, FleetChangesDocument } from '../graphql/generated';
import { useSessionRole } from '../session-role';
import { reloadQuery } from './reload-query';

const figures: readonly unknown[] = [AdminStatsDocument, ClientsNeedingAttentionDocument];

/** Keeps what the screen shows of all clients current while it is open. */
export function LiveFleet() {
  const apollo = useApolloClient();
  const role = useSessionRole();
  useEffect(() => {
    let stop: (() => void) | undefined;
    const ended = new AbortController();
    const refresh = () => {
      for (const query of apollo.getObservableQueries('active'))
        if (figures.includes(query.options.query)) void reloadQuery(query);
    };
    let isFirst = true;
    const start = async () => {
      // Loaded after the screen, which does not need it.
      const { followChanges } = await import('./follow-changes');
      if (ended.signal.aborted) return;
      const document = apollo.cache.transformDocument(FleetChangesDocument);
      stop = followChanges(
        { role, name: 'fleet', document, variables: {} },
        {
          // The first event only says that the stream has started.
          onChanges: ({ length }) => {
            if (!isFirst || length > 1) refresh();
            isFirst = false;
          },
          onStart: () => undefined,
          onGap: refresh,
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
  }, [apollo, role]);
  return null;
}
