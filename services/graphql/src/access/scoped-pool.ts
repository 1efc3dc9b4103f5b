import { Pool, type PoolClient } from 'pg';
import { currentScope, type Scope } from './scope';

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** The scope that was last set on each connection. */
const connectionScopes = new WeakMap<PoolClient, string>();

/**
 * A connection pool that sets the row-level security scope on each connection it hands out. A connection without a
 * scope sees no rows. The scope is sent only when it differs from the connection's previous one.
 */
export class ScopedPool extends Pool {
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
    const client = await super.connect();
    try {
      await setConnectionScope(client, scope);
      return client;
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  }
}

async function setConnectionScope(
  client: PoolClient,
  { role, ownClientId, linkedClientIds, seesDeleting }: Scope,
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
       set_config('dripline.sees_deleting', $4, false)`,
    parameters,
  );
  connectionScopes.set(client, key);
}
