import type { MessagingHarness } from '@dripline/tests/harness/messaging-harness';

/** Messages that the provider accepted, after the first `skipped`. */
export interface Accepted {
  /** All messages in the ledger, without the skipped ones. */
  total: number;
  /** Numbers with exactly one of them. */
  once: number;
}

/** Counts the messages in the Twilio emulator's ledger. */
export async function countAccepted({ ledger }: MessagingHarness, skipped = 0): Promise<Accepted> {
  const messages = (await ledger()).messages.slice(skipped);
  const perNumber = new Map<string, number>();
  for (const { to } of messages) perNumber.set(to, (perNumber.get(to) ?? 0) + 1);
  return { total: messages.length, once: [...perNumber.values()].filter((count) => count === 1).length };
}
