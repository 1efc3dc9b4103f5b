const TIMEOUT_MS = 2_000;

/** Whether the GraphQL server responds. The query does not use its database. */
export async function isGraphqlReachable(url: string): Promise<boolean> {
  const requestUrl = new URL(url);
  requestUrl.searchParams.set('query', '{__typename}');
  // Apollo's CSRF protection requires this header on GET requests.
  const headers = { 'apollo-require-preflight': 'true', accept: 'application/json' };
  return fetch(requestUrl, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    (answer) => answer.ok,
    () => false,
  );
}
