const PATIENCE_MS = 2_000;

/** Whether the GraphQL server answers at all; asks it nothing that needs its database. */
export async function isGraphqlThere(url: string): Promise<boolean> {
  const asked = new URL(url);
  asked.searchParams.set('query', '{__typename}');
  // What Apollo wants to see of a GET, so that no site can make a browser send one.
  const headers = { 'apollo-require-preflight': 'true', accept: 'application/json' };
  return fetch(asked, { headers, signal: AbortSignal.timeout(PATIENCE_MS) }).then(
    (answer) => answer.ok,
    () => false,
  );
}
