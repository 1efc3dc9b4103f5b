/** The door to Temporal, as the rest of the server sees it. */
export interface FollowUps {
  /** Tells the relay that the outbox has something new. Call it after the commit. */
  nudge(): void;
  /** Whether Temporal answered last time it was asked. */
  isReachable(): boolean;
}
