import type { ClientsQuery } from '@dripline/contract/generated';

/** A client as the console lists it. */
export type ListedClient = ClientsQuery['clients'][number];
