import type { ClientsComparedQuery } from '@dripline/contract/generated';

/** A client as the console compares it with the others. */
export type ComparedClient = ClientsComparedQuery['clients'][number];
