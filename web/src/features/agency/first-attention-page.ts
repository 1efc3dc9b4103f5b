export const ATTENTION_PAGE_SIZE = 25;

/** The variables of the first page of all clients that need attention, which the console requests while it loads. */
export const firstAttentionPage = { filter: { reason: null }, first: ATTENTION_PAGE_SIZE, offset: 0 };
