import type { ClientsComparedQuery } from '../../shared/graphql/generated';

/** A row of the client comparison. */
export type ComparedClient = ClientsComparedQuery['clients'][number];
