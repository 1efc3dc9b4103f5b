import type { ClientsQuery } from '@dripline/contract/generated';

/** A row of the clients table. */
export type ListedClient = ClientsQuery['clients'][number];
