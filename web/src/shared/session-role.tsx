import type { ApolloClient } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import type { SessionRole } from '@dripline/contract/sessions';
import { createContext, type ReactNode, useContext } from 'react';

/** The GraphQL client of each role. Each sends requests with its role's session only, and has a cache of its own. */
export type ApolloClients = Record<SessionRole, ApolloClient>;

const Clients = createContext<ApolloClients>({} as ApolloClients);
const Role = createContext<SessionRole>('client');

/** Provides the GraphQL clients to `ActAs`. */
export const ApolloClientsProvider = Clients.Provider;

/** Returns the GraphQL clients. Screens use `useApolloClient`, which returns that of their role. */
export const useApolloClients = () => useContext(Clients);

/** Returns the role that the screen acts as. */
export const useSessionRole = () => useContext(Role);

/** Makes the screen within act as an administrator or as a client, whoever else is signed in in the browser. */
export function ActAs({ session, children }: { session: SessionRole; children: ReactNode }) {
  return (
    <Role value={session}>
      <ApolloProvider client={useApolloClients()[session]}>{children}</ApolloProvider>
    </Role>
  );
}
