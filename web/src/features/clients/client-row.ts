import type { ClientsQuery } from '../../shared/graphql/generated';

/** A client as the console lists it. */
export type ListedClient = ClientsQuery['clients'][number];
