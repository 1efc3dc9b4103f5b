interface Operation {
  query: string;
  operationName?: string | null;
  variables?: Record<string, unknown>;
}

interface Options {
  headers?: Record<string, string>;
}

/** Sends an operation to this page's URL with the user's session. */
export async function fetcher({ query, operationName, variables }: Operation, { headers }: Options = {}) {
  const response = await fetch(location.pathname, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    body: JSON.stringify({ query, operationName, variables }),
  });
  return response.json();
}
