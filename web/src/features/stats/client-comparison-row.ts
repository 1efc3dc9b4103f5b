import type { ClientsComparedQuery } from '../../shared/graphql/generated';

/** A client as the console compares it with the others. */
export type ComparedClient = ClientsComparedQuery['clients'][number];
