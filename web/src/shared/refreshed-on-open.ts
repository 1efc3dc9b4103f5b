/**
 * Options of queries whose data the server changes by itself and does not push, such as logs. Cached data is shown
 * meanwhile. Without the second option, Apollo would deliver a part of the data beside an optimistic response.
 */
export const refreshedOnOpen = { fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first' } as const;
