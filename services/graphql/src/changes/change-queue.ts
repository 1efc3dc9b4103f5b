import { fail } from '../api/errors';
import { ChangeBatch } from './change-batch';
import { isAfter, type Position } from './cursor';
import { streamOverflows } from './metrics';
import type { Change, ObjectKind, RecordedKind } from './read-changes';

/** Events that may wait for one subscriber. Its stream ends when there are more. */
export const MAX_QUEUED = 1_000;
/** Figures are sent at most once in this time, in milliseconds. Those of all clients change all the time. */
const statsIntervalMs = { oneClient: 1_000, allClients: 5_000 };
/** How often a stream without events sends its cursor, in milliseconds, so that it does not expire. */
export const CURSOR_INTERVAL_MS = 5 * 60_000;

/** What a subscriber wants to know. */
export interface Interest {
  /** The client, or null for all clients. */
  clientId: string | null;
  kinds: ReadonlySet<RecordedKind>;
  /** Whether it is notified after any change that figures may have changed. */
  stats: boolean;
}

/** A change of an object, for one subscriber. */
interface ObjectEvent {
  kind: ObjectKind;
  at: Position;
  change: Change;
  batch: ChangeBatch;
}

/** An event for one subscriber. */
export type QueuedEvent =
  ObjectEvent | { kind: 'stats'; at: Position; batch: ChangeBatch } | { kind: 'cursor'; at: Position };

/** The events that wait for one subscriber. Later changes of the same object and kind replace earlier ones. */
export class ChangeQueue {
  private readonly waiting = new Map<string, ObjectEvent>();
  private changedStats: { at: Position; batch: ChangeBatch } | null = null;
  private statsSentAt = -Infinity;
  private failure: unknown;
  private isClosed = false;
  private wake: () => void = () => undefined;

  /**
   * @param position the position up to which the subscriber knows all changes
   * @param current returns the position up to which all changes are in the queue
   */
  constructor(
    readonly interest: Interest,
    private position: Position,
    private readonly current: () => Position | null,
  ) {}

  /** Adds the changes of the subscriber's client. Those that it already knows are skipped. */
  push(batch: ChangeBatch): void {
    if (this.isClosed) return;
    for (const change of batch.changes) {
      if (!isAfter(change.at, this.position)) continue;
      if (this.interest.stats) this.changedStats = { at: change.at, batch };
      if (change.kind === 'client_updated' || !this.interest.kinds.has(change.kind)) continue;
      const key = `${change.kind} ${change.objectId}`;
      this.waiting.delete(key);
      this.waiting.set(key, { kind: change.kind, at: change.at, change, batch });
    }
    if (this.waiting.size > MAX_QUEUED) {
      streamOverflows.inc();
      this.end(fail('RESUME_REQUIRED', 'The stream was read too slowly. Subscribe again after the last cursor.'));
    }
    this.wake();
  }

  /** Sends the client's figures, as if something had changed. */
  refreshStats(): void {
    if (this.interest.stats) this.changedStats = { at: this.position, batch: new ChangeBatch([]) };
  }

  /** Ends the stream. Events that wait are dropped. With an error, the subscriber receives it. */
  end(error?: unknown): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.failure = error;
    this.waiting.clear();
    this.wake();
  }

  /** Waits for the next event. Null when the stream has ended. */
  async next(): Promise<QueuedEvent | null> {
    const idleUntil = Date.now() + CURSOR_INTERVAL_MS;
    const intervalMs = statsIntervalMs[this.interest.clientId === null ? 'allClients' : 'oneClient'];
    for (;;) {
      if (this.isClosed) {
        if (this.failure !== undefined) throw this.failure;
        return null;
      }
      const now = Date.now();
      const statsDueAt = this.changedStats === null ? Infinity : this.statsSentAt + intervalMs;
      const [entry] = this.waiting;
      if (now >= statsDueAt) {
        const { at, batch } = this.changedStats!;
        this.changedStats = null;
        this.statsSentAt = now;
        // The cursor must not pass events that still wait.
        return this.sent({ kind: 'stats', at: entry ? this.position : at, batch });
      }
      if (entry) {
        this.waiting.delete(entry[0]);
        return this.sent(entry[1]);
      }
      if (now >= idleUntil) return this.sent({ kind: 'cursor', at: this.current() ?? this.position });
      await this.change(Math.min(statsDueAt, idleUntil) - now);
    }
  }

  private sent<Event extends QueuedEvent>(event: Event): Event {
    if (isAfter(event.at, this.position)) this.position = event.at;
    return { ...event, at: this.position };
  }

  private change(timeoutMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
