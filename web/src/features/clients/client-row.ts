import type { ClientsQuery } from '../../shared/graphql/generated';

/** A row of the clients table. */
export type ClientRow = ClientsQuery['clients']['nodes'][number];
