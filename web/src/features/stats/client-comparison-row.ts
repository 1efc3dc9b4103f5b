import type { ClientsComparedQuery } from '../../shared/graphql/generated';

/** A row of the client comparison. */
export type ClientComparisonRow = ClientsComparedQuery['clients'][number];
