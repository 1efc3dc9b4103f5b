import type { EntityManager } from 'typeorm';

interface Pace {
  /** The SID or number, or `SHARED_SENDER`. */
  sender: string;
  messagesPerSecond: number;
  /** Whether the message waited for the time that was returned before. */
  hasWaited: boolean;
}

/**
 * Decides whether a sender sends one more message now. Other claims of the sender wait until the transaction ends, so
 * call it as late as possible.
 *
 * @returns null, or when to ask again
 */
export async function reserveSlot(
  db: EntityManager,
  { sender, messagesPerSecond, hasWaited }: Pace,
): Promise<Date | null> {
  const [{ slot }] = await db.query<[{ slot: Date | null }]>('SELECT reserve_slot($1, $2, $3) AS slot', [
    sender,
    messagesPerSecond,
    hasWaited,
  ]);
  return slot;
}
