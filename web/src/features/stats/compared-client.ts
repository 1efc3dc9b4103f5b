import type { ClientsComparedQuery } from '@dripline/contract/generated';

/** A row of the client comparison. */
export type ComparedClient = ClientsComparedQuery['clients'][number];
