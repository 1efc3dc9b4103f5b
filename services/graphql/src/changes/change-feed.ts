import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { asSystem, withPriority } from '../access/scope';
import { log } from '../telemetry/log';
import { ChangeBatch } from './change-batch';
import { ChangeQueue, type Interest } from './change-queue';
import { isAfter, type Position } from './cursor';
import { CHANNEL } from './notify-changes';
import { type Change, currentPosition, PAGE, readPage } from './read-changes';

/** How often changes are read without a notification, in milliseconds. */
const POLL_MS = 2_000;
/** How soon changes are read again that wait for an open transaction, in milliseconds. */
const HELD_BACK_MS = 100;
/** The least time between two reads, in milliseconds. */
const MIN_PAUSE_MS = 50;
const RETRY_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** The changes of all clients, as a stream of its own for each subscriber of this process. */
export interface ChangeFeed {
  /**
   * Starts a queue of what changes from now on.
   *
   * @param after the last position that the subscriber knows, or null for now
   * @returns the queue, and the position from which on it contains all changes
   */
  subscribe(interest: Interest, after: Position | null): Promise<{ queue: ChangeQueue; from: Position }>;
  unsubscribe(queue: ChangeQueue): void;
  isStopped(): boolean;
  /** Ends all streams. */
  stop(): Promise<void>;
}

/** Creates the feed. It reads the database only while it has subscribers. */
export function createChangeFeed(dataSource: DataSource): ChangeFeed {
  const subscribers = new Map<string | null, Set<ChangeQueue>>();
  let position: Position | null = null;
  let running: Promise<void> | null = null;
  let isStopped = false;
  let isNotified = false;
  let wake: () => void = () => undefined;

  const notify = () => {
    isNotified = true;
    wake();
  };
  const isIdle = () => isStopped || subscribers.size === 0;

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  /** Waits for a notification, but not longer than `ms`. */
  async function waitForChanges(ms: number): Promise<void> {
    // Reads together what is committed within a short time.
    if (!isIdle()) await new Promise((resolve) => setTimeout(resolve, MIN_PAUSE_MS));
    if (!isNotified && !isIdle()) await pause(ms);
    isNotified = false;
  }

  function distribute(changes: Change[]): void {
    const ofAllClients = subscribers.get(null);
    if (ofAllClients) for (const queue of ofAllClients) queue.push(new ChangeBatch(changes));
    for (const [clientId, changesOfClient] of Map.groupBy(changes, (change) => change.clientId)) {
      const queues = subscribers.get(clientId);
      if (!queues) continue;
      const batch = new ChangeBatch(changesOfClient);
      for (const queue of queues) queue.push(batch);
    }
  }

  /** Reads and distributes changes until there are no subscribers. */
  async function run(): Promise<void> {
    const listener = listen(dataSource, notify);
    while (!isIdle())
      try {
        position ??= await currentPosition(dataSource);
        const page = await readPage(dataSource, position);
        distribute(page.changes);
        position = page.position;
        if (page.changes.length < PAGE) await waitForChanges(page.isHeldBack ? HELD_BACK_MS : POLL_MS);
      } catch (error) {
        log.warn({ kind: (error as Error).constructor.name }, 'changes could not be read and are read again');
        await pause(RETRY_MS);
      }
    position = null;
    running = null;
    await listener.stop();
  }

  return {
    async subscribe(interest, after) {
      const current = position ?? (await currentPosition(dataSource));
      // Another subscriber may have set it meanwhile. All changes after it will be distributed.
      const from = (position ??= current);
      const queue = new ChangeQueue(interest, after && isAfter(after, from) ? after : from, () => position);
      const queues = subscribers.get(interest.clientId) ?? new Set();
      subscribers.set(interest.clientId, queues.add(queue));
      if (isStopped) queue.end();
      else running ??= withPriority('ordinary', () => asSystem(run));
      return { queue, from };
    },
    unsubscribe(queue) {
      queue.end();
      const { clientId } = queue.interest;
      const queues = subscribers.get(clientId);
      queues?.delete(queue);
      if (queues?.size === 0) subscribers.delete(clientId);
      if (subscribers.size === 0) wake();
    },
    isStopped: () => isStopped,
    async stop() {
      isStopped = true;
      for (const queues of subscribers.values()) for (const queue of queues) queue.end();
      wake();
      await running;
    },
  };
}

/** Listens for notifications on a connection of its own, and connects again when it is lost. */
function listen(dataSource: DataSource, onNotification: () => void): { stop(): Promise<void> } {
  const { url } = dataSource.options as { url: string };
  let client: Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function connect(): Promise<void> {
    client = new Client({
      connectionString: url,
      application_name: 'dripline-changes',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    const connection = client;
    let isLost = false;
    const reconnect = () => {
      if (isLost) return;
      isLost = true;
      void connection.end().catch(() => undefined);
      if (!isStopped) retry = setTimeout(() => void connect(), RETRY_MS);
    };
    connection.on('error', () => undefined);
    connection.once('end', reconnect);
    connection.on('notification', onNotification);
    try {
      await connection.connect();
      await connection.query(`LISTEN ${CHANNEL}`);
      onNotification();
    } catch {
      reconnect();
    }
  }

  void connect();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}
