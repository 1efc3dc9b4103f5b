import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import type { DocumentNode } from 'graphql';
import { errorCodeOf } from '../shared/api-error';

const signInOperations = new Set(['SignIn', 'SignInClient', 'AcceptAdminInvitation']);

/** Returns the id of a persisted operation. `npm run codegen` writes it into the document. */
export const operationId = (document: DocumentNode): string => (document as DocumentNode & { id: string }).id;

// Sends the operation's id instead of its text. Apollo's own persisted query link adds a kilobyte to the first load,
// and its fallback to the full text is not needed because the server also knows the operations of the previous release.
const persistedQueryLink = new ApolloLink((operation, forward) => {
  operation.extensions['persistedQuery'] = { version: 1, sha256Hash: operationId(operation.query) };
  operation.setContext({ http: { includeQuery: false, includeExtensions: true } });
  return forward(operation);
});

/**
 * Creates the GraphQL client. Queries show cached data at once and refetch when a screen opens. After
 * every mutation, all queries on the screen refetch. Nothing is retried.
 *
 * @param onSessionLost Called when an operation fails because the session has expired; `isChange` is true for
 *   mutations.
 */
export function createApolloClient(onSessionLost: (isChange: boolean) => void) {
  const sessionWatch = new ErrorLink(({ error, operation }) => {
    if (errorCodeOf(error) !== 'UNAUTHENTICATED' || signInOperations.has(operation.operationName ?? '')) return;
    onSessionLost(`${operation.operationType}` === 'mutation');
  });
  return new ApolloClient({
    link: ApolloLink.from([
      sessionWatch,
      persistedQueryLink,
      new HttpLink({ uri: '/graphql', credentials: 'same-origin' }),
    ]),
    cache: new InMemoryCache({
      typePolicies: {
        Client: { fields: { stats: { merge: true }, usage: { merge: true } } },
        ClientStats: { merge: true },
      },
    }),
    defaultOptions: {
      watchQuery: { fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first' },
      // After a mutation every active query refetches, so that cards, tables and badges stay consistent.
      mutate: { refetchQueries: 'active' },
    },
  });
}
