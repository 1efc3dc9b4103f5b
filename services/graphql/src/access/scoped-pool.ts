import { Pool, type PoolClient } from 'pg';
import { runningScope, type Scope } from './scope';

type Connected = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** What each connection was last told. */
const told = new WeakMap<PoolClient, string>();

/**
 * Connections that each know whose rows they may see. One that is told nothing sees nothing; it is told only where that differs from what it was last told, so that work which
 * always sees the same asks nothing more of the database.
 */
export class ScopedPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<PoolClient> | void {
    if (!connected) return this.scoped();
    this.scoped().then(
      (client) => connected(undefined, client, (error) => client.release(error)),
      (error: Error) => connected(error, undefined, () => undefined),
    );
  }

  private async scoped(): Promise<PoolClient> {
    // Before anything is waited for: the work that asks is the one that is running now.
    const scope = runningScope();
    const client = await super.connect();
    try {
      await tell(client, scope);
      return client;
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  }
}

async function tell(client: PoolClient, { role, own, named }: Scope): Promise<void> {
  const words = [`dripline_${role}`, own ?? '', `{${[...named].sort().join(',')}}`];
  const word = words.join(' ');
  if (told.get(client) === word) return;
  told.delete(client);
  // Also tells the role, as SET ROLE would: all three in one way to the database and back.
  await client.query(
    `SELECT set_config('role', $1, false), set_config('dripline.own', $2, false), set_config('dripline.named', $3, false)`,
    words,
  );
  told.set(client, word);
}
