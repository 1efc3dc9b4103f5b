import type { ClientComparisonQuery } from '../../shared/graphql/generated';

/** A row of the client comparison. */
export type ClientComparisonRow = ClientComparisonQuery['clients']['nodes'][number];
