import type { LeadConversationQuery } from '../../../../shared/graphql/generated';

type Lead = LeadConversationQuery['lead'];
/** A message to the lead. */
export type SentEntry = Lead['messages']['nodes'][number];
/** A message from the lead. */
export type ReplyEntry = Lead['replies']['nodes'][number];
/** An entry of a conversation. */
export type ThreadEntry = { isReply: true; entry: ReplyEntry } | { isReply: false; entry: SentEntry };

/** The newest entries of a conversation. */
export interface Thread {
  /** Oldest first. */
  entries: ThreadEntry[];
  hasEarlier: boolean;
}

/**
 * Merges the newest messages and replies into one thread. Where one of them has earlier ones that are not loaded, the
 * thread starts after them, so that nothing is missing in between.
 */
export function toThread({ messages, replies }: Pick<Lead, 'messages' | 'replies'>): Thread {
  const starts = [messages, replies].flatMap(({ nodes, pageInfo }) =>
    pageInfo.hasNextPage ? (nodes.at(-1)?.createdAt ?? []) : [],
  );
  const start = starts.sort().at(-1) ?? '';
  const entries: ThreadEntry[] = [
    ...messages.nodes.map((entry) => ({ isReply: false as const, entry })),
    ...replies.nodes.map((entry) => ({ isReply: true as const, entry })),
  ];
  return {
    entries: entries
      .filter(({ entry }) => entry.createdAt >= start)
      .sort((a, b) => (a.entry.createdAt < b.entry.createdAt ? -1 : 1)),
    hasEarlier: starts.length > 0,
  };
}
