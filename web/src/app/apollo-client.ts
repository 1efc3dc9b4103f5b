import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import type { DocumentNode } from 'graphql';
import { codeOf } from '../shared/api-error';

const signIns = new Set(['SignIn', 'SignInClient', 'AcceptAdminInvitation']);

/** The id under which the server knows an operation; `npm run codegen` writes it. */
export const operationId = (document: DocumentNode): string => (document as DocumentNode & { id: string }).id;

// As Apollo's own link for it, which costs a kilobyte before the first screen, but for the text on demand: a server knows the operations of the release before, too.
const byName = new ApolloLink((operation, forward) => {
  operation.extensions['persistedQuery'] = { version: 1, sha256Hash: operationId(operation.query) };
  operation.setContext({ http: { includeQuery: false, includeExtensions: true } });
  return forward(operation);
});

/** The browser's copy of the domain. A list is shown at once from memory and asked again when its screen opens; nothing is retried. */
export function createApollo(onSessionLost: (isChange: boolean) => void) {
  const watch = new ErrorLink(({ error, operation }) => {
    if (codeOf(error) !== 'UNAUTHENTICATED' || signIns.has(operation.operationName ?? '')) return;
    onSessionLost(`${operation.operationType}` === 'mutation');
  });
  return new ApolloClient({
    link: ApolloLink.from([watch, byName, new HttpLink({ uri: '/graphql', credentials: 'same-origin' })]),
    cache: new InMemoryCache({
      typePolicies: {
        Client: { fields: { stats: { merge: true }, usage: { merge: true } } },
        ClientStats: { merge: true },
      },
    }),
    defaultOptions: {
      watchQuery: { fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first' },
      // After any change everything on screen is asked again: cards, tables and badges cannot disagree.
      mutate: { refetchQueries: 'active' },
    },
  });
}
