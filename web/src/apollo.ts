import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';

/** The browser's copy of the domain. A list is shown at once from memory and asked again when its screen opens; nothing is retried. */
export const apollo = new ApolloClient({
  link: new HttpLink({ uri: '/graphql', credentials: 'same-origin' }),
  cache: new InMemoryCache({ typePolicies: { Client: { fields: { stats: { merge: true }, usage: { merge: true } } } } }),
  defaultOptions: {
    watchQuery: { fetchPolicy: 'cache-and-network', nextFetchPolicy: 'cache-first' },
    // After any change everything on screen is asked again: cards, tables and badges cannot disagree.
    mutate: { refetchQueries: 'active' },
  },
});
