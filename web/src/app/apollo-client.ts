import {
  ApolloClient,
  ApolloLink,
  type FieldPolicy,
  HttpLink,
  InMemoryCache,
  Observable,
  type Reference,
} from '@apollo/client';
import type { SESSION_HEADER, SessionRole } from '@dripline/contract/sessions';
import { ErrorLink } from '@apollo/client/link/error';
import { type DocumentNode, getOperationAST } from 'graphql';
import { errorCodeOf } from '../shared/api-error';
import { fetchSuccess } from '../shared/http/http-error';
import { createPreloadFailures } from './preload-failures';
import { mutationEffects, updateAfter } from './mutation-effects';

const signInOperations = new Set([
  'SignIn',
  'SignInClient',
  'BeginPasskeySignIn',
  'FinishSignIn',
  'AcceptAdminInvitation',
]);

/** Returns the id of a persisted operation. `npm run codegen` writes it into the document. */
export const operationId = (document: DocumentNode): string => (document as DocumentNode & { id: string }).id;

// Sends the operation's id instead of its text. Apollo's own persisted query link adds a kilobyte to the first load,
// and its fallback to the full text is not needed because the server also knows the operations of the previous release.
const persistedQueryLink = new ApolloLink((operation, forward) => {
  operation.extensions['persistedQuery'] = { version: 1, sha256Hash: operationId(operation.query) };
  operation.setContext({ http: { includeQuery: false, includeExtensions: true } });
  return forward(operation);
});

interface CachedPage {
  nodes: readonly Reference[];
}

/** Caches the pages of a list as one. A first page replaces the list, and each further page is appended. */
const pages: FieldPolicy<CachedPage> = {
  keyArgs: ['filter', 'orderBy'],
  merge(existing, incoming, { args }) {
    if (!existing || !args?.['after']) return incoming;
    // Two components may have loaded the same page.
    const known = new Set(existing.nodes.map(({ __ref }) => __ref));
    const added = incoming.nodes.filter(({ __ref }) => !known.has(__ref));
    return { ...incoming, nodes: [...existing.nodes, ...added] };
  },
};

/** Creates the cache, which keeps the pages of a list as one. */
export const createCache = () =>
  new InMemoryCache({
    typePolicies: {
      Query: {
        fields: {
          admins: pages,
          adminInvitations: pages,
          clients: pages,
        },
      },
      // Its ID is that of the client.
      MonthlyUsage: { keyFields: ['id', 'month'] },
      // So is this one's, whose figures depend on the range.
      AnalyticsRow: { keyFields: false },
      Client: {
        fields: {
          campaigns: pages,
          files: pages,
          sequences: pages,
          stats: { merge: true },
          usage: { merge: true },
        },
      },
      Campaign: { fields: { versions: pages } },
      Sequence: { fields: { versions: pages } },
      CampaignDraft: { merge: true },
      SequenceDraft: { merge: true },
      // A page of copies with an offset replaces another one.
      Playbook: { fields: { versions: pages, copies: { ...pages, keyArgs: ['filter', 'offset'] } } },
      CampaignStats: { merge: true },
      ClientStats: { merge: true },
    },
  });

/**
 * Creates the GraphQL client. Queries use cached data. A mutation changes what it returns in the cache, and the screen
 * loads again what else it changed. Nothing is retried.
 *
 * @param role The role whose session requests act with, even if both are signed in in the browser.
 * @param onSessionLost Called when an operation fails because the session has expired; `isChange` is true for
 *   mutations.
 * @param signInAgain Called when an operation needs a recent sign-in. Resolves to whether the user has signed in, and then
 *   the operation is sent again.
 */
export function createApolloClient(
  role: SessionRole,
  onSessionLost: (isChange: boolean) => void,
  signInAgain: () => Promise<boolean> = () => Promise.resolve(false),
) {
  const sessionWatch = new ErrorLink(({ error, operation, forward }) => {
    if (errorCodeOf(error) === 'RECENT_SIGN_IN_REQUIRED')
      return new Observable((observer) => {
        void signInAgain().then((isSignedIn) =>
          isSignedIn ? forward(operation).subscribe(observer) : observer.error(error),
        );
      });
    if (operation.getContext()['isPreload']) return undefined;
    if (errorCodeOf(error) !== 'UNAUTHENTICATED' || signInOperations.has(operation.operationName ?? ''))
      return undefined;
    onSessionLost(`${operation.operationType}` === 'mutation');
    return undefined;
  });
  const client = new ApolloClient({
    link: ApolloLink.from([
      sessionWatch,
      createPreloadFailures(),
      persistedQueryLink,
      new HttpLink({
        uri: '/graphql',
        credentials: 'same-origin',
        headers: { 'session-role': role } satisfies Record<Lowercase<typeof SESSION_HEADER>, string>,
        fetch: fetchSuccess,
      }),
    ]),
    cache: createCache(),
  });
  const { mutate } = client;
  client.mutate = ((options: ApolloClient.MutateOptions) => {
    const name = getOperationAST(options.mutation)!.name!.value;
    return mutate({
      ...(mutationEffects[name]?.hasSecret && { fetchPolicy: 'no-cache' }),
      ...options,
      update: (cache, result, more) => {
        updateAfter(name)(cache, result, more);
        options.update?.(cache, result, more);
      },
      // A screen keeps what it shows until the new values have arrived, and if they cannot be loaded.
      onQueryUpdated: (query, { complete }) => (complete ? undefined : query.refetch().catch(() => undefined)),
    });
  }) as ApolloClient['mutate'];
  return client;
}
