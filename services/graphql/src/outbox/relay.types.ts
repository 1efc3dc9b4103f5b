/** The outbox relay, as the rest of the server sees it. */
export interface OutboxRelay {
  /** Wakes the relay because the outbox has new entries. Call it after the commit. */
  wake(): void;
  /** Returns whether the last call to Temporal succeeded. */
  isReachable(): boolean;
}
