import type { ObservableQuery, OperationVariables } from '@apollo/client';

/** The queries that are being loaded again, and whether there was another change meanwhile. */
const reloading = new WeakMap<object, boolean>();

/**
 * Loads a query again after a change. However many changes there are, one request is sent at a time, and the last one is
 * sent after the last change. The screen that shows the query shows its error.
 */
export async function reloadQuery<Data, Variables extends OperationVariables>(
  query: ObservableQuery<Data, Variables>,
): Promise<void> {
  if (reloading.has(query)) return void reloading.set(query, true);
  do {
    // Apollo shares a request that is in flight, whose answer may be older than the change.
    reloading.set(query, query.getCurrentResult().loading);
    await Promise.allSettled([query.refetch()]);
  } while (reloading.get(query));
  reloading.delete(query);
}
