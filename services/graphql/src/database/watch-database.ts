import { Client } from 'pg';

const TIMEOUT_MS = 2_000;

/**
 * Checks on a connection of its own whether the database answers, so that readiness does not depend on the load of the
 * pool.
 */
export function watchDatabase(url: string): { isReachable(): Promise<boolean>; stop(): Promise<void> } {
  let connection: Promise<Client> | undefined;

  async function connect(): Promise<Client> {
    const client = new Client({
      connectionString: url,
      application_name: 'dripline-readiness',
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
    client.on('error', () => void drop(client));
    await client.connect();
    return client;
  }

  async function drop(client?: Client): Promise<void> {
    connection = undefined;
    await client?.end().catch(() => undefined);
  }

  return {
    async isReachable() {
      let client: Client | undefined;
      try {
        client = await (connection ??= connect());
        await client.query('SELECT 1');
        return true;
      } catch {
        await drop(client);
        return false;
      }
    },
    stop: async () => drop(await connection?.catch(() => undefined)),
  };
}
