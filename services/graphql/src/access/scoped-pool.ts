import { Pool, type PoolClient } from 'pg';
import { ConnectionSlots } from './connection-slots';
import { currentPriority, currentScope, type Priority, type Scope } from './scope';

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** Connections that only urgent work uses: submissions, landing pages and messages. */
export const URGENT_CONNECTIONS = 3;
/** Connections that periodic jobs and work on many rows use at most. */
export const BACKGROUND_CONNECTIONS = 3;
/** Milliseconds that a request waits for a connection of its priority. */
export const MAX_WAIT_MS = 2_000;

/** The scope that was last set on each connection. */
const connectionScopes = new WeakMap<PoolClient, string>();

/**
 * A connection pool that sets the row-level security scope on each connection it hands out. A connection without a
 * scope sees no rows. The scope is sent only when it differs from the connection's previous one.
 *
 * It reserves connections for urgent work, so that slow dashboards and jobs do not delay submissions.
 */
export class ScopedPool extends Pool {
  private readonly ordinary = new ConnectionSlots(Math.max(1, this.options.max - URGENT_CONNECTIONS));
  private readonly background = new ConnectionSlots(BACKGROUND_CONNECTIONS);

  /** Work that waits for connections of its priority. `waitingCount` counts what waits after that. */
  get slotWaitingCount(): number {
    return this.ordinary.waitingCount + this.background.waitingCount;
  }

  /** The key that hashes phone numbers in SQL (`number_hash`). */
  private readonly numberHashKey = (this.options as { numberHashKey?: string }).numberHashKey ?? '';

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | void {
    if (!callback) return this.connectScoped();
    this.connectScoped().then(
      (client) => callback(undefined, client, (error) => client.release(error)),
      (error: Error) => callback(error, undefined, () => undefined),
    );
  }

  private async connectScoped(): Promise<PoolClient> {
    // Read the scope before the first await, while the caller's async context is still current.
    const scope = currentScope();
    const releaseSlots = await this.acquireSlots(currentPriority());
    const client = await super.connect().catch((error: unknown) => {
      releaseSlots();
      throw error;
    });
    const release = client.release;
    client.release = (error) => {
      client.release = release;
      release(error);
      releaseSlots();
    };
    try {
      await setConnectionScope(client, scope, this.numberHashKey);
      return client;
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  }

  /** Waits until work of this priority may use a connection. Returns a function that ends this. */
  private async acquireSlots(priority: Priority): Promise<() => void> {
    if (priority === 'urgent') return () => undefined;
    const isBackground = priority === 'background';
    // Background work waits as long as it takes, because nobody waits for it.
    if (isBackground) await this.background.acquire();
    await this.ordinary.acquire(isBackground ? undefined : MAX_WAIT_MS);
    return () => {
      this.ordinary.release();
      if (isBackground) this.background.release();
    };
  }
}

async function setConnectionScope(
  client: PoolClient,
  { role, ownClientId, linkedClientIds, seesDeleting }: Scope,
  numberHashKey: string,
): Promise<void> {
  const parameters = [
    `dripline_${role}`,
    ownClientId ?? '',
    `{${[...linkedClientIds].sort().join(',')}}`,
    seesDeleting ? 'on' : '',
  ];
  const key = parameters.join(' ');
  if (connectionScopes.get(client) === key) return;
  connectionScopes.delete(client);
  // Sets the role as SET ROLE would, together with the settings in one round trip.
  await client.query(
    `SELECT set_config('role', $1, false), set_config('dripline.own_client', $2, false), set_config('dripline.linked_clients', $3, false),
       set_config('dripline.sees_deleting', $4, false), set_config('dripline.number_hash_key', $5, false)`,
    [...parameters, numberHashKey],
  );
  connectionScopes.set(client, key);
}
